/// A mistake in a TOML text.
///
/// The texts are plain, lower case and without a full stop; the message states the rule or the
/// finding, the help says what to write instead.
public struct TOMLError: Error, Hashable, Sendable {
  /// A second place that belongs to a mistake: "'x' is defined here".
  public struct Note: Hashable, Sendable {
    public var message: String
    public var range: SourceRange

    public init(message: String, range: SourceRange) {
      self.message = message
      self.range = range
    }
  }

  public var message: String
  /// The smallest wrong part; never empty, except at the end of a text that stops too early.
  public var range: SourceRange
  public var help: String?
  public var note: Note?

  public init(message: String, range: SourceRange, help: String? = nil, note: Note? = nil) {
    self.message = message
    self.range = range
    self.help = help
    self.note = note
  }
}
