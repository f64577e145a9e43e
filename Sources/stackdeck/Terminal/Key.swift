/// A key of the terminal's keyboard.
struct Key: Hashable, Sendable {
  /// Which key.
  enum Code: Hashable, Sendable {
    /// What the key types. With control it is the lower-case letter.
    case character(Unicode.Scalar)
    case up, down, left, right, home, end, pageUp, pageDown, insert, delete
    case tab, enter, escape, backspace
    /// F1 is 1.
    case function(Int)
    /// A sequence that means no key that we know.
    case unknown
  }

  /// Keys held down beside it, as far as the terminal tells.
  struct Modifiers: OptionSet, Hashable, Sendable {
    let rawValue: UInt8
    static let shift = Modifiers(rawValue: 1)
    static let alt = Modifiers(rawValue: 2)
    static let control = Modifiers(rawValue: 4)
  }

  var code: Code
  var modifiers: Modifiers

  init(_ code: Code, _ modifiers: Modifiers = []) {
    self.code = code
    self.modifiers = modifiers
  }

  /// A key that types a character; Shift is part of the character.
  init(_ character: Unicode.Scalar) { self.init(.character(character)) }
}
