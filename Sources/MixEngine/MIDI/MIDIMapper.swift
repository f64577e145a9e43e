/// Moves what a map says when a hand moves a control, and keeps the lights of the devices.
///
/// Parameters are set through their atomics, actions go to the desk with the frame for what arrives
/// now. MIDI thread; it belongs to one thread at a time.
public final class MIDIMapper {
  /// Where something came from: presses end where they began.
  struct Source: Hashable {
    var port: MIDIPort.ID
    var channel: Int
  }

  unowned let desk: any MIDIDesk
  public private(set) var map = MIDIMap()
  /// All entries of all sections.
  var entries: [MIDIEntryState] = []
  private var byControl: [MIDIControl: [Int]] = [:]
  var ports: [MIDIPort.ID: MIDIPortState] = [:]
  /// The active layer, and the one that a held layer gives back.
  private(set) var layer: Int?
  private var layerBefore: Int?
  /// Counts ticks, of which there are `ticksPerSecond`.
  var time = 0

  /// How often `tick` wants to be called.
  public static let ticksPerSecond = 50

  public init(_ map: MIDIMap, desk: any MIDIDesk) {
    self.desk = desk
    set(map)
  }

  // MARK: The map

  /// Goes on with another map. Controls that stand in both keep what they have caught; what is held
  /// down and stands in it no more is let go.
  public func update(to new: MIDIMap) {
    let next = Self.states(of: new)
    let before = entries, layerName = layer.map { map.layers[$0] }
    for old in before where !old.down.isEmpty && !next.contains(where: old.isSameControl) {
      release(old.entry)
    }
    set(new)
    layer = layerName.flatMap { new.layers.firstIndex(of: $0) }
    layerBefore = nil
    for index in entries.indices {
      if let old = before.first(where: entries[index].isSameControl) {
        entries[index].takeOver(from: old)
      }
    }
    for id in Array(ports.keys) { bind(id) }
  }

  private func set(_ new: MIDIMap) {
    map = new
    entries = Self.states(of: new)
    byControl = Dictionary(grouping: entries.indices) { entries[$0].entry.control }
  }

  private static func states(of map: MIDIMap) -> [MIDIEntryState] {
    map.sections.enumerated().flatMap { section, part in
      part.entries.map { MIDIEntryState($0, section: section) }
    }
  }

  // MARK: Ports

  /// Whether any part of the map hears a port.
  ///
  /// - Parameter present: all ports that there are, for names that several have.
  public func wants(_ port: MIDIPort, among present: [MIDIPort]) -> Bool {
    map.sections.contains { $0.hears(port, among: present) }
  }

  /// A port is connected: the device is told how to begin, and its lights.
  ///
  /// - Parameter hearsAll: whether it stands for every device (a file of messages).
  public func portAppeared(
    _ port: MIDIPort, among present: [MIDIPort], hearsAll: Bool = false
  ) {
    ports[port.id] = MIDIPortState(port, present: present, hearsAll: hearsAll)
    bind(port.id)
    guard let state = ports[port.id] else { return }
    for section in state.sections where port.receives {
      for message in map.sections[section].initMessages { desk.send(message, to: port.id) }
    }
    // A hand may have moved what was unplugged.
    for index in entries.indices where state.entries.contains(index) { entries[index].rearm() }
  }

  /// A port is gone: what was held down on it is let go.
  public func portVanished(_ id: MIDIPort.ID) {
    guard ports.removeValue(forKey: id) != nil else { return }
    releaseAll { $0.port == id }
  }

  /// Events were lost: whatever was held down may have been let go meanwhile, and controls may be
  /// anywhere.
  public func resynchronise() {
    releaseAll { _ in true }
    for index in entries.indices { entries[index].rearm() }
  }

  private func releaseAll(_ isMeant: (Source) -> Bool) {
    for index in entries.indices where entries[index].down.contains(where: isMeant) {
      entries[index].down.removeAll(where: isMeant)
      if entries[index].down.isEmpty { release(index) }
    }
  }

  private func bind(_ id: MIDIPort.ID) {
    guard var state = ports[id] else { return }
    state.bind(map, entries)
    ports[id] = state
  }

