import MixEngine

/// What a control of a controller did, with where and when.
struct HeardInput: Hashable, Sendable {
  var port: MIDIPort.ID
  var input: MIDIInput
  /// Nanoseconds of a clock that never jumps.
  var time: Int64
}
