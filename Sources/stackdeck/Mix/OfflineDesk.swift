import MixEngine

/// A desk that is played while a file is rendered: what is done at a frame acts at that frame.
final class OfflineDesk: MIDIDesk {
  private let renderer: Renderer
  private let hands: MIDIFileHands
  private lazy var mapper = MIDIMapper(MIDIMap(), desk: self)
  private(set) var arrivalFrame: Int64 = 0

  init(_ renderer: Renderer, _ hands: MIDIFileHands, _ map: MIDIMap, name: String) {
    self.renderer = renderer
    self.hands = hands
    mapper.update(to: map)
    MIDIFileHands.plug(into: mapper, named: name)
  }

  /// Does what belongs to the quantum that begins at a frame. Returns the beginning of the next one
  /// in which there is something to do.
  func playAlong(from frame: Int64) -> Int64? {
    let quantum = Int64(Quantum.frameCount)
    hands.play(before: frame + quantum) { input, port, frame in
      arrivalFrame = frame
      mapper.receive(input, from: port)
    }
    return hands.nextFrame.map { $0 / quantum * quantum }
  }

  var renderedFrame: Int64 { renderer.clock.frame }
  func perform(_ action: Action) { renderer.send(action, from: .midi) }
  func send(_ bytes: [UInt8], to port: MIDIPort.ID) {}
  func notice(_ notice: MIDINotice) {}
}
