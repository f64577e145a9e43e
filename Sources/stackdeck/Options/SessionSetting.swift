/// One `--set ADDRESS=VALUE`, as it was typed; the session reads both sides.
struct SessionSetting: Hashable, Sendable {
  let address: String
  let value: String

  var typed: String { address + "=" + value }

  init(typed bytes: [UInt8]) throws(ArgumentFault) {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw .notText(TypedWord(bytes))
    }
    guard let equals = text.firstIndex(of: "="), equals > text.startIndex else {
      throw .notASetting(text)
    }
    address = String(text[..<equals])
    value = String(text[text.index(after: equals)...])
  }
}