  // MARK: Input

  /// The entries that listen to a control now, as places in the map's entries counted through.
  ///
  /// In a layer, entries of the same control in the base are asleep.
  public func awakeEntries(for input: MIDIInput, from id: MIDIPort.ID) -> [Int] {
    let heard = heardEntries(for: input, from: id)
    let inLayer = heard.contains { layer != nil && entries[$0].entry.layer == layer }
    return heard.filter { index in
      let own = entries[index].entry.layer
      return own == layer || own == nil && !inLayer
    }
  }

  private func heardEntries(for input: MIDIInput, from id: MIDIPort.ID) -> [Int] {
    guard let port = ports[id] else { return [] }
    return (byControl[input.control] ?? []).filter { index in
      let channel = entries[index].entry.channel
      return (channel == nil || channel == input.channel) && port.entries.contains(index)
    }
  }

  /// A hand moved something.
  public func receive(_ input: MIDIInput, from id: MIDIPort.ID) {
    ports[id]?.remember(input, time: time)
    let source = Source(port: id, channel: input.channel)
    let isPressed = input.isPressed
    // A press ends at the entry where it began, whatever layer there is now.
    if !isPressed {
      for index in byControl[input.control] ?? [] where entries[index].down.contains(source) {
        entries[index].down.removeAll { $0 == source }
        if entries[index].down.isEmpty { release(index) }
      }
    }
    for index in awakeEntries(for: input, from: id) {
      guard case .move(let targets) = entries[index].entry.task else { continue }
      let wasDown = entries[index].down.contains(source)
      let isPress = isPressed && (!wasDown || input.control.kind == .note)
      if isPress, !wasDown, input.control.kind != .program { entries[index].down.append(source) }
      for target in targets.indices { act(index, target, input, isPress: isPress) }
    }
  }

  private func act(_ index: Int, _ target: Int, _ input: MIDIInput, isPress: Bool) {
    let entry = entries[index].entry
    guard case .move(let targets) = entry.task else { return }
    if let clicks = entry.clicks(input) {
      if clicks != 0 { turn(index, target, targets[target], Float(clicks) * entry.sensitivity) }
    } else if entry.isButton(on: targets[target], input) {
      if isPress { press(index, target, targets[target]) }
    } else {
      move(index, target, targets[target], input)
    }
  }

  /// A knob or a fader went somewhere.
  private func move(_ index: Int, _ place: Int, _ target: MIDITarget, _ input: MIDIInput) {
    guard let position = input.value.position else { return }
    switch target.kind {
    case .parameter(let parameter, _, let scale):
      let value = parameter.wanted, current = scale.position(of: value)
      // Somebody else has moved it: the control no longer stands where it is.
      if value != entries[index].seen[place] { entries[index].takeovers[place].rearm() }
      let waited = entries[index].takeovers[place].waits(for: current) != nil
      if let new = entries[index].takeovers[place].position(of: position, current: current) {
        set(parameter, scale.value(at: new), index, place)
        if waited { desk.notice(.caught(address: target.address)) }
      } else {
        entries[index].seen[place] = value
        guard let way = entries[index].takeovers[place].waits(for: current) else { return }
        desk.notice(
          .waits(
            MIDINotice.Wait(
              control: input.control, address: target.address, value: scale.value(at: position),
              current: value, way: way)))
      }
    case .action(let action, let scale):
      if let scale { perform(action, .number(Double(scale.value(at: position)))) }
    case .layer: break
    }
  }

  /// An encoder was turned.
  private func turn(_ index: Int, _ place: Int, _ target: MIDITarget, _ clicks: Float) {
    switch target.kind {
    case .parameter(let parameter, let descriptor, let scale):
      if descriptor.isSwitch {
        set(parameter, clicks > 0 ? 1 : 0, index, place)
      } else {
        let position = scale.position(of: parameter.wanted) + clicks / 128
        set(parameter, scale.value(at: position), index, place)
      }
    case .action(let action, _):
      switch action.argument {
      case .none: if clicks > 0 { perform(action, .none) }
      case .toggle: perform(action, .toggle(clicks > 0))
      case .number, .optionalNumber:
        perform(action, .number(Double(clicks * (entries[index].entry.step ?? 1))))
      }
    case .layer(let layer): setLayer(layer, clicks > 0)
    }
  }

