import MixEngine

/// All addresses of a session: the paths of keys, actions and readings.
public struct AddressBook: Sendable {
  private var entries: [String: AddressEntry] = [:]
  /// In the order of the session.
  public private(set) var addresses: [String] = []
  /// What stands before an address's last word: "player.a".
  private var objects: [String] = []
  /// What only performances may set, since nobody else knows it: how long takes were held back.
  private var keptOnly: Set<String> = []
  /// Names of the layers of controllers' maps.
  public let layers: [String]

  public subscript(address: String) -> AddressEntry? { entries[address] }

  public init(_ plan: SessionPlan) {
    layers = plan.midi.layers
    addKeys(KeyTable.keys(of: .session), of: "session")
    add("session.stop", .action(.stopAll, module: "session"))
    if plan.crossfader != nil {
      add("session.fade", .action(.fade, module: CrossfaderPlan.address))
    }
    add("session.reload", .action(.reload, module: "session"))
    let buses = plan.busNames
    for strip in plan.strips { add(strip, sendsTo: plan.busesForSends(of: strip, among: buses)) }
    for effect in plan.effects {
      addKeys(KeyTable.keys(ofEffect: effect.kind), of: effect.address)
      if effect.kind.tellsReduction { add("\(effect.address).reduction", .reading(.reduction)) }
    }
    if plan.crossfader != nil {
      addKeys(KeyTable.keys(of: .crossfader), of: CrossfaderPlan.address)
    }
    for output in plan.outputs { addKeys(KeyTable.keys(of: .output), of: output.address) }
    if !layers.isEmpty { objects.append("layer") }
    for layer in layers { add("layer.\(layer)", .action(.layer, module: "layer.\(layer)")) }
    addTakeDelays(plan)
    for recorder in plan.recorders {
      for action in ActionKind.ofRecorder {
        add("\(recorder.address).\(action.word)", .action(action, module: recorder.address))
      }
      addKeys(KeyTable.keys(of: .recorder), of: recorder.address)
      add("\(recorder.address).position", .reading(.position))
    }
  }

  private mutating func add(_ strip: StripPlan, sendsTo buses: [String]) {
    let address = strip.address
    if strip.player != nil {
      // Before the keys: loop_in is both.
      for action in ActionKind.ofPlayer {
        add("\(address).\(action.word)", .action(action, module: address))
      }
    }
    addKeys(
      strip.kind == .bus ? KeyTable.keys(ofBus: strip.name) : KeyTable.keys(of: strip.kind),
      of: address)
    if !buses.isEmpty { objects.append("\(address).sends") }
    for bus in buses {
      add("\(address).sends.\(bus)", .parameter(Fader.sendDescriptor(to: bus)))
    }
    var readings = ReadingKind.ofStrip
    if strip.player != nil { readings += ReadingKind.ofPlayer }
    if strip.input != nil { readings += ReadingKind.ofInput }
    if strip.limiter.value { readings.append(.reduction) }
    for reading in readings { add("\(address).\(reading.rawValue)", .reading(reading)) }
  }

  /// What was measured while it was performed, if anything was.
  private mutating func addTakeDelays(_ plan: SessionPlan) {
    let inputs = plan.strips.filter { $0.input?.isSource == true }
    guard !inputs.isEmpty, !plan.recorders.isEmpty else { return }
    keptOnly = Set((["session"] + inputs.map(\.address)).map(TakeDelay.address))
  }

  private mutating func addKeys(_ keys: [SessionKey], of object: String) {
    objects.append(object)
    for key in keys {
      add("\(object).\(key.name)", key.descriptor.map { .parameter($0) } ?? .key)
    }
  }

  private mutating func add(_ address: String, _ entry: AddressEntry) {
    guard entries[address] == nil else { return }
    entries[address] = entry
    addresses.append(address)
  }

  /// What can be set or told at an address.
  public func resolve(_ address: String) -> Result<AddressEntry, AddressProblem> {
    switch entries[address] {
    case nil: .failure(.unknown(address, nearest: nearest(to: address, among: isSettable)))
    case .reading: .failure(.reading(address))
    case .key: .failure(.key(address))
    case .some(let entry): .success(entry)
    }
  }

  /// What a kept performance can set or tell at an address.
  public func resolveKept(_ address: String) -> Result<AddressEntry, AddressProblem> {
    keptOnly.contains(address) ? .success(.parameter(TakeDelay.descriptor)) : resolve(address)
  }

  /// What can be shown on a device at an address: a reading, or a parameter.
  public func resolveShown(_ address: String) -> Result<AddressEntry, AddressProblem> {
    switch entries[address] {
    case nil: .failure(.unknown(address, nearest: nearest(to: address, among: canBeShown)))
    case .key: .failure(.key(address))
    case .reading(.state): .failure(.word(address))
    case .action: .failure(.action(address))
    case .some(let entry): .success(entry)
    }
  }

  // MARK: What is not there

  /// Whether an address is that of a thing which other sessions have and this one has not.
  func lacksObject(of address: String) -> Bool {
    if Self.isOfCrossfader(address) { return !hasCrossfader }
    let parts = address.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count >= 3, let kind = TableKind(rawValue: String(parts[0])), kind.isNamed
    else { return false }
    // A send to a bus that this session has not, or that the strip goes to anyhow.
    if SendPlan.isAddress(address) { return entries[address] == nil }
    return !objects.contains("\(parts[0]).\(parts[1])")
  }

  var hasCrossfader: Bool { objects.contains(CrossfaderPlan.address) }

  static func isOfCrossfader(_ address: String) -> Bool {
    address == "session.fade" || address.hasPrefix(CrossfaderPlan.address + ".")
  }

  /// The address that somebody probably meant: of the same thing first.
  private func nearest(to address: String, among isMeant: (String) -> Bool) -> String? {
    let parts = address.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count >= 2, let word = parts.last.map(String.init) else {
      return NearestName.find(address, in: addresses.filter(isMeant))
    }
    let object = parts.dropLast().joined(separator: ".")
    if objects.contains(object) { return nearestWord(to: word, of: object, isMeant) }
    // Without the table's name: "a.gain".
    if let whole = objects.first(where: { $0.hasSuffix(".\(object)") }),
      entries["\(whole).\(word)"] != nil
    {
      return "\(whole).\(word)"
    }
    if let other = NearestName.find(object, in: objects) {
      if entries["\(other).\(word)"] != nil { return "\(other).\(word)" }
      return nearestWord(to: word, of: other, isMeant)
    }
    return NearestName.find(address, in: addresses.filter(isMeant))
  }

  private func nearestWord(
    to word: String, of object: String, _ isMeant: (String) -> Bool
  ) -> String? {
    if let meant = KeyHints.meant(by: word), isMeant("\(object).\(meant)") {
      return "\(object).\(meant)"
    }
    let words = addresses.filter {
      isMeant($0) && $0.hasPrefix(object + ".")
        && !$0.dropFirst(object.utf8.count + 1).contains(".")
    }.map { String($0.dropFirst(object.utf8.count + 1)) }
    return NearestName.find(word, in: words).map { "\(object).\($0)" }
  }

  private func isSettable(_ address: String) -> Bool {
    switch entries[address] {
    case .parameter, .action: true
    default: false
    }
  }

  private func canBeShown(_ address: String) -> Bool {
    switch entries[address] {
    case .parameter, .reading: true
    default: false
    }
  }
}
