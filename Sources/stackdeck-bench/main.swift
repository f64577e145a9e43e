// What each part of the engine costs on this machine.
//
//   stackdeck-bench [--json] [SESSION...]
//   stackdeck-bench --cycles graph|block COUNT
//   stackdeck-bench --clocks SECONDS
//
// Nanoseconds a stereo frame and frames a second: of the loops over samples, of the modules in a
// graph, and of each session, rendered to nothing. Milliseconds: of making a large graph ready.
//
// --cycles renders quanta of three players, as a compiled graph or as a block written by hand, and
// prints the last frame: for a profiler that counts instructions.
//
// --clocks captures from the sound server of PULSE_SERVER with a clock that is 208 ppm fast, and says
// whether that was followed.

import Glibc

let arguments = CommandLine.arguments.dropFirst()
let printsJSON = arguments.contains("--json")
if arguments.count == 3, arguments.first == "--cycles",
  let form = ThreePlayers.Form(rawValue: arguments[2]), let count = Int(arguments[3])
{
  let players = try ThreePlayers(form)
  players.render(count)
  print(players.lastFrame)
  exit(0)
}
if arguments.count == 2, arguments.first == "--clocks", let seconds = Int(arguments[2]) {
  exit(try ClockBench.run(seconds: seconds) ? 0 : 1)
}
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
