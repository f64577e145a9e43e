import MixEngine
import MixSession

/// A session's map, worked as a mix would work it but on a desk that plays nothing: it says which
/// entries hear an input, layers and all.
///
/// Control thread.
final class MonitorMap: MIDIDesk {
  private let build: SessionBuild
  private lazy var mapper = MIDIMapper(build.midiMap(plan.midi) { _, _ in }, desk: self)
  private let plan: SessionPlan

  init(_ plan: SessionPlan) throws(SessionBuildError) {
    self.plan = plan
    build = try SessionBuilder(engine: Engine(sampleRate: plan.sampleRate.value, isOffline: true))
      .build(plan)
  }

  func appeared(_ port: MIDIPort, among ports: [MIDIPort]) {
    mapper.portAppeared(port, among: ports)
  }

  func vanished(_ id: MIDIPort.ID) { mapper.portVanished(id) }

  /// What an input moves, in the order of the map; it is then done.
  func addresses(for heard: HeardInput) -> [String] {
    let entries = mapper.map.sections.flatMap(\.entries)
    let awake = mapper.awakeEntries(for: heard.input, from: heard.port).filter { index in
      if case .move = entries[index].task { true } else { false }
    }
    mapper.receive(heard.input, from: heard.port)
    return awake.flatMap { entries[$0].addresses }
  }

  // MARK: MIDIDesk

  var arrivalFrame: Int64 { 0 }
  var renderedFrame: Int64 { 0 }
  func perform(_ action: Action) {}
  func send(_ bytes: [UInt8], to port: MIDIPort.ID) {}
  func notice(_ notice: MIDINotice) {}
}
