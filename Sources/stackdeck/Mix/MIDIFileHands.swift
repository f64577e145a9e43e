import MixEngine

/// The hands of a performance that is kept in a Standard MIDI File: every map hears them.
///
/// One thread at a time.
final class MIDIFileHands {
  /// No client of the sequencer has this number.
  private static let port = MIDIPort.ID(client: -1, port: 0)

  private let events: [StandardMIDIFile.Event]
  private let rate: SampleRate
  private var decoder = MIDIDecoder()
  private var next = 0

  init(_ file: StandardMIDIFile, _ rate: SampleRate) {
    events = file.events
    self.rate = rate
  }

  /// Where the mapper hears it.
  static func plug(into mapper: MIDIMapper, named name: String) {
    let port = MIDIPort(
      id: port, clientName: name, portName: name, isHardware: false, sends: true,
      receives: false)
    mapper.portAppeared(port, among: [port], hearsAll: true)
  }

  /// The frame of the render clock at which something is to be done next; nil: that was all.
  var nextFrame: Int64? {
    let held = decoder.deadline.map { rate.frames(seconds: Double($0) / 1e9) }
    let event = next < events.count ? rate.frames(seconds: events[next].seconds) : nil
    return [held, event].compactMap { $0 }.min()
  }

  /// Gives all that comes before a frame.
  ///
  /// - Parameter body: gets each input with the frame that it belongs to.
  func play(
    before end: Int64, _ body: (_ input: MIDIInput, _ port: MIDIPort.ID, _ frame: Int64) -> Void
  ) {
    while let frame = nextFrame, frame < end {
      let give = { (port: MIDIPort.ID, input: MIDIInput) in body(input, port, frame) }
      if next < events.count, rate.frames(seconds: events[next].seconds) == frame {
        let event = events[next]
        next += 1
        decoder.decode(
          event.message, from: Self.port, at: Int64(event.seconds * 1e9), give)
      } else {
        decoder.flush(at: decoder.deadline ?? 0, give)
      }
    }
  }
}
