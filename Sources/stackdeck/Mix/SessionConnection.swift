/// One connection of a session: from what gives sound to what takes it.
struct SessionConnection {
  /// What kind of way it is.
  enum Kind {
    /// Sound goes along it.
    case sound
    /// So does it, at a level of its own.
    case send
    /// Nothing of the sound goes on, but what takes it acts on what it hears.
    case listen
  }

  let from: String
  let to: String
  var kind = Kind.sound
  /// The address of the key that makes it, where that is not the strip's own way.
  var key: String?

  /// What Graphviz is told besides both ends.
  var attributes: String {
    switch kind {
    case .sound: ""
    case .send: " [label = \"send\"]"
    case .listen: " [style = dashed]"
    }
  }
}
