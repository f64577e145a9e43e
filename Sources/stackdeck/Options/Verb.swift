/// What the program is told to do: the first word of the command line that is not an option, or the
/// first two.
enum Verb: String, CaseIterable, Sendable {
  case play, run, render, check, graph, devices, calibrate
  case midiList = "midi list"
  case midiMonitor = "midi monitor"
  case midiLearn = "midi learn"
  case example, completions, help

  /// What stands behind the verb, as usage lines show it.
  var operands: String {
    switch self {
    case .play: "FILE…"
    case .run, .render, .check, .graph, .midiLearn: "SESSION"
    case .midiList, .midiMonitor: "[SESSION]"
    case .devices, .calibrate: ""
    case .example: "[NAME]"
    case .completions: Shell.allCases.map(\.rawValue).joined(separator: "|")
    case .help: "[COMMAND]"
    }
  }

  /// How many operands may be given.
  var operandCount: ClosedRange<Int> {
    switch self {
    case .play: 1...Int.max
    case .run, .render, .check, .graph, .midiLearn, .completions: 1...1
    case .devices, .calibrate: 0...0
    case .midiList, .midiMonitor, .example: 0...1
    // A command may have two words.
    case .help: 0...2
    }
  }

  /// One line of help.
  var summary: String {
    switch self {
    case .play: "plays sound files, one into the other"
    case .run: "plays a session file"
    case .render: "writes what run would play to a file, faster than real time"
    case .check: "reads a session and says all that can be known without devices"
    case .graph: "shows the way of the signal through a session"
    case .devices: "lists sinks, sources and MIDI ports, as lines for a session"
    case .calibrate: "measures what a sound card's loop delays, for takes of its input"
    case .midiList: "lists MIDI ports, and which a session would take"
    case .midiMonitor: "shows what controllers send, and what it moves"
    case .midiLearn: "makes a session's map by moving the controls"
    case .example: "lists the shipped sessions, or prints one"
    case .completions: "prints completions of this command line for a shell"
    case .help: "explains a command at length"
    }
  }

  /// What `help VERB` says between the usage line and the options.
  var details: String {
    switch self {
    case .play:
      """
      Plays FILE after FILE: sound files, playlists (m3u, m3u8, pls) and directories, these in \
      natural order. Two decks take turns: near the end of one the other starts and the crossfader \
      goes over to it; a hand on the crossfader ends that. Paths of sound files follow --, or ./, \
      where they begin with a hyphen.
      """
    case .run:
      """
      Plays SESSION, a text file that says which players, live inputs, buses, effects, outputs and \
      recorders there are and how they are connected: see stackdeck-session(5). SESSION may be -, \
      standard input. The run ends when nothing can sound any more: every player has ended, tails have rung out, no \
      input is live, and nobody could press a key.
      """
    case .render:
      """
      Renders SESSION offline: the samples are those that run plays. The session's recorders are \
      written too; without --output there must be one. Live inputs are silent, unless --events \
      plays back what was kept of them. SESSION may be -, standard input.
      """
    case .check:
      """
      Reads SESSION and the files that it names, compiles it, and touches no device. All problems \
      are shown at once, each with its line; one line says when all is well. SESSION may be -, \
      standard input.
      """
    case .graph:
      """
      Shows which strips, effects and buses a signal passes, what inputs listen to and outputs play \
      on, as a picture in text. SESSION may be -, standard input.
      """
    case .devices:
      """
      Lists what the sound server has, and the MIDI ports. A line may be pasted into a session as it \
      stands: device = "USB Audio" for an output, source = "USB Microphone" for an input.
      """
    case .calibrate:
      """
      Plays clicks on a sink, listens for them on a source, and prints the line for the [input.X] of \
      a session: latency_offset_ms = 3.5. Join the two with a cable, or hold the microphone to the \
      loudspeaker; it takes nine seconds. What servers know of their devices' latency is measured \
      while a session runs; this is what they don't know.
      """
    case .midiList:
      """
      Lists the ports of the MIDI sequencer, as lines that may be pasted below [midi]: \
      connect = "nanoKONTROL2". With SESSION it says which ports that would take, and by which map. \
      SESSION may be -, standard input.
      """
    case .midiMonitor:
      """
      Prints a line for whatever comes in: port, control, channel and value, and with SESSION the \
      address that it moves there. Listens to the ports that SESSION takes; without one, or where \
      it names none, to all hardware ports. Clock and active sensing are not shown. ^C ends it.
      """
    case .midiLearn:
      """
      Listens until a control is moved, asks for the address that it is to move, and prints the \
      line for the map; then the next one. Tab completes addresses. With --write each line goes into \
      SESSION at once, in the form that its map has; nothing else in the file changes. It needs a \
      terminal.
      """
    case .example:
      """
      Without NAME lists the shipped sessions, each with its first comment; with NAME prints that \
      session: stackdeck example NAME > set.toml
      """
    case .completions:
      """
      Prints a script that completes commands, options and their values. bash: put it into \
      ~/.local/share/bash-completion/completions/stackdeck; zsh: into a file _stackdeck in a \
      directory of $fpath; fish: into ~/.config/fish/completions/stackdeck.fish.
      """
    case .help:
      "Says of COMMAND what COMMAND --help says; without COMMAND, what all commands have in common."
    }
  }

  /// Verbs that read a session file.
  var takesSession: Bool {
    switch self {
    case .run, .render, .check, .graph, .midiList, .midiMonitor, .midiLearn: true
    case .play, .devices, .calibrate, .example, .completions, .help: false
    }
  }
}
