import CTestSupport
import Glibc

/// A program with its arguments and surroundings, to be run by a test.
///
/// Standard input is empty unless `input` is given. Standard output and error are files in memory:
/// nothing blocks when a program writes much, nothing hangs when a daemon inherits them, and they
/// can be read while the program runs. (They are seekable; to test a pipe, run `sh -c 'x | cat'`.)
/// Any thread.
public struct Command: Sendable {
  /// A path, or a name that is looked up in PATH.
  public var program: String
  public var arguments: [String]
  /// Added to this process's environment; nil removes a variable.
  public var environment: [String: String?]
  /// The working directory; nil is that of this process.
  public var directory: String?
  /// What the program reads from standard input.
  public var input: [UInt8]

  public init(
    _ program: String, _ arguments: [String] = [], environment: [String: String?] = [:],
    directory: String? = nil, input: [UInt8] = []
  ) {
    self.program = program
    self.arguments = arguments
    self.environment = environment
    self.directory = directory
    self.input = input
  }

  /// A program that this package built, e.g. `stackdeck`: it lies beside the running test bundle.
  public static func product(
    _ name: String, _ arguments: [String] = [], environment: [String: String?] = [:],
    directory: String? = nil, input: [UInt8] = []
  ) -> Command {
    Command(
      productDirectory + "/" + name, arguments, environment: environment, directory: directory,
      input: input)
  }

  /// Runs the program to its end.
  ///
  /// - Parameter limit: When it is passed, the program and its children are killed and the result
  ///   says `.timedOut`.
  /// - Throws: `CommandError` if the program cannot be started.
  public func run(limit: Duration = .seconds(60)) throws -> CommandResult {
    let running = try start()
    return running.wait(limit: limit)
  }

  /// Starts the program and returns at once.
  ///
  /// The program is killed if it still runs when the returned value is released.
  /// - Throws: `CommandError` if it cannot be started.
  public func start() throws -> RunningCommand {
    let output = try MemoryFile("stdout")
    let errors = try MemoryFile("stderr")
    let standardInput = try MemoryFile("stdin", holding: input)

    let argumentVector = CStringArray([program] + arguments)
    let environmentVector = CStringArray(mergedEnvironment())
    var process: pid_t = 0
    // A process group of its own, so that a time limit ends its children too.
    let error = cts_spawn(
      &process, program, argumentVector.pointer, environmentVector.pointer, directory,
      standardInput.descriptor, output.descriptor, errors.descriptor)
    guard error == 0 else { throw CommandError(what: "start \(program)", error: error) }
    return RunningCommand(process: process, program: program, output: output, errors: errors)
  }

  /// Whether a program of this name is found in PATH.
  public static func isInstalled(_ name: String) -> Bool {
    guard let path = getenv("PATH") else { return false }
    return String(cString: path).split(separator: ":").contains {
      access("\($0)/\(name)", X_OK) == 0
    }
  }

  private func mergedEnvironment() -> [String] {
    var merged: [String: String] = [:]
    var entry = environ
    while let text = entry.pointee {
      let pair = String(cString: text).split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if pair.count == 2 { merged[String(pair[0])] = String(pair[1]) }
      entry += 1
    }
    for (name, value) in environment { merged[name] = value }
    return merged.map { "\($0.key)=\($0.value)" }
  }

  /// The path of the program that runs here: the test bundle.
  public static let ownProgram: String = {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = readlink("/proc/self/exe", &buffer, buffer.count)
    return String(decoding: buffer[..<max(0, length)].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }()

  private static let productDirectory =
    String(ownProgram[..<(ownProgram.lastIndex(of: "/") ?? ownProgram.endIndex)])
}
