/// What a mapper plays on. MIDI thread.
public protocol MIDIDesk: AnyObject {
  /// The frame of the render clock for what arrives now.
  var arrivalFrame: Int64 { get }
  /// The first frame that is not rendered yet.
  var renderedFrame: Int64 { get }
  func perform(_ action: Action)
  /// A message for a device; it may be sent later, but in order.
  func send(_ bytes: [UInt8], to port: MIDIPort.ID)
  func notice(_ notice: MIDINotice)
}
