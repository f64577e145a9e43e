import Glibc
import MixEngine
import MixIO

/// The map files of controllers, by name: those of the person, then the shipped ones.
struct MapLibrary {
  /// Where they lie; the first that has a name wins.
  let directories: [FilePath]

  init(directories: [FilePath]) { self.directories = directories }

  /// - Parameters:
  ///   - configHome: The value of `XDG_CONFIG_HOME`.
  ///   - configs: The directory of the shipped sessions.
  init(
    configHome: [UInt8]? = Environment.bytes(of: "XDG_CONFIG_HOME"),
    home: FilePath? = FilePath.home,
    configs: ConfigsDirectory? = ConfigsDirectory.find()
  ) {
    var directories: [FilePath] = []
    // What is not absolute is to be ignored, says the specification of that directory.
    if let configHome, FilePath(bytes: configHome).isAbsolute {
      directories.append(FilePath(bytes: configHome).appending("stackdeck/controllers"))
    } else if let home {
      directories.append(home.appending(".config/stackdeck/controllers"))
    }
    if let configs { directories.append(configs.path.appending("controllers")) }
    self.directories = directories
  }

  /// Whether a text is the path of a map file, and not a map's name.
  static func isPath(_ text: String) -> Bool { text.contains("/") || text.hasSuffix(".toml") }

  /// The file of the map of this name.
  func path(of name: String) -> FilePath? {
    directories.lazy.map { $0.appending(FilePath(name + ".toml")) }.first { path in
      path.withCString { access($0, F_OK) } == 0
    }
  }

  /// Names of all maps, in their order, each once.
  var names: [String] {
    let files = directories.flatMap { NearbyFile.names(in: $0) }
    return Set(files.filter { $0.hasSuffix(".toml") }.map { String($0.dropLast(5)) }).sorted()
  }

  /// What to say where no map has a name.
  func help(forMissing name: String) -> String? {
    let names = names
    if let near = NearestName.find(name, in: names) { return "did you mean '\(near)'?" }
    if names.isEmpty { return "a map file of yours: maps = \"\(name).toml\"" }
    return "there are \(WordList.joined(names, by: "and"))"
  }
}
