import Synchronization

/// The crossfader: two gains, of which each strip's fader takes that of its side.
///
/// It edits no buffer. `process` goes before the faders in a cycle: it makes the gains of the
/// quantum, and the faders move there in straight lines.
public final class Crossfader: Module, @unchecked Sendable {
  public static let descriptors: [ParameterDescriptor] = [
    ParameterDescriptor("position", .none, -1...1, default: 0, smoothingMilliseconds: 5),
    ParameterDescriptor("contour", .percent, 0...100, default: 0, smoothingMilliseconds: 5),
    ParameterDescriptor(switch: "reverse", default: false),
  ]

  public let position: Parameter
  public let contour: Parameter
  public let reverse: Parameter
  /// The render thread's end, which lives as long as this object.
  public let handle: CrossfaderHandle
  // Control thread only: what takes effect with the next program.
  private var staged: CrossfaderCurve?

  /// - Parameter address: where its parameters stand, too: "crossfader.position".
  public init(
    address: String = "crossfader", parameters: ParameterTable, curve: CrossfaderCurve = .additive
  ) {
    let added = Self.descriptors.map { parameters.add($0, address: "\(address).\($0.name)") }
    (position, contour, reverse) = (added[0], added[1], added[2])
    let state = UnsafeMutablePointer<CrossfaderHandle.State>.allocate(capacity: 1)
    state.initialize(to: .init(position: added[0], contour: added[1], reverse: added[2]))
    let number = UnsafeMutablePointer<Atomic<UInt32>>.allocate(capacity: 1)
    number.initialize(to: Atomic(CrossfaderHandle.number(curve)))
    handle = CrossfaderHandle(state: state, curve: number)
    super.init(address: address, parameters: parameters)
    handle.update()
  }

  deinit {
    handle.state.deallocate()
    handle.curve.deallocate()
  }

  public override var summary: String {
    let descriptors = Self.descriptors
    var text = "\(curve.rawValue), position \(descriptors[0].text(position.wanted))"
    if contour.wanted != 0 { text += ", contour \(descriptors[1].text(contour.wanted))" }
    return reverse.wanted > 0.5 ? text + ", reversed" : text
  }

  /// Control thread: the curve that was asked for last.
  public var curve: CrossfaderCurve {
    CrossfaderHandle.law(handle.curve.pointee.load(ordering: .relaxed))
  }

  /// Control thread: another curve from the next quantum on.
  public func setCurve(_ curve: CrossfaderCurve) {
    handle.curve.pointee.store(CrossfaderHandle.number(curve), ordering: .relaxed)
  }

  /// Control thread: another curve with the next program, instead of at once.
  public func stage(curve: CrossfaderCurve) { staged = curve }

  public override func takeEdits() -> [ModuleEdit] {
    guard let curve = staged else { return [] }
    staged = nil
    return [ModuleEdit(kind: 0, value: Int(CrossfaderHandle.number(curve)))]
  }

  @_noLocks public override func apply(_ edit: ModuleEdit) {
    handle.curve.pointee.store(UInt32(truncatingIfNeeded: edit.value), ordering: .relaxed)
  }

  @_noLocks public override func process(_ context: RenderContext) { handle.update() }
}
