import MixTestSupport
import Synchronization

/// One run of all `midi` commands in a machine with a sequencer, with a controller that is a process of
/// its own. What came of it lies in `directory`.
final class MIDICommandBench: Sendable {
  static let isInstalled = VirtualMachineRig.isInstalled && TerminalBench.isInstalled
  static let reason = "\(VirtualMachineRig.reason); or \(TerminalBench.reason)"

  private static let shared = Mutex<MIDICommandBench?>(nil)

  /// The run, made by whoever asks first. Blocks.
  static func run() throws -> MIDICommandBench {
    try shared.withLock { shared in
      if let shared { return shared }
      let bench = try MIDICommandBench()
      shared = bench
      return bench
    }
  }

  let rig: VirtualMachineRig
  let result: CommandResult

  func text(_ name: String) throws -> String { try rig.directory.text(of: name) }

  private init() throws {
    rig = try VirtualMachineRig()
    try rig.directory.write(Self.session, to: "set.toml")
    try rig.directory.write(Self.blocks, to: "blocks.toml")
    try rig.directory.write(Self.moves, to: "moves")
    try rig.directory.write(Self.hand, to: "hand")
    try rig.directory.write(Self.script, to: "script")
    result = try rig.run(
      "bash", [rig.directory["script"]],
      environment: [
        "STACKDECK": Command.product("stackdeck").program,
        "RIG": Command.product("controller-rig").program, "DIR": rig.directory.path,
      ], limit: 280)
  }

  /// A session whose comments and layout are to stay.
  static let session = """
    # mine
    [player.a]
    [player.b]

    [midi]
    connect = "Desk"   # the small one
    init = ["BF 7F 01"]
    map = [
      # faders
      { cc = 0, to = "player.a.gain" },  # left
      { cc = 1, layer = "shift", to = "player.b.gain" },
      { note = 60, to = "layer.shift", hold = true },
    ]

    """

  static let blocks = """
    [player.a]

    [midi]
    connect = "Desk"

    [[midi.map]]
    note = 61
    to = "player.a.play"   # the pad

    """

  /// What the monitor is to show.
  static let moves = """
    wait
    cc 1 0 10
    sleep 60
    cc14 2 3 8192
    sleep 60
    nrpn 2 300 5000
    clock 100
    sensing 100
    sleep 60
    cc14 2 3 8200
    sleep 60
    cc 1 1 64
    sleep 60
    note 1 60 100
    cc 1 1 65
    off 1 60 64
    sleep 60
    pitchbend 16 8191
    sleep 200
    program 1 3
    sleep 200
    wait-file done
    quit
    """

  /// What a hand does in `midi learn`, a step each time that it is told to.
  static let hand = {
    func way(_ values: [Int], _ line: (Int) -> String) -> [String] {
      values.flatMap { [line($0), "sleep 8"] }
    }
    let fader = way(Array(stride(from: 0, through: 126, by: 3)) + [127]) { "cc 1 0 \($0)" }
    let encoder = way([1, 1, 1, 2, 1, 127, 127, 126, 127, 1]) { "cc 1 16 \($0)" }
    let fine = way(Array(stride(from: 0, through: 16383, by: 300))) { "cc14 2 5 \($0)" }
    let pad = ["note 10 36 100", "sleep 100", "off 10 36 0", "sleep 50"]
    var lines = ["wait"]
    for (number, step) in [fader, encoder, pad, fine].enumerated() {
      lines += ["wait-file go-\(number + 1)"] + step
    }
    return (lines + ["wait-file go-5", "quit"]).joined(separator: "\n")
  }()

  private static let script = #"""
    cd "$DIR"
    export LC_ALL=C.UTF-8 TERM=xterm-256color
    upto() { # upto COMMAND...: until it succeeds
      for ((n = 0; n < 400; n++)); do "$@" 2>/dev/null && return; sleep 0.1; done
      echo "not reached: $*"
      return 1
    }
    has() { grep -qF -- "$1" "${@:2}"; }

    # list
    (sleep 1000 & echo $! >sleeper; wait) | "$RIG" Desk >rig-list 2>&1 &
    rig=$!
    upto has client rig-list
    "$STACKDECK" midi list >list 2>list-errors; echo $? >list-status
    "$STACKDECK" midi list set.toml >list-session 2>>list-errors
    "$STACKDECK" midi list --json set.toml >list-json 2>>list-errors
    kill $rig $(cat sleeper)

    # monitor
    monitor() { # monitor NAME ARGUMENT...
      rm -f done
      "$STACKDECK" midi monitor "${@:2}" >"$1" 2>"$1-errors" &
      local program=$!
      "$RIG" Desk <moves >"$1-rig" 2>&1 &
      local rig=$!
      upto has program "$1"
      touch done
      wait $rig
      upto has gone "$1" "$1-errors"
      kill -TERM $program
      wait $program
      echo $? >"$1-status"
    }
    monitor monitor
    monitor monitor-session set.toml
    monitor monitor-json --json set.toml

    # learn
    learn() { # learn NAME ARGUMENT...
      rm -f go-*
      "$RIG" Desk <hand >"$1-rig" 2>&1 &
      rig=$!
      tmux -L learn -f /dev/null new-session -d -x 120 -y 50 \
        "\"$STACKDECK\" midi learn ${*:2}; echo status \$?; sleep 1000"
      upto shows 'move a control'
    }
    shows() { tmux -L learn capture-pane -p | has "$1"; }
    keys() { tmux -L learn send-keys "$@"; }
    ended() { # ended NAME
      keys C-c
      upto shows 'status'
      tmux -L learn capture-pane -p >"$1"
      touch go-1 go-2 go-3 go-4 go-5
      tmux -L learn kill-server
      wait $rig
    }
    chmod 640 set.toml
    learn learn --write set.toml
    touch go-1; upto shows 'r replace'
    keys r; upto shows 'target,'
    keys player.a.t Tab; upto shows 'player.a.trim'
    keys Enter; upto shows 'move the next control'
    touch go-2; upto shows 'looks relative'
    keys a.vol Enter; upto shows 'is not an address'
    keys C-u player.b. Tab Tab; upto shows 'player.b.balance'
    keys ga Tab Enter; upto shows 'to = "player.b.gain" },'
    touch go-3; upto shows 'press toggles'
    keys h; upto shows 'while held'
    keys player.b.mu Tab Enter; upto shows 'hold = true'
    touch go-4; upto shows 'cc14 5, channel 2'
    keys player.a.ba Tab Enter; upto shows 'player.a.balance" },'
    ended learn-screen

    learn learn-blocks --write blocks.toml
    touch go-1; upto shows 'target,'
    keys player.a.gain Enter; upto shows 'player.a.gain" },'
    ended blocks-screen

    cp blocks.toml unwritten.toml
    learn learn-unwritten unwritten.toml
    touch go-1; upto shows 'r replace'
    keys Enter; upto shows 'move the next'
    touch go-2; upto shows 'looks relative'
    keys player.a.trim Enter; upto shows 'player.a.trim" },'
    ended unwritten-screen

    # without a sequencer
    rm /dev/snd/seq
    for what in list monitor "monitor set.toml"; do
      "$STACKDECK" midi $what 2>>none-errors; echo "$what: $?" >>none-status
    done
    """#
}
