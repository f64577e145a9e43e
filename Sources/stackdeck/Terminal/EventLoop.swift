import Glibc

/// Waits for what a running command must answer: keys, signals, the time, open files.
///
///     let loop = EventLoop(screen: screen)
///     defer { loop.close() }
///     while true {
///       switch loop.next() { … }
///     }
///
/// Signals are caught as long as the loop lives. Control thread, but for `wake`.
final class EventLoop {
  /// What happened.
  enum Event: Equatable {
    case key(Key)
    /// Time to draw, and to look around: 25 times a second on a screen, else once a second.
    case tick
    /// The terminal has another size; what was shown is gone.
    case resized(TerminalSize)
    /// The process was asked to end, which is to be done tidily and with this status.
    case close(ExitStatus)
    /// The process is about to be stopped (^Z): it stops in the next call of `next`.
    case suspending
    /// The process goes on after a stop; what was shown is gone.
    case resumed
    /// A watched descriptor has something to read.
    case readable(Descriptor)
    /// `wake` was called.
    case woken
  }

  private let screen: TerminalScreen?
  private let signals = SignalWatcher()
  private var decoder = KeyDecoder()
  private var pending: [Event] = []
  private var watched: [Descriptor] = []
  private let tickNanoseconds: Int64
  private var nextTick: Int64
  private var inputHasEnded = false
  private var mustStop = false

  /// - Parameters:
  ///   - screen: nil where there is no terminal, or none is wanted.
  ///   - ticksPerSecond: nil: 25 with a screen, else 1.
  init(screen: TerminalScreen?, ticksPerSecond: Int? = nil) {
    self.screen = screen
    tickNanoseconds = 1_000_000_000 / Int64(ticksPerSecond ?? (screen == nil ? 1 : 25))
    nextTick = MonotonicClock.nanoseconds + tickNanoseconds
    screen?.enter()
  }

  /// Gives the terminal back. Signals are still caught: what closes may be told to be quick.
  func close() { screen?.leave() }

  /// Whether somebody could press a key.
  var readsKeys: Bool { !inputHasEnded && screen?.readsKeys ?? false }

  /// Makes `next` return `.readable` whenever the descriptor has something to read.
  func watch(_ descriptor: Descriptor) { watched.append(descriptor) }

  func unwatch(_ descriptor: Descriptor) { watched.removeAll { $0 == descriptor } }

  /// Makes `next` return `.woken`. Any thread.
  static func wake() { SignalWatcher.wake() }

  /// Waits for the next event.
  func next() -> Event {
    while true {
      if mustStop {
        mustStop = false
        return stop()
      }
      if !pending.isEmpty {
        let event = pending.removeFirst()
        mustStop = event == .suspending
        return event
      }
      wait()
    }
  }

  private func stop() -> Event {
    screen?.leave()
    SignalWatcher.stopUntilContinued()
    // The signal that continued us says nothing more.
    read(signals: signals.take().filter { $0 != SIGCONT })
    return resume()
  }

  private func resume() -> Event {
    screen?.resize()
    screen?.enter()
    nextTick = MonotonicClock.nanoseconds
    return .resumed
  }

  private func wait() {
    var wanted = [pollfd(fd: signals.descriptor.number, events: Int16(POLLIN), revents: 0)]
    let input = readsKeys ? [Descriptor.standardInput] : []
    for descriptor in input + watched {
      wanted.append(pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0))
    }
    var milliseconds = max(0, (nextTick - MonotonicClock.nanoseconds + 999_999) / 1_000_000)
    if decoder.isWaiting { milliseconds = min(milliseconds, Int64(KeyDecoder.patience)) }
    let count = poll(&wanted, nfds_t(wanted.count), Int32(milliseconds))

    if count > 0 {
      if wanted[0].revents != 0 { read(signals: signals.take()) }
      if !input.isEmpty, wanted[1].revents != 0 { readKeys() }
      for (place, descriptor) in zip(wanted.dropFirst(1 + input.count), watched)
      where place.revents != 0 {
        pending.append(.readable(descriptor))
      }
    } else if count == 0, decoder.isWaiting {
      pending += decoder.timeOut().map(Event.key)
    }
    let now = MonotonicClock.nanoseconds
    if now >= nextTick {
      // A background job that is brought to the foreground while it runs gets no signal.
      if let screen, !screen.readsKeys, !inputHasEnded, TerminalMode.isForeground {
        pending.append(resume())
      }
      pending.append(.tick)
      // Ticks that were missed are not made up for.
      nextTick = max(nextTick + tickNanoseconds, now + tickNanoseconds / 2)
    }
  }

  private func readKeys() {
    var buffer = [UInt8](repeating: 0, count: 1024)
    let count = Glibc.read(STDIN_FILENO, &buffer, buffer.count)
    if count > 0 {
      pending += decoder.feed(Array(buffer[..<count])).map(Event.key)
    } else if count == 0 || errno != EINTR && errno != EAGAIN {
      inputHasEnded = true
    }
  }

  private func read(signals numbers: [Int32]) {
    var seen: Set<Int32> = []
    for number in numbers where seen.insert(number).inserted {
      switch number {
      case SIGWINCH:
        guard let screen else { continue }
        screen.resize()
        pending.append(.resized(screen.size))
      case SIGTSTP: pending.append(.suspending)
      case SIGCONT: pending.append(resume())
      case 0: pending.append(.woken)
      default:
        if let status = SignalWatcher.status(of: number) { pending.append(.close(status)) }
      }
    }
  }
}