  /// A button went down.
  private func press(_ index: Int, _ place: Int, _ target: MIDITarget) {
    let entry = entries[index].entry
    switch target.kind {
    case .parameter(let parameter, let descriptor, let scale):
      if let value = entry.value {
        set(parameter, Float(value.number), index, place)
      } else if let step = entry.step {
        set(parameter, descriptor.stepped(parameter.wanted, by: step, on: scale), index, place)
      } else if descriptor.isSwitch {
        set(parameter, entry.isHeld || parameter.wanted < 0.5 ? 1 : 0, index, place)
      } else {
        let isHigh = parameter.wanted == scale.high
        set(parameter, isHigh && !entry.isHeld ? scale.low : scale.high, index, place)
      }
    case .action(let action, _):
      switch action.argument {
      case .none: perform(action, entry.value ?? .none)
      case .number, .optionalNumber:
        perform(action, entry.value ?? entry.step.map { .number(Double($0)) } ?? .none)
      case .toggle:
        if let value = entry.value { return toggle(index, place, action, value.number > 0.5) }
        toggle(index, place, action, entry.isHeld ? true : !isOn(index, place, action))
      }
    case .layer(let target):
      if let value = entry.value { return setLayer(target, value.number > 0.5) }
      if entry.isHeld {
        layerBefore = layer
        enter(target)
      } else {
        setLayer(target, layer != target)
      }
    }
  }

  /// A button was let go.
  private func release(_ index: Int) {
    // The control has in hand what it lets go.
    for (place, value) in release(entries[index].entry) { entries[index].seen[place] = value }
  }

  /// Ends what a button holds. Returns what parameters have now, by the target's place.
  @discardableResult private func release(_ entry: MIDIEntry) -> [Int: Float] {
    guard entry.isHeld, case .move(let targets) = entry.task else { return [:] }
    let isOn = !(entry.value.map { $0.number > 0.5 } ?? true)
    var values: [Int: Float] = [:]
    for (place, target) in targets.enumerated() {
      switch target.kind {
      case .parameter(let parameter, let descriptor, let scale):
        let value = descriptor.isSwitch ? (isOn ? 1 : 0) : scale.low
        parameter.set(value)
        values[place] = value
      case .action(let action, _):
        if case .toggle = action.argument { perform(action, .toggle(isOn)) }
      case .layer(let target):
        if layer == target { enter(layerBefore == target ? nil : layerBefore) }
      }
    }
    return values
  }

  private func set(_ parameter: Parameter, _ value: Float, _ index: Int, _ place: Int) {
    // What sets it without a way of its own has it in hand.
    entries[index].seen[place] = value
    if value != parameter.wanted { parameter.set(value) }
  }

  // MARK: Actions

  private func perform(_ action: MIDIAction, _ value: AddressValue) {
    if let request = action.request { return request(value) }
    for action in action.actions(value, desk.arrivalFrame) { desk.perform(action) }
  }

  private func toggle(_ index: Int, _ place: Int, _ action: MIDIAction, _ isOn: Bool) {
    entries[index].pending[place] = (isOn, desk.arrivalFrame)
    perform(action, .toggle(isOn))
  }

  /// Whether a toggle is on, with what is under way: a second press comes before the first has been
  /// heard.
  private func isOn(_ index: Int, _ place: Int, _ action: MIDIAction) -> Bool {
    if let (isOn, frame) = entries[index].pending[place], frame >= desk.renderedFrame {
      return isOn
    }
    switch action.light() {
    case .on, .wait: return true
    case .off, .loaded: return false
    }
  }

  // MARK: Layers

  private func setLayer(_ target: Int, _ isOn: Bool) {
    if isOn {
      enter(target)
    } else if layer == target {
      enter(nil)
    }
  }

  private func enter(_ new: Int?) {
    guard layer != new else { return }
    layer = new
    // The controls are where the other layer left them.
    for index in entries.indices { entries[index].rearm() }
    desk.notice(.layer(new.map { map.layers[$0] }))
  }
}
