import MixIO

/// Writes JSON (RFC 8259) from left to right, on one line.
///
///     var json = JSONWriter()
///     json.object { json in
///       json.field("name", "a.flac")
///       json.array("levels") { json in json.value(-6.2) }
///     }
///
/// Numbers are those of the C locale whatever the user's is; those that JSON cannot say (infinite,
/// not a number) are `null`. Text that is not UTF-8 has a replacement character for each wrong part.
struct JSONWriter {
  private(set) var text = ""
  /// Whether something stands before the next value of this object or array.
  private var needsComma = false

  init() {}

  /// The text with a line feed, as one line of a stream; the writer is empty then.
  mutating func takeLine() -> String {
    defer { self = JSONWriter() }
    return text + "\n"
  }

  // MARK: Values of an array, or the whole text

  mutating func value(_ value: String) { scalar { Self.quote(value, into: &$0) } }
  mutating func value(_ value: Bool) { scalar { $0 += value ? "true" : "false" } }
  mutating func value(_ value: Int) { scalar { $0 += String(value) } }
  mutating func value(_ value: Int64) { scalar { $0 += String(value) } }
  mutating func value(_ value: UInt64) { scalar { $0 += String(value) } }
  /// The shortest decimal number that reads back as the same value.
  mutating func value(_ value: Double) { scalar { $0 += value.isFinite ? "\(value)" : "null" } }
  mutating func value(_ value: Float) { scalar { $0 += value.isFinite ? "\(value)" : "null" } }
  /// Bytes that should be UTF-8.
  mutating func value(_ value: [UInt8]) { self.value(String(decoding: value, as: UTF8.self)) }
  mutating func value(_ value: FilePath) { self.value(value.bytes) }
  mutating func null() { scalar { $0 += "null" } }

  mutating func object(_ body: (inout JSONWriter) -> Void) { nest("{", "}", body) }
  mutating func array(_ body: (inout JSONWriter) -> Void) { nest("[", "]", body) }

  // MARK: Fields of an object

  mutating func field(_ name: String, _ value: String) { key(name); self.value(value) }
  mutating func field(_ name: String, _ value: Bool) { key(name); self.value(value) }
  mutating func field(_ name: String, _ value: Int) { key(name); self.value(value) }
  mutating func field(_ name: String, _ value: Int64) { key(name); self.value(value) }
  mutating func field(_ name: String, _ value: UInt64) { key(name); self.value(value) }
  mutating func field(_ name: String, _ value: Double) { key(name); self.value(value) }
  mutating func field(_ name: String, _ value: Float) { key(name); self.value(value) }
  mutating func field(_ name: String, _ value: [UInt8]) { key(name); self.value(value) }
  mutating func field(_ name: String, _ value: FilePath) { key(name); self.value(value) }
  mutating func null(_ name: String) { key(name); null() }

  mutating func object(_ name: String, _ body: (inout JSONWriter) -> Void) {
    key(name); object(body)
  }
  mutating func array(_ name: String, _ body: (inout JSONWriter) -> Void) { key(name); array(body) }

  // MARK: Parts

  private mutating func scalar(_ append: (inout String) -> Void) {
    if needsComma { text += "," }
    append(&text)
    needsComma = true
  }

  private mutating func key(_ name: String) {
    scalar { Self.quote(name, into: &$0) }
    text += ":"
    needsComma = false
  }

  private mutating func nest(
    _ opening: String, _ closing: String, _ body: (inout JSONWriter) -> Void
  ) {
    if needsComma { text += "," }
    text += opening
    needsComma = false
    body(&self)
    text += closing
    needsComma = true
  }

  private static func quote(_ value: String, into text: inout String) {
    text += "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      // Beyond what JSON asks for: readers that split lines at these, terminals that obey those.
      case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
