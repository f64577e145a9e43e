// What each part of the engine costs on this machine.
//
//   stackdeck-bench [--json] [SESSION...]
//
// Nanoseconds a stereo frame and frames a second: of the loops over samples, of the modules in a
// graph, and of each session, rendered to nothing. Milliseconds: of making a large graph ready.

import Glibc

let arguments = CommandLine.arguments.dropFirst()
let printsJSON = arguments.contains("--json")
var bench = Bench()
bench.measureKernels()
bench.measureModules()
bench.measureGraphs()
for session in arguments where session != "--json" {
  guard let cost = SessionBench.cost(session) else {
    let text = "stackdeck-bench: \(session) can't be rendered\n"
    _ = text.withCString { write(STDERR_FILENO, $0, strlen($0)) }
    exit(1)
  }
  bench.add(session, nanosecondsPerFrame: cost)
}
print(printsJSON ? bench.json : bench.table)
