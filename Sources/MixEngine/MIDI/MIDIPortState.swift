/// A connected port: which entries hear it, which lights it has, and what it was last sent.
struct MIDIPortState {
  /// What a light or a display listens to.
  struct LightKey: Hashable {
    var control: MIDIControl
    var channel: Int
  }

  /// What a control last sent, and when.
  struct Received {
    var value: Int
    var time: Int
  }

  let port: MIDIPort
  private let present: [MIDIPort]
  private let hearsAll: Bool
  private(set) var sections: [Int] = []
  private(set) var entries: Set<Int> = []
  /// Its lights, in the order of the map, and the entries that each may show.
  private(set) var lights: [(key: LightKey, entries: [Int])] = []
  var sent: [LightKey: Int] = [:]
  /// What displays that are controls, too, were last told by a hand.
  private(set) var received: [LightKey: Received] = [:]
  private var displays: Set<LightKey> = []
  /// Where the next round of lights begins, so that none waits for ever.
  var next = 0

  init(_ port: MIDIPort, present: [MIDIPort], hearsAll: Bool) {
    self.port = port
    self.present = present
    self.hearsAll = hearsAll
  }

  /// Finds what hears it, and what it shows.
  mutating func bind(_ map: MIDIMap, _ all: [MIDIEntryState]) {
    sections = map.sections.indices.filter {
      hearsAll || map.sections[$0].hears(port, among: present)
    }
    entries = Set(
      all.indices.filter { index in
        sections.contains(all[index].section)
          && (hearsAll
            || all[index].entry.port.map { port.isNamed($0, among: present) } ?? true)
      })
    lights = []
    displays = []
    guard port.receives else { return }
    var places: [LightKey: Int] = [:]
    for index in entries.sorted() {
      guard let key = all[index].entry.lightKey else { continue }
      if case .show = all[index].entry.task { displays.insert(key) }
      if let place = places[key] {
        lights[place].entries.append(index)
      } else {
        places[key] = lights.count
        lights.append((key, [index]))
      }
    }
    next = 0
  }

  mutating func remember(_ input: MIDIInput, time: Int) {
    let value: Int
    switch input.value {
    case .coarse(let coarse): value = coarse
    case .fine(let fine): value = fine
    case .steps: return
    }
    let key = LightKey(control: input.control, channel: input.channel)
    guard displays.contains(key) else { return }
    received[key] = Received(value: value, time: time)
    // It shows what the hand made of it.
    sent[key] = nil
  }
}

extension MIDIEntry {
  /// Where its light or its display listens; nil: it has none.
  var lightKey: MIDIPortState.LightKey? {
    switch task {
    case .show: .init(control: control, channel: channel ?? 0)
    case .move: light.map { .init(control: $0.control, channel: $0.channel) }
    }
  }
}
