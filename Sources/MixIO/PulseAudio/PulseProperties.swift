import CPulse

/// What we tell a server about ourselves. The caller frees the lists.
enum PulseProperties {
  static let programID = "stackdeck"

  /// Who we are: for every connection.
  static func ofProgram() -> OpaquePointer {
    make([
      PA_PROP_APPLICATION_NAME: "stackdeck",
      PA_PROP_APPLICATION_ID: programID,
      PA_PROP_APPLICATION_ICON_NAME: "audio-card",
    ])
  }

  /// What a stream is. Without a media role: with one the server would treat all programs of that
  /// role as one when it keeps volumes.
  ///
  /// - Parameter identity: under which PulseAudio keeps the volume that the user gave the stream.
  static func ofStream(name: String, identity: String) -> OpaquePointer {
    make([PA_PROP_MEDIA_NAME: name, "module-stream-restore.id": identity])
  }

  /// The property with which devices that we make say whose they are.
  static let owner = "stackdeck.owner"

  /// The process that made a device of these properties, if it was a stackdeck.
  static func owner(_ list: OpaquePointer?) -> Int32? {
    guard let list, let text = pa_proplist_gets(list, owner) else { return nil }
    return Int32(String(cString: text))
  }

  /// A property as text; empty where there is none.
  static func value(_ key: String, of list: OpaquePointer?) -> String {
    list.flatMap { pa_proplist_gets($0, key) }.map { String(cString: $0) } ?? ""
  }

  private static func make(_ properties: [String: String]) -> OpaquePointer {
    guard let list = pa_proplist_new() else { fatalError("no memory is left") }
    for (key, value) in properties { pa_proplist_sets(list, key, value) }
    return list
  }
}
