/// What a decoder keeps of one port: halves and selections of its sixteen channels. Its size is the
/// same from its first message to its last. MIDI thread.
struct MIDIDecoderPort: Sendable {
  let id: MIDIPort.ID
  /// Of each channel the controllers 0…31, then the data of its selected parameter.
  var pairs = [FinePair](repeating: FinePair(), count: 16 * (MIDIDecoderPort.data + 1))
  var selections = [ParameterSelection](repeating: ParameterSelection(), count: 16)

  /// The place of the data in a channel's pairs.
  static let data = 32

  static func pairIndex(_ place: Int, channel: Int) -> Int { channel * (data + 1) + place }
}
