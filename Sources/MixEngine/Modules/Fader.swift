import Synchronization

/// The end of a strip, and of an output: gain, balance, mute, and the crossfader's side.
///
/// Where a quantum begins it aims the gains of the left and the right side at what the parameters
/// ask for; they go there in straight lines of 5 ms, or 2 ms when only a crossfader that cuts was
/// moved. Flat at 0 dB it costs nothing and changes no bit; at −∞ it is exactly silent.
/// A mono top becomes stereo when the sides differ.
public final class Fader: Module, @unchecked Sendable {
  /// How a control covers the gain.
  public enum Kind: Sendable {
    /// Players, inputs and buses: −∞…0 dB as a channel fader.
    case strip
    /// Main and the outputs: −∞…12 dB, 0 dB in the middle.
    case main
  }

  /// Those of a strip.
  public static let descriptors = descriptors(of: .strip)

  public static func descriptors(of kind: Kind) -> [ParameterDescriptor] {
    let taper: Taper =
      switch kind {
      case .strip: .channelFader
      case .main: .fader(floor: -14, top: 12, unity: 0.5)
      }
    return [
      ParameterDescriptor(
        "gain", .decibels, -.infinity...12, default: 0, taper: taper, smoothingMilliseconds: 5),
      ParameterDescriptor("balance", .none, -1...1, default: 0, smoothingMilliseconds: 5),
      ParameterDescriptor(switch: "mute", default: false),
    ]
  }

  /// The level of a send to a bus of this name: as a strip's gain, but silent where nobody says it.
  public static func sendDescriptor(to bus: String) -> ParameterDescriptor {
    ParameterDescriptor(
      bus, .decibels, -.infinity...12, default: -.infinity, taper: .channelFader,
      smoothingMilliseconds: 5)
  }

  public let gain: Parameter
  public let balance: Parameter
  public let mute: Parameter
  /// The render thread's end, which lives as long as this object.
  public let handle: FaderHandle
  // Kept alive: the handle reads its gains.
  private let crossfader: Crossfader?
  // Control thread only.
  /// As they were published last.
  private var settings: FaderSettings
  /// Whether it is the level of a send.
  private var isSend = false
  /// What takes effect with the next program.
  private var staged: FaderSettings?
  private var isLate = false

  /// - Parameters:
  ///   - strip: where its parameters stand: "player.a" for "player.a.gain".
  ///   - address: the module's own; nil: the strip's with ".fader".
  ///   - crossfader: must be given for a strip that is ever to stand on one of its sides.
  ///   - fadesIn: begins silent and comes in over 5 ms, as what joins a running mix does.
  public convenience init(
    strip: String, address: String? = nil, parameters: ParameterTable, kind: Kind = .strip,
    law: BalanceLaw = .linear, crossfader: Crossfader? = nil, side: CrossfadeSide = .none,
    fadesIn: Bool = false
  ) {
    let added = Self.descriptors(of: kind).map {
      parameters.add($0, address: "\(strip).\($0.name)")
    }
    self.init(
      address: address ?? "\(strip).fader", added, parameters: parameters, law: law,
      crossfader: crossfader, side: side, fadesIn: fadesIn)
  }

  /// The level of a send: it has no balance, mute and side of its own.
  ///
  /// - Parameters:
  ///   - address: the module's and its level's: "player.a.sends.echo".
  ///   - level: its descriptor.
  public convenience init(
    send address: String, level: ParameterDescriptor, parameters: ParameterTable,
    fadesIn: Bool = false
  ) {
    // All sends share a balance and a mute that stand at no address of a session: nobody moves them.
    let fixed = Self.descriptors.dropFirst().map { parameters.add($0, address: "sends.\($0.name)") }
    self.init(
      address: address, [parameters.add(level, address: address)] + fixed, parameters: parameters,
      law: .linear, crossfader: nil, side: .none, fadesIn: fadesIn)
    isSend = true
  }

