import Synchronization

/// The render thread's side of a player. Trivial, behind a pointer: reading and writing it costs
/// neither exclusivity checks nor reference counting.
///
/// There is one head. Where it jumps, what it would have gone on with is put, fading, into `rest`.
struct FilePlayerState: BitwiseCopyable, @unchecked Sendable {
  /// Why nothing sounds though it plays.
  enum Hush: UInt8, BitwiseCopyable {
    case none
    /// It stands still at its start until the pages are there.
    case waits
    /// It runs on without sound until the pages are there: other players go on, too.
    case starves
  }

  /// An action of this quantum.
  struct Item: BitwiseCopyable {
    var verb: Action.Verb
    /// Frames from the quantum's first.
    var offset: Int
    var value: Double
    /// Engine frames by which it comes too late for the time on which its path sounds.
    var lateness: Int

    @_noLocks init(_ verb: Action.Verb, offset: Int, value: Double, lateness: Int) {
      self.verb = verb
      self.offset = offset
      self.value = value
      self.lateness = lateness
    }
  }

  static var itemCapacity: Int { @_noLocks get { 64 } }
  static var windowCapacity: Int { @_noLocks get { 2048 } }

  let exchange: FilePlayerExchange
  let readings: UnsafeMutablePointer<FilePlayerReadings>
  let interpolator: Interpolator
  let items: UnsafeMutablePointer<Item>
  var itemCount = 0
  /// Frames for the interpolator, and of one piece of a rest.
  let windowLeft: UnsafeMutablePointer<Float>
  let windowRight: UnsafeMutablePointer<Float>
  let pieceLeft: UnsafeMutablePointer<Float>
  let pieceRight: UnsafeMutablePointer<Float>
  var rest: FilePlayerRest

  var slot: Int32 = -1
  var engineRate: Int
  /// Frames of a cross-fade: 5 ms.
  var fadeFrames: Int

  // The file.
  var cell: UnsafeMutablePointer<FilePlayerCell>?
  var table: PageTable?
  var file: PlayableFileReference?
  var cursor = PageCursor()
  var seenChanges: UInt32 = 0
  var fileRate = 0
  /// File frames a frame of the engine.
  var stride = FileStride()

  // Where it plays, in file frames. The file's own end is `length` below.
  var regionStart: Int64 = 0
  var regionEnd: Int64 = .max
  var loopIn: Int64 = 0
  var loopOut: Int64 = .max
  var loops = false

  // What it does.
  var head = FramePosition(0)
  var gain = Ramp(1)
  var isPlaying = false
  var hush = Hush.none
  var hasEnded = false
  /// It has another file, and goes on playing with it.
  var goesOn = false
  /// `started` is to be told when it sounds.
  var announcesStart = false
  /// `started` was told, `ended` not yet.
  var isUnderWay = false
  /// It has played to the loop's end, or to its own.
  var isAtSeam = false
  var goesBackAtSeam = false
  /// It has come round a loop without a cut: what lies before the loop's first frame is its end.
  var cameRound = false
  /// It went back before the loop's end, by as much as the cross-fade takes.
  var wentBackEarly = false
  var readAhead = 0
  /// It was told that pages are missing, and not yet that they came.
  var isMissing = false

  // What was kept of a performance, by frame; the player has the memory. Set before it is rendered.
  var lapses: UnsafeMutablePointer<FilePlayerLapse>?
  var lapseCount = 0
  var lapseIndex = 0
  /// It is silent because it was then.
  var isHeld = false

  /// Frames of the latest quantum up to the last in which it sounded.
  var soundEnd = 0

  /// Before this frame of the file, in the page that is held, nothing happens but playing on; 0: not
  /// known. `process` forgets it.
  var plainEnd: Int64 = 0

  // What the reader knows.
  var toldPage = -1
  var signalledPage = -1
  var hasJumped = true

  /// Control thread.
  init(
    exchange: FilePlayerExchange, readings: UnsafeMutablePointer<FilePlayerReadings>,
    interpolator: Interpolator, sampleRate: SampleRate
  ) {
    self.exchange = exchange
    self.readings = readings
    self.interpolator = interpolator
    engineRate = sampleRate.hertz
    fadeFrames = max(1, Int(sampleRate.frames(seconds: 0.005)))
    items = .allocate(capacity: Self.itemCapacity)
    items.initialize(
      repeating: Item(.play, offset: 0, value: 0, lateness: 0), count: Self.itemCapacity)
    func buffer(_ count: Int) -> UnsafeMutablePointer<Float> {
      let buffer = UnsafeMutablePointer<Float>.allocate(capacity: count)
      buffer.initialize(repeating: 0, count: count)
      return buffer
    }
    windowLeft = buffer(Self.windowCapacity)
    windowRight = buffer(Self.windowCapacity)
    pieceLeft = buffer(Quantum.frameCount)
    pieceRight = buffer(Quantum.frameCount)
    rest = FilePlayerRest(capacity: fadeFrames)
  }

  /// Control thread, when nobody renders any more.
  func deallocate() {
    items.deallocate()
    windowLeft.deallocate()
    windowRight.deallocate()
    pieceLeft.deallocate()
    pieceRight.deallocate()
    rest.deallocate()
  }

  // Enums' `==` cannot be proven in other files of a debug build.
  var isHushed: Bool {
    @_noLocks get {
      switch hush {
      case .none: false
      default: true
      }
    }
  }
  var isWaiting: Bool {
    @_noLocks get {
      switch hush {
      case .waits: true
      default: false
      }
    }
  }
  var sounds: Bool { @_noLocks get { isPlaying ? !isHushed : false } }

  /// Whether it would make sound in the next quantum.
  var isActive: Bool { @_noLocks get { isPlaying ? true : !rest.isEmpty } }

  var isMono: Bool { @_noLocks get { table?.isMono ?? false } }
  var isNative16: Bool { @_noLocks get { table?.isNative16 ?? false } }

  /// As `stride`, in 2⁻³² frames.
  var step: Int64 { @_noLocks get { stride.step } }

  /// Frames of the file, `Int64.max` while it is not known; 0 without a file.
  var length: Int64 { @_noLocks get { table?.length ?? 0 } }
}
