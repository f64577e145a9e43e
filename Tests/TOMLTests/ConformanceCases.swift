import Glibc
import TOML

/// The public cases of toml-lang/toml-test, which stand beside the repository in `shared/toml-test`.
enum ConformanceCases {
  static let reason: String = "no conformance cases: put toml-lang/toml-test at ../shared/toml-test"

  static let directory: String = {
    var parts = #filePath.split(separator: "/")
    // Tests/TOMLTests/ConformanceCases.swift, and the root of the repository.
    parts.removeLast(4)
    return "/" + parts.joined(separator: "/") + "/shared/toml-test/"
  }()

  static var areHere: Bool { access(directory + "files-toml-1.1.0", R_OK) == 0 }

  /// The names of all cases of a version that are to be accepted or refused, without `.toml`.
  static func names(_ version: TOMLVersion, valid: Bool) -> [String] {
    let list = String(decoding: bytes("files-toml-\(version.rawValue).0"), as: UTF8.self)
    return list.split(separator: "\n").map(String.init).filter {
      $0.hasPrefix(valid ? "valid/" : "invalid/") && $0.hasSuffix(".toml")
    }.map { String($0.dropLast(5)) }
  }

  static func text(_ name: String) -> [UInt8] { bytes(name + ".toml") }

  static func expectation(_ name: String) -> [UInt8] { bytes(name + ".json") }

  private static func bytes(_ name: String) -> [UInt8] {
    guard let file = fopen(directory + name, "r") else { return [] }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&part, 1, part.count, file), count > 0 {
      bytes.append(contentsOf: part[..<count])
    }
    return bytes
  }
}
