/// All parameters of one renderer, in memory that never moves.
///
/// A parameter changes only where a quantum begins: the renderer then copies what was changed from
/// the atomics, and modules read the copies. So what sounds never depends on how an output slices
/// its requests.
public final class ParameterTable: @unchecked Sendable {
  /// The render thread's end.
  let store = ParameterStore()
  // Control thread only.
  private var addresses: [String] = []
  private var descriptors: [ParameterDescriptor] = []
  private var byAddress: [String: Int32] = [:]

  public init() {}

  deinit { store.deallocate() }

  // MARK: Control thread

  /// Adds a parameter, or finds the one that stands at this address already (a module that comes
  /// back gets its parameters, and their values, back).
  ///
  /// - Parameters:
  ///   - address: "player.a.gain".
  ///   - value: what it starts with; nil: the default, or what an existing one has.
  public func add(
    _ descriptor: ParameterDescriptor, address: String, value: Float? = nil
  ) -> Parameter {
    if let index = byAddress[address] {
      let found = parameter(at: index)
      if let value { found.set(value) }
      return found
    }
    let index = addresses.count
    precondition(index < ParameterStore.capacity, "too many parameters")
    if index & 63 == 0 { store.addChunk() }
    addresses.append(address)
    descriptors.append(descriptor)
    byAddress[address] = Int32(index)
    store.fill(index, taper: descriptor.taper, value: value ?? descriptor.defaultValue)
    return parameter(at: Int32(index))
  }

  public func parameter(named address: String) -> Parameter? {
    byAddress[address].map { parameter(at: $0) }
  }

  public func address(of index: Int32) -> String { addresses[Int(index)] }
  public func descriptor(of index: Int32) -> ParameterDescriptor { descriptors[Int(index)] }
  public var count: Int { addresses.count }

  /// A handle by its place, which must exist.
  public func parameter(at index: Int32) -> Parameter { store.parameter(at: index) }
}
