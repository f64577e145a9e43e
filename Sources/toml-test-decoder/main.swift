import TOML

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

let usage = """
  usage: toml-test-decoder [--toml 1.0|1.1] < file.toml

  Reads TOML from standard input and writes it to standard output as the typed JSON of toml-test.
  Mistakes go to standard error as line:column: message, with exit status 1.

    --toml VERSION  the version of the language, 1.0 or 1.1 (default 1.1)
    --help          prints this

  Exit status: 0 valid, 1 invalid, 2 the command line or a stream is wrong.

  """

func fail(_ message: String) -> Never {
  StandardStreams.writeError("toml-test-decoder: \(message)")
  exit(2)
}

var version = TOMLVersion.v1_1
var arguments = CommandLine.arguments.dropFirst()
while let argument = arguments.popFirst() {
  switch argument {
  case "--help", "-h":
    exit(StandardStreams.writeOutput(Array(usage.utf8)) ? 0 : 2)
  case "--toml":
    guard let text = arguments.popFirst() else { fail("--toml needs 1.0 or 1.1") }
    guard let wanted = TOMLVersion(rawValue: text) else {
      fail("--toml is 1.0 or 1.1, not \(text)")
    }
    version = wanted
  default:
    fail("'\(argument)' is not an option; --help lists them")
  }
}

guard let input = StandardStreams.readInput() else { fail("standard input cannot be read") }
let result = TOML.parse(input, version: version)
guard result.isValid else {
  for error in result.errors {
    let place = error.range.start
    StandardStreams.writeError("\(place.line):\(place.column): \(error.message)")
  }
  exit(1)
}
guard StandardStreams.writeOutput(TypedJSON(result.table).text) else {
  fail("standard output cannot be written")
}
