import TOML

/// A value of a JSON text that knows its place.
struct JSONNode {
  enum Kind {
    case null
    case boolean(Bool)
    /// As it was typed: how exact it must be depends on what it is for.
    case number(String)
    case text(String)
    case list([JSONNode])
    case object([Member])
  }

  struct Member {
    let key: String
    let keyRange: SourceRange
    let value: JSONNode
  }

  let kind: Kind
  let range: SourceRange

  /// "text", "a number": what it is, in messages.
  var shownKind: String {
    switch kind {
    case .null: "null"
    case .boolean(let isOn): isOn ? "true" : "false"
    case .number: "a number"
    case .text: "text"
    case .list: "a list"
    case .object: "an object"
    }
  }
}
