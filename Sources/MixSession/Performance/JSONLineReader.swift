import TOML

/// Reads one JSON text (RFC 8259) that stands on one line of a file. Strict: nothing else is taken.
///
/// Cost: O(bytes). Never traps, whatever the bytes.
struct JSONLineReader {
  /// What is wrong, and where.
  struct Fault: Error {
    let message: String
    let range: SourceRange
    var help: String?
  }

  /// Objects in objects; more are no line of ours.
  private static let deepest = 8

  private let bytes: [UInt8]
  private let end: Int
  private let line: Int
  private var at: Int
  /// 1-based, in characters.
  private var column = 1

  /// The object on the line whose bytes are `range`, which has no line end in it.
  static func object(
    in bytes: [UInt8], _ range: Range<Int>, line: Int
  ) -> Result<JSONNode, Fault> {
    var reader = JSONLineReader(
      bytes: bytes, end: range.upperBound, line: line, at: range.lowerBound)
    return Result { () throws(Fault) in
      reader.skipSpace()
      guard reader.byte == UInt8(ascii: "{") else {
        throw reader.fault(
          "a line is an object", help: #"{"frame":48000,"to":"player.a.play","value":true}"#)
      }
      let node = try reader.value(depth: 0)
      reader.skipSpace()
      guard reader.at == reader.end else {
        throw reader.fault("the line goes on behind its object")
      }
      return node
    }
  }

  private init(bytes: [UInt8], end: Int, line: Int, at: Int) {
    self.bytes = bytes
    self.end = end
    self.line = line
    self.at = at
  }

  // MARK: Places

  private var byte: UInt8? { at < end ? bytes[at] : nil }
  private var position: SourcePosition { SourcePosition(offset: at, line: line, column: column) }

  private mutating func step() {
    at += 1
    // Bytes that go on a character have no column.
    if at >= end || bytes[at] & 0xC0 != 0x80 { column += 1 }
  }

  private func fault(_ message: String, from start: SourcePosition? = nil, help: String? = nil)
    -> Fault
  {
    let start = start ?? position
    return Fault(
      message: message,
      range: SourceRange(
        start: start,
        end: start == position && at < end
          ? SourcePosition(offset: at + 1, line: line, column: column + 1) : position),
      help: help)
  }

  private mutating func skipSpace() {
    while let byte, byte == 0x20 || byte == 0x09 || byte == 0x0D { step() }
  }

  // MARK: Values

  private mutating func value(depth: Int) throws(Fault) -> JSONNode {
    guard depth < Self.deepest else { throw fault("this is nested too deeply") }
    let start = position
    let kind: JSONNode.Kind
    switch byte {
    case UInt8(ascii: "{"): kind = .object(try members(depth))
    case UInt8(ascii: "["): kind = .list(try elements(depth))
    case UInt8(ascii: "\""): kind = .text(try text())
    case UInt8(ascii: "t"): kind = try word("true", .boolean(true))
    case UInt8(ascii: "f"): kind = try word("false", .boolean(false))
    case UInt8(ascii: "n"): kind = try word("null", .null)
    case nil: throw fault("a value is missing")
    case .some(let byte) where byte == UInt8(ascii: "-") || Self.isDigit(byte):
      kind = .number(try number())
    default: throw fault("this is no value", help: "text stands in double quotes")
    }
    return JSONNode(kind: kind, range: SourceRange(start: start, end: position))
  }

  private mutating func word(
    _ word: String, _ kind: JSONNode.Kind
  ) throws(Fault) -> JSONNode.Kind {
    let start = position
    for wanted in word.utf8 {
      guard byte == wanted else {
        throw fault("this is no value", from: start, help: "JSON has true, false and null")
      }
      step()
    }
    return kind
  }

  private mutating func number() throws(Fault) -> String {
    let start = position
    if byte == UInt8(ascii: "-") { step() }
    if byte == UInt8(ascii: "0") {
      step()
      if let byte, Self.isDigit(byte) { throw fault("a number can't begin with 0", from: start) }
    } else {
      try digits(from: start)
    }
    if byte == UInt8(ascii: ".") {
      step()
      try digits(from: start)
    }
    if byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
      step()
      if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { step() }
      try digits(from: start)
    }
    return String(decoding: bytes[start.offset..<at], as: UTF8.self)
  }

  private mutating func digits(from start: SourcePosition) throws(Fault) {
    guard let first = byte, Self.isDigit(first) else {
      throw fault("a digit is missing in this number", from: start)
    }
    while let byte, Self.isDigit(byte) { step() }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }

