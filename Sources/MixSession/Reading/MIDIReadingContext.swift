/// What entries of a map are read against.
struct MIDIReadingContext {
  let addresses: AddressBook
  /// They stand in a map file: what the session lacks is left out.
  let isMap: Bool
  /// Map files, which are read later, may have layers that nothing is known of yet.
  let mayHaveOtherLayers: Bool
  let connect: [Placed<String>]
}

/// What a map file has for other sessions.
struct MIDIMissing {
  var addresses: [String] = []
  /// Entries of which nothing is left.
  var entryCount = 0
}
