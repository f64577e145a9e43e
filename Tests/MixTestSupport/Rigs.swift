/// Where this package's files lie, seen from a test.
public enum Rigs {
  /// The root of the package.
  public static let packageDirectory: String = {
    // Tests/MixTestSupport/Rigs.swift
    let parts = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
    return parts.joined(separator: "/")
  }()

  /// The path of a script in `Tests/rigs`.
  public static func path(_ name: String) -> String { packageDirectory + "/Tests/rigs/" + name }
}

/// A rig's script or a tool on its server that failed, with its last words.
public struct RigError: Error, CustomStringConvertible {
  public let what: String
  public let result: CommandResult

  public var description: String {
    "\(what): \(result.end)\n\(result.errors)"
  }
}