  private mutating func members(_ depth: Int) throws(Fault) -> [JSONNode.Member] {
    var members: [JSONNode.Member] = [], seen: Set<String> = []
    step()
    skipSpace()
    if byte == UInt8(ascii: "}") {
      step()
      return members
    }
    while true {
      skipSpace()
      let start = position
      guard byte == UInt8(ascii: "\"") else {
        throw fault("a key is missing", help: "keys stand in double quotes")
      }
      let key = try text()
      let range = SourceRange(start: start, end: position)
      guard seen.insert(key).inserted else {
        throw Fault(message: "'\(Shown.word(key))' stands here twice", range: range)
      }
      skipSpace()
      guard byte == UInt8(ascii: ":") else { throw fault("a colon is missing behind the key") }
      step()
      skipSpace()
      members.append(JSONNode.Member(key: key, keyRange: range, value: try value(depth: depth + 1)))
      guard try hasNext(closing: UInt8(ascii: "}"), "object") else { return members }
    }
  }

  private mutating func elements(_ depth: Int) throws(Fault) -> [JSONNode] {
    var elements: [JSONNode] = []
    step()
    skipSpace()
    if byte == UInt8(ascii: "]") {
      step()
      return elements
    }
    while true {
      skipSpace()
      elements.append(try value(depth: depth + 1))
      guard try hasNext(closing: UInt8(ascii: "]"), "list") else { return elements }
    }
  }

  private mutating func hasNext(closing: UInt8, _ what: String) throws(Fault) -> Bool {
    skipSpace()
    if byte == UInt8(ascii: ",") {
      step()
      return true
    }
    guard byte == closing else {
      throw fault(byte == nil ? "the \(what) has no end" : "a comma is missing")
    }
    step()
    return false
  }

  // MARK: Text

  private mutating func text() throws(Fault) -> String {
    let start = position
    var content: [UInt8] = []
    step()
    while true {
      guard let byte else { throw fault("the text has no end", from: start) }
      switch byte {
      case UInt8(ascii: "\""):
        step()
        guard let text = String(validating: content, as: UTF8.self) else {
          throw fault("the text is not UTF-8", from: start)
        }
        return text
      case UInt8(ascii: "\\"): try escape(into: &content)
      case 0..<0x20:
        throw fault("a text can't have this character as it is", help: #"\t, \n, \u0000"#)
      default:
        content.append(byte)
        step()
      }
    }
  }

  private mutating func escape(into content: inout [UInt8]) throws(Fault) {
    let start = position
    step()
    let letter = byte
    if letter != nil { step() }
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): content.append(letter!)
    case UInt8(ascii: "b"): content.append(8)
    case UInt8(ascii: "f"): content.append(12)
    case UInt8(ascii: "n"): content.append(10)
    case UInt8(ascii: "r"): content.append(13)
    case UInt8(ascii: "t"): content.append(9)
    case UInt8(ascii: "u"):
      var code = try hexDigits(from: start)
      if code & 0xFC00 == 0xD800 {
        // The second half of a character beyond U+FFFF must follow.
        guard byte == UInt8(ascii: "\\") else {
          throw fault("half a character stands here", from: start)
        }
        step()
        guard byte == UInt8(ascii: "u") else {
          throw fault("half a character stands here", from: start)
        }
        step()
        let low = try hexDigits(from: start)
        guard low & 0xFC00 == 0xDC00 else {
          throw fault("half a character stands here", from: start)
        }
        code = 0x10000 + (code & 0x3FF) << 10 + low & 0x3FF
      }
      guard let scalar = Unicode.Scalar(code) else {
        throw fault("half a character stands here", from: start)
      }
      content += Array(String(Character(scalar)).utf8)
    default:
      throw fault(
        "JSON knows no such escape", from: start, help: #"\" \\ \/ \b \f \n \r \t \u0000"#)
    }
  }

  private mutating func hexDigits(from start: SourcePosition) throws(Fault) -> UInt32 {
    var code: UInt32 = 0
    for _ in 0..<4 {
      let digit: UInt32
      switch byte {
      case .some(let byte) where Self.isDigit(byte): digit = UInt32(byte) - 0x30
      case .some(let byte) where byte >= 0x41 && byte <= 0x46: digit = UInt32(byte) - 0x41 + 10
      case .some(let byte) where byte >= 0x61 && byte <= 0x66: digit = UInt32(byte) - 0x61 + 10
      default: throw fault(#"\u has four hexadecimal digits"#, from: start)
      }
      step()
      code = code << 4 | digit
    }
    return code
  }
}