  /// - Parameter added: gain, balance and mute.
  private init(
    address: String, _ added: [Parameter], parameters: ParameterTable, law: BalanceLaw,
    crossfader: Crossfader?, side: CrossfadeSide, fadesIn: Bool
  ) {
    (gain, balance, mute) = (added[0], added[1], added[2])
    self.crossfader = crossfader
    settings = FaderSettings(isPresent: true, law: law, side: side)
    let state = UnsafeMutablePointer<FaderHandle.State>.allocate(capacity: 1)
    state.initialize(
      to: .init(
        gain: added[0], balance: added[1], mute: added[2], crossfader: crossfader?.handle,
        fadesIn: fadesIn))
    let number = UnsafeMutablePointer<Atomic<UInt32>>.allocate(capacity: 1)
    number.initialize(to: Atomic(settings.number))
    let fadedOut = UnsafeMutablePointer<Atomic<UInt32>>.allocate(capacity: 1)
    fadedOut.initialize(to: Atomic(0))
    handle = FaderHandle(state: state, settings: number, fadedOut: fadedOut)
    super.init(address: address, parameters: parameters)
  }

  deinit {
    handle.state.deallocate()
    handle.settings.deallocate()
    handle.fadedOut.deallocate()
  }

  // MARK: Control thread

  public override var summary: String {
    let descriptors = Self.descriptors
    if isSend { return descriptors[0].text(gain.wanted) }
    var text = "\(descriptors[0].text(gain.wanted)), balance \(descriptors[1].text(balance.wanted))"
    if law == .constantPower { text += " \(law.rawValue)" }
    if side != .none { text += ", \(side.rawValue)" }
    return mute.wanted > 0.5 ? text + ", muted" : text
  }

  public override func prepare(sampleRate: SampleRate) {
    handle.state.pointee.lineFrames = Int(sampleRate.frames(seconds: 0.005))
    handle.state.pointee.cutFrames = Int(sampleRate.frames(seconds: 0.002))
  }

  /// How balance divides the sound; a change is heard from the next quantum on, in a line.
  public var law: BalanceLaw {
    get { settings.law }
    set {
      settings.law = newValue
      publishSettings()
    }
  }

  /// Its side of the crossfader; a change is heard from the next quantum on, in a line.
  public var side: CrossfadeSide {
    get { settings.side }
    set {
      settings.side = newValue
      publishSettings()
    }
  }

  /// Whether it is part of the mix. What leaves fades out over 5 ms, and what comes back fades in,
  /// whatever its other parameters say.
  public var isPresent: Bool {
    get { settings.isPresent }
    set {
      settings.isPresent = newValue
      handle.fadedOut.pointee.store(0, ordering: .relaxed)
      publishSettings()
    }
  }

  /// Whether it is not present any more and has become silent. Any thread may ask.
  public var isFadedOut: Bool { handle.fadedOut.pointee.load(ordering: .acquiring) != 0 }

  /// Lets it come in over 5 ms where it joins a running graph, and begin at its level where it
  /// begins with one. Before it is first rendered.
  func fadesInLate() { isLate = true }

  /// It joins a running graph, and nothing renders it yet.
  func join() { if isLate { handle.state.pointee.fadesIn = true } }

  /// What it is told with the next program, instead of at once.
  public func stage(law: BalanceLaw, side: CrossfadeSide) {
    var next = staged ?? settings
    (next.law, next.side) = (law, side)
    staged = next == settings ? nil : next
  }

  /// Lets it be part of the mix again with the next program.
  func stagePresence() {
    var next = staged ?? settings
    next.isPresent = true
    staged = next
  }

  /// What makes it leave the mix when it is applied.
  func leave() -> ModuleEdit {
    settings.isPresent = false
    if staged != nil { staged?.isPresent = false }
    return ModuleEdit(kind: 0, value: Int(settings.number))
  }

  public override func takeEdits() -> [ModuleEdit] {
    guard let next = staged else { return [] }
    settings = next
    staged = nil
    return [ModuleEdit(kind: 0, value: Int(next.number))]
  }

  @_noLocks public override func apply(_ edit: ModuleEdit) {
    handle.fadedOut.pointee.store(0, ordering: .relaxed)
    handle.settings.pointee.store(UInt32(truncatingIfNeeded: edit.value), ordering: .relaxed)
  }

  private func publishSettings() {
    handle.settings.pointee.store(settings.number, ordering: .relaxed)
  }

  // MARK: Render thread

  @_noLocks public override func process(_ context: RenderContext) {
    handle.update()
    handle.apply(to: context.stack)
  }
}
