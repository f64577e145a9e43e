import Glibc
import MixIO

/// Reads the command line and calls the command.
@main
struct Main {
  static func main() {
    // Characters are the user's; numbers stay those of the C locale.
    setlocale(LC_CTYPE, "")
    // A reader that goes away is seen as an error of write.
    signal(SIGPIPE, SIG_IGN)
    let words = (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      CommandLine.unsafeArgv[index].map { pointer in
        Array(UnsafeBufferPointer(start: pointer, count: strlen(pointer))).map {
          UInt8(bitPattern: $0)
        }
      }
    }
    exit(run(words).rawValue)
  }

  private static func run(_ words: [[UInt8]]) -> ExitStatus {
    switch Resolver.resolve(words, exists: exists) {
    case .success(let invocation):
      return dispatch(invocation)
    case .failure(let problems):
      let messages = Messages(CommonOptions(color: problems.color))
      for problem in problems.problems { messages.print(problem.problem) }
      return .wrongInput
    }
  }

  private static func exists(_ path: FilePath) -> Bool {
    path.withCString { access($0, F_OK) } == 0
  }

  private static func dispatch(_ invocation: Invocation) -> ExitStatus {
    switch invocation {
    case .nothing:
      let printer = Messages.printer(.auto)
      Descriptor.standardError.write(printer.encoding.encoded(HelpText.brief))
      return .wrongInput
    case .version: return Commands.printVersion()
    case .help(let options): return Commands.run(options)
    case .completions(let options): return Commands.run(options)
    case .example(let options): return Commands.run(options)
    case .play(let options): return Commands.run(options)
    case .run(let options): return Commands.run(options)
    case .render(let options): return Commands.run(options)
    case .check(let options): return Commands.run(options)
    case .graph(let options): return Commands.run(options)
    case .devices(let options): return Commands.run(options)
    case .calibrate(let options): return Commands.run(options)
    case .midiList(let options): return Commands.run(options)
    case .midiMonitor(let options): return Commands.run(options)
    case .midiLearn(let options): return Commands.run(options)
    }
  }
}
