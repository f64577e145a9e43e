/// What the first line of an events file says of how it came about. Each part may be left out.
public struct PerformanceHeader: Sendable {
  /// The version of the format; this program reads 1.
  public static let version = 1

  /// Of the program that wrote it.
  public var program: Placed<String>?
  /// In Hz.
  public var sampleRate: Placed<Int>?
  /// The session file's name, as it was typed.
  public var session: Placed<String>?
  /// The session file's text.
  public var text: Placed<String>?
  /// Settings of the command line, as they were typed.
  public var settings: Placed<[String]>?
  /// Hashes of the players' files, by player.
  public var files: [(player: String, hash: Placed<String>)] = []
  /// Files with what live inputs brought, by input; relative to the events file.
  public var inputs: [(input: String, path: Placed<String>)] = []

  init() {}
}
