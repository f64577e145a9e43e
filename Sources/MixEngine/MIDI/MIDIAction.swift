/// An action as a map knows it: what it needs, and how it is done.
///
/// MIDI thread.
public struct MIDIAction: Sendable {
  /// What a press gives it.
  public enum Argument: Sendable {
    case none
    /// True or false: a press toggles it.
    case toggle
    case number
    /// A number, or nothing.
    case optionalNumber
  }

  public let argument: Argument
  /// The actions that the engine is sent, for a frame of the render clock.
  public let actions: @Sendable (_ value: AddressValue, _ frame: Int64) -> [Action]
  /// What another thread is asked for instead: nil where the engine does it.
  public let request: (@Sendable (_ value: AddressValue) -> Void)?
  /// Whether a toggle is on; what a button turns round and a light shows.
  public let light: @Sendable () -> MIDILightState

  /// Something that the engine does.
  public init(
    _ argument: Argument, light: @escaping @Sendable () -> MIDILightState = { .off },
    actions: @escaping @Sendable (_ value: AddressValue, _ frame: Int64) -> [Action]
  ) {
    self.argument = argument
    self.light = light
    self.actions = actions
    request = nil
  }

  /// Something that another thread is asked for.
  public init(
    _ argument: Argument, request: @escaping @Sendable (_ value: AddressValue) -> Void
  ) {
    self.argument = argument
    self.request = request
    light = { .off }
    actions = { _, _ in [] }
  }
}
