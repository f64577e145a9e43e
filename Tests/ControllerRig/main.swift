// A MIDI controller that is no device: a client of the ALSA sequencer that a test makes move.
//
//   controller-rig NAME [PORT...]
//
// names its client and its ports; without PORT it has one, named like the client; - stands for none.
//
// Standard input is what it does, a line each; channels are 1…16. Messages go to whoever is
// connected with the port.
//
//   wait                    until somebody listens, and, if it can be lit, sends to the port
//   wait-heard COUNT        until so many messages have come in altogether
//   wait-file PATH          until there is such a file
//   sleep MS                this long after what was sent last, or else from now
//   port INDEX              what follows comes from this port (0 is the first)
//   cc CH NUMBER VALUE      note CH NOTE VELOCITY    off CH NOTE VELOCITY    key-pressure CH NOTE VALUE
//   pressure CH VALUE       program CH NUMBER        pitchbend CH −8192…8191
//   cc14 CH NUMBER VALUE    a pair of two cc         nrpn|rpn CH NUMBER VALUE    four cc
//   control14|nrpn-event|rpn-event CH NUMBER VALUE   whole in one event, as software clients send it
//   clock COUNT    sensing COUNT    sysex HEX…
//   burst COUNT CH NUMBER   so many cc, as fast as it goes, their values counting from 0 to 127
//   reborn                  the client ends and comes back under another number
//   add-port NAME           one more
//   quit                    it ends; without it, it listens on until it is killed
//
// It prints a line for each message: microseconds of CLOCK_MONOTONIC, `out` or `in`, the port's
// index, and the message in the words above. Bursts are one line.
import CALSA
import Glibc

let arguments = Array(CommandLine.arguments.dropFirst())
guard let name = arguments.first else {
  complain("usage: controller-rig NAME [PORT...]")
  exit(2)
}
do {
  let ports = arguments.count > 1 ? arguments.dropFirst().filter { $0 != "-" } : [name]
  var script = Script(controller: try Controller(name: name, ports: ports))
  while let line = readLine() {
    guard try script.run(line) else { exit(0) }
  }
  while true { script.controller.listen(milliseconds: -1) }
} catch {
  complain("controller-rig: \(error)")
  exit(1)
}
