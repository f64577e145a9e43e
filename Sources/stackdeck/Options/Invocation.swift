/// What a command line asks for, checked and typed.
enum Invocation: Hashable, Sendable {
  case play(PlayOptions)
  case run(RunOptions)
  case render(RenderOptions)
  case check(CheckOptions)
  case graph(GraphOptions)
  case devices(DevicesOptions)
  case calibrate(CalibrateOptions)
  case midiList(MIDIListOptions)
  case midiMonitor(MIDIMonitorOptions)
  case midiLearn(MIDILearnOptions)
  case example(ExampleOptions)
  case completions(CompletionsOptions)
  case help(HelpOptions)
  case version
  /// Nothing was typed but the program's name.
  case nothing
}
