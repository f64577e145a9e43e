import MixSession
import Testing

/// One wrong session each, with the place («…») and the whole text that it must give.
struct SessionErrorTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let session: String
    let message: String
    let help: String?
    let notes: [String]
    let severity: Diagnostic.Severity

    init(
      _ session: String, _ message: String, help: String? = nil, notes: [String] = [],
      severity: Diagnostic.Severity = .error
    ) {
      self.session = session
      self.message = message
      self.help = help
      self.notes = notes
      self.severity = severity
    }

    var testDescription: String { message }
  }

  static let standard = [
    Case(
      "[player.a]\nto = «\"pari\"»\n[bus.pair]", "no bus is named 'pari'",
      help: "did you mean 'pair'? this session has main, cue, pair"),
    Case("[player.a]\ngain = «40»", "gain must be −inf…12 dB, not 40 dB"),
    Case(
      "[player.a]\n«cue» = true", "'cue' is not a key of a player",
      help: "headphones: pfl = true; the cue button is the address player.a.cue"),
    Case(
      "[player.a]\neffects = [\"echo\"]\n[player.b]\neffects = [«\"echo\"»]\n"
        + "[effect.echo]\ntype = \"delay\"",
      "effect 'echo' already stands in player a (line 2)",
      help: "put both strips on a bus, or make a second table"),
    Case(
      "[session]\nevents = [\n  { at = 0, to = «\"player.a.vol\"», value = 1 },\n]\n[player.a]",
      "'player.a.vol' is not an address", help: "did you mean player.a.gain?"),
    Case("[player.a]\nmute = «yes»", "'yes' is not a value", help: "TOML has true and false"),
    Case(
      "[player.a]\ngain = «.»5", "a number needs a digit before the point", help: "0.5"),
  ]

  static let tables = [
    Case(
      "[«plaeyr».a]", "'plaeyr' is not a table of a session",
      help: "did you mean 'player'? the tables are session, player, input, oscillator, bus, "
        + "crossfader, effect, output, recorder, midi"),
    Case(
      "[[«tracks»]]\nx = 1", "'tracks' is not a table of a session",
      help: "the tables are session, player, input, oscillator, bus, crossfader, effect, "
        + "output, recorder, midi"),
    Case(
      "«gain» = -6\n[player.a]", "'gain' stands in no table",
      help: "write it under a header: [player.a]"),
    Case(
      "«sample_rate» = 44100", "'sample_rate' stands in no table",
      help: "write it under a header: [session]"),
    Case(
      "«colour» = 3", "'colour' stands in no table",
      help: "a key stands under the header of its table: [player.a]"),
    Case(
      "player = «3»", "player is a table, not a number", help: "write its keys under [player.a]"),
    Case(
      "[player]\n«file» = \"a.wav\"", "a player has a name in its header", help: "[player.a]"),
    Case("«[player]»", "a player has a name in its header", help: "[player.a]"),
    Case(
      "[output]\n«latency_ms» = 20", "an output has a name in its header", help: "[output.main]"),
    Case(
      "[[player.«a»]]\nfile = \"a.wav\"", "player 'a' is one table, not a list of them",
      help: "[player.a]"),
    Case(
      "[output.«cue»]", "output cue would play on main's speakers",
      help: "name another device, or virtual_source = \"cue\""),
    Case(
      "[output.cue]\ndevice = \"USB\"\nvirtual_source = «\"Mic\"»",
      "device and virtual_source exclude each other",
      help: "an output has one device: make a second output",
      notes: ["set.toml:2:10: note: device is given here"]),
    Case(
      "[input.a]\nsource = \"USB\"\nmonitor_of = «\"HDMI\"»",
      "monitor_of and source exclude each other",
      help: "an input has one device: make a second input, [input.monitor_of]",
      notes: ["set.toml:2:10: note: source is given here"]),
    Case(
      "[input.a]\nvirtual_sink = \"Web\"\n[input.b]\nvirtual_sink = «\"Web\"»",
      "a sink 'Web' is made already", help: "choose another name",
      notes: ["set.toml:2:16: note: it is made here"]),
    Case(
      "[input.a]\nvirtual_sink = \"Web\"\nchannels = «[3]»",
      "a virtual sink has the channels 1 and 2, not 3"),
    Case(
      "[input.a]\nchannels = «1»", "channels is a list of channels, not a number",
      help: "channels = [1]"),
    Case("[input.a]\nchannels = [1, «1»]", "channel 1 stands twice"),
    Case("[input.a]\nchannels = [«0»]", "a channel must be 1…32, not 0"),
    Case(
      "[input.a]\nchannels = «[1, 2, 3]»", "channels has one or two channels",
      help: "[1] is mono, [1, 2] left and right"),
    Case(
      "[input.a]\nmonitor = «\"false\"»",
      "monitor is true, false or \"auto\", not \"false\"",
      help: "without quotes: monitor = false"),
    Case("[input.a]\nlatency_ms = «1»", "latency_ms must be 2…2000 ms, not 1 ms"),
    Case(
      "[input.a]\nlatency_offset_ms = «-1001»",
      "latency_offset_ms must be −1000…1000 ms, not −1001 ms"),
    Case(
      "[player.«\"a b\"»]", "a name is made of A–Z a–z 0–9 _ and -, without ' '"),
    Case(
      "[player.«\"a.b\"»]", "a name is made of A–Z a–z 0–9 _ and -, without '.'"),
    Case(
      "[bus.«\"größe\"»]", "a name is made of A–Z a–z 0–9 _ and -, without 'ö'"),
    Case("[player.«\"\"»]", "a name has at least one character"),
    Case(
      "[player.«none»]", "'none' is nobody's name", help: "to = \"none\" means: to no bus"),
    Case(
      "[player.a]\n[bus.«a»]", "'a' is a player already",
      help: "players, inputs, oscillators and buses have different names",
      notes: ["set.toml:1:9: note: player a is defined here"]),
    Case(
      "[player.«cue»]", "'cue' is a bus of every session", help: "choose another name"),
    Case(
      "[player.a.«b»]\nfile = \"a.wav\"", "'b' is not a key of a player",
      help: "stackdeck-session(5) has the keys of a player"),
  ]

  static let keys = [
    Case(
      "[player.a]\n«gian» = 3", "'gian' is not a key of a player", help: "did you mean 'gain'?"),
    Case(
      "[player.a]\n«volume» = 3", "'volume' is not a key of a player",
      help: "did you mean 'gain'?"),
    Case(
      "[player.a]\n«pan» = 1", "'pan' is not a key of a player", help: "did you mean 'balance'?"),
    Case(
      "[player.a]\n«fx» = []", "'fx' is not a key of a player", help: "did you mean 'effects'?"),
    Case(
      "[player.a]\n«play» = true", "'play' is not a key of a player",
      help: "player.a.play is an action, for events and controls; by itself: start"),
    Case(
      "[player.a]\n«keylock» = true", "'keylock' is not a key of a player",
      help: "stackdeck-session(5) has the keys of a player"),
    Case(
      "[bus.main]\n«to» = \"cue\"", "'to' is not a key of bus main",
      help: "outputs and takes listen to main; it goes nowhere else"),
    Case(
      "[bus.cue]\n«crossfade» = \"left\"", "'crossfade' is not a key of bus cue",
      help: "stackdeck-session(5) has the keys of bus cue"),
    Case(
      "[bus.pair]\n«file» = \"a.wav\"", "'file' is not a key of a bus",
      help: "stackdeck-session(5) has the keys of a bus"),
    Case(
      "[session]\n«tempo» = 120", "'tempo' is not a key of a session",
      help: "a session has name, sample_rate, end_with, eq_crossover, events"),
    Case(
      "[session.«x»]", "'x' is not a key of a session",
      help: "a session has name, sample_rate, end_with, eq_crossover, events"),
    Case(
      "[crossfader]\n«kurve» = \"cut\"\n[player.a]\ncrossfade = \"left\"",
      "'kurve' is not a key of the crossfader",
      help: "did you mean 'curve'? the crossfader has position, curve, contour, reverse"),
    Case(
      "[output.main]\n«latency» = 30", "'latency' is not a key of an output",
      help: "did you mean 'latency_ms'? an output has device, virtual_source, latency_ms, "
        + "gain, from"),
    Case(
      "[recorder.take]\n«bits» = 16", "'bits' is not a key of a recorder",
      help: "did you mean 'encoding'? a recorder has tap, point, file, encoding, start, "
        + "cue_sheet"),
    Case(
      "[player.a]\neffects = \"e\"\n[effect.e]\ntype = \"delay\"\n«q» = 1",
      "'q' is not a key of a delay effect",
      help: "a delay effect has type, on, mix, time, feedback, lowpass"),
    Case(
      "[player.a]\neffects = \"e\"\n[effect.e]\ntype = \"bandpass\"\n«freq» = 100",
      "'freq' is not a key of a bandpass effect",
      help: "did you mean 'frequency'? a bandpass effect has type, on, mix, frequency, bandwidth"),
    Case(
      "[oscillator.a]\n«hz» = 440", "'hz' is not a key of an oscillator",
      help: "did you mean 'frequency'?"),
    Case(
      "[player.a]\n«bass» = -6", "'bass' is not a key of a player", help: "did you mean 'low'?"),
    Case(
      "[player.a]\nlow = «13»", "low must be −inf…12 dB, not 13 dB"),
    Case(
      "[player.a]\nmid_kill = «1»", "mid_kill is true or false, not a number",
      help: "mid_kill = true"),
    Case(
      "[bus.main]\nsweep = «-1.5»", "sweep must be −1…1, not −1.5"),
    Case(
      "[session]\neq_crossover = «300»", "eq_crossover is a list of two frequencies, not a number",
      help: "eq_crossover = [246, 2484]"),
    Case(
      "[session]\neq_crossover = «[300]»", "eq_crossover is a list of two frequencies, not of 1",
      help: "eq_crossover = [246, 2484]"),
    Case(
      "[session]\neq_crossover = [«10», 2000]", "eq_crossover must be 20…20000 Hz, not 10 Hz"),
    Case(
      "[session]\neq_crossover = [2000, «300»]",
      "eq_crossover has the lower frequency first, and 300 Hz is not above 2000 Hz"),
  ]

  static let numbers = [
    Case("[player.a]\ntrim = «-inf»", "trim must be −24…24 dB, not −inf dB"),
    Case("[player.a]\ngain = «nan»", "gain must be −inf…12 dB, not nan dB"),
    Case("[player.a]\nbalance = «-2»", "balance must be −1…1, not −2"),
    Case("[player.a]\nbalance = «0x10»", "balance must be −1…1, not 0x10"),
    Case(
      "[session]\nsample_rate = «4000»", "sample_rate must be 8000…192000 Hz, not 4000 Hz"),
    Case(
      "[session]\nsample_rate = «44100.5»", "sample_rate is a whole number, not 44100.5"),
    Case(
      "[output.main]\nlatency_ms = «1»", "latency_ms must be 5…2000 ms, not 1 ms"),
    Case("[oscillator.a]\nfrequency = «5»", "frequency must be 20…20000 Hz, not 5 Hz"),
    Case(
      "[bus.main]\neffects = \"e\"\n[effect.e]\ntype = \"delay\"\ntime = «3»",
      "time must be 0…2 s, not 3 s"),
    Case(
      "[bus.main]\neffects = \"e\"\n[effect.e]\ntype = \"delay\"\nmix = «150»",
      "mix must be 0…100 %, not 150 %"),
    Case(
      "[bus.main]\neffects = \"e\"\n[effect.e]\ntype = \"delay\"\nlowpass = «\"on\"»",
      "lowpass is a number or \"off\", not \"on\""),
    Case(
      "[bus.main]\neffects = \"e\"\n[effect.e]\ntype = \"parametric\"\nq = «0.05»",
      "q must be 0.1…20, not 0.05"),
    Case(
      "[player.a]\ngain = «\"-6 dB\"»", "gain is a number, not text", help: "gain = -6"),
    Case("[player.a]\ngain = «\"loud\"»", "gain is a number, not text"),
    Case("[player.a]\ngain = «true»", "gain is a number, not true"),
    Case("[player.a]\ngain = «[1]»", "gain is a number, not a list"),
    Case("[player.a]\ngain = «{}»", "gain is a number, not a table"),
    Case(
      "[player.a]\nmute = «\"yes\"»", "mute is true or false, not text",
      help: "without quotes: mute = true"),
    Case(
      "[player.a]\nmute = «1»", "mute is true or false, not a number", help: "mute = true"),
    Case("[player.a]\nmute = «7»", "mute is true or false, not a number"),
  ]

  static let words = [
    Case(
      "[player.a]\nfile = «1999»", "file is text, not a number",
      help: "in quotes: file = \"1999\""),
    Case("[player.a]\nfile = «\"\"»", "file is empty", help: "leave the key out"),
    Case(
      "[player.a]\nfile = «\"a\\u0000b\"»", "file can't have the character U+0000"),
    Case(
      "[player.a]\ncrossfade = «\"lft\"»",
      "crossfade is \"left\", \"right\" or \"none\", not \"lft\"", help: "did you mean 'left'?"),
    Case(
      "[player.a]\nbalance_law = «1»",
      "balance_law is \"linear\" or \"constant-power\", not a number"),
    Case(
      "[recorder.t]\nencoding = «\"pcm_32\"»",
      "encoding is \"pcm_16\", \"pcm_24\" or \"float\", not \"pcm_32\"",
      help: "did you mean 'pcm_16'?"),
    Case(
      "[recorder.t]\nfile = «\"take.mp3\"»",
      "a take's file ends in wav, flac, ogg or opus, not mp3"),
    Case(
      "[recorder.t]\nfile = «\"takes/mix\"»", "a take's file ends in wav, flac, ogg or opus",
      help: "file = \"takes/mix.wav\""),
    Case(
      "[recorder.t]\nfile = \"take.flac\"\nencoding = «\"float\"»", "FLAC has no \"float\"",
      help: "encoding = \"pcm_24\", or a file that ends in wav"),
    Case(
      "[recorder.t]\nfile = \"take.ogg\"\nencoding = «\"pcm_16\"»",
      "Ogg Vorbis has an encoding of its own", help: "leave the key out"),
    Case(
      "[bus.main]\neffects = «3»", "effects is a name or a list of names, not a number",
      help: "effects = [\"echo\"]"),
    Case(
      "[bus.main]\neffects = [«3»]", "effects is a list of names, with a number in it"),
  ]

  static let positions = [
    Case(
      "[player.a]\nstart = «\"2:75\"»", "'2:75' is not a position",
      help: "seconds (170.5), or \"m:s\" or \"h:m:s\" with minutes and seconds below 60"),
    Case(
      "[player.a]\nstart = «\"1:75:00\"»", "'1:75:00' is not a position",
      help: "seconds (170.5), or \"m:s\" or \"h:m:s\" with minutes and seconds below 60"),
    Case(
      "[player.a]\nstart = «\"170\"»", "'170' is not a position",
      help: "without quotes: start = 170"),
    Case(
      "[player.a]\nstart = «\"atuo\"»",
      "start is \"auto\", \"manual\" or a position, not \"atuo\"", help: "did you mean 'auto'?"),
    Case(
      "[player.a]\nstart = «true»", "start is \"auto\", \"manual\" or a position, not true"),
    Case(
      "[player.a]\nstart = «02:50:00»", "start is a position, not a time",
      help: "in quotes: start = \"02:50:00\""),
    Case("[player.a]\nstart = «-1»", "start must be 0 s or later, not −1 s"),
    Case("[player.a]\nstart = «1e9»", "start must be within 100 days, not 1e9 s"),
    Case("[player.a]\nstart = «inf»", "start must be within 100 days, not inf s"),
    Case(
      "[player.a]\nloop_in = «[]»", "loop_in is a position, not a list",
      help: "seconds (170.5), or \"m:s\" or \"h:m:s\" with minutes and seconds below 60"),
    Case(
      "[player.a]\nregion = «10»", "region is a list of two positions, not a number",
      help: "region = [10, \"1:30\"]"),
    Case(
      "[player.a]\nregion = «[10]»", "region is a list of two positions, not of 1",
      help: "region = [10, \"1:30\"]"),
    Case(
      "[player.a]\nregion = [\"1:30\", «10»]",
      "region ends at 10 s, not behind its start at 90 s"),
    Case(
      "[player.a]\nloop_in = 20\nloop_out = «10.5»",
      "loop_out is 10.5 s, not behind loop_in at 20 s",
      notes: ["set.toml:2:11: note: loop_in is defined here"]),
    Case(
      "[player.a]\nregion = [10, 20]\nloop_in = «5»", "loop_in is 5 s, outside of the region",
      notes: ["set.toml:2:10: note: the region is defined here"]),
    Case(
      "[player.a]\nregion = [10, 20]\nloop_out = «25»", "loop_out is 25 s, outside of the region",
      notes: ["set.toml:2:10: note: the region is defined here"]),
    Case(
      "[player.a]\nloop_out = «0»", "loop_out is 0 s, at the file's first frame"),
  ]

  static let references = [
    Case(
      "[player.a]\nto = «\"b\"»\n[player.b]", "'b' is a player, not a bus",
      help: "this session has the buses main, cue",
      notes: ["set.toml:3:9: note: player b is defined here"]),
    Case(
      "[output.main]\nfrom = «\"mian\"»", "no bus is named 'mian'",
      help: "did you mean 'main'? this session has main, cue"),
    Case(
      "[player.drums]\n[recorder.t]\ntap = «\"drum\"»", "no strip or bus is named 'drum'",
      help: "did you mean 'drums'? this session has main, cue, drums"),
    Case(
      "[session]\nend_with = «\"backing\"»\n[player.a]", "no player is named 'backing'",
      help: "this session has a"),
    Case(
      "[session]\nend_with = «\"main\"»\n[player.a]", "'main' is a bus, not a player"),
    Case(
      "[player.a]\neffects = [«\"eho\"»]", "no effect is named 'eho'",
      help: "make it: [effect.eho]"),
    Case(
      "[player.a]\neffects = [\"echo\", «\"eho\"»]\n[effect.echo]\ntype = \"delay\"",
      "no effect is named 'eho'", help: "did you mean 'echo'? this session has echo"),
    Case(
      "[player.a]\neffects = [\"echo\", «\"echo\"»]\n[effect.echo]\ntype = \"delay\"",
      "effect 'echo' already stands in player a (line 2)",
      help: "put both strips on a bus, or make a second table"),
    Case(
      "[bus.main]\neffects = \"e\"\n[effect.«e»]", "effect 'e' has no type",
      help: "the types are bandpass, lowpass, highpass, lowshelf, highshelf, parametric, delay, "
        + "reverb, distortion, dynamics, compressor, expander, gate, limiter, duck, "
        + "flanger"),
    Case(
      "[bus.main]\neffects = \"e\"\n[effect.e]\ntype = «\"bandpas\"»\nfrequency = \"x\"",
      "'bandpas' is not a type of effect",
      help: "did you mean 'bandpass'? the types are bandpass, lowpass, highpass, lowshelf, "
        + "highshelf, parametric, delay, reverb, distortion, dynamics, compressor, expander, "
        + "gate, limiter, duck, flanger"),
    Case(
      "[bus.main]\neffects = \"e\"\n[effect.e]\ntype = «3»", "type is text, not a number",
      help: "type = \"delay\""),
    Case("[bus.a]\nto = «\"a\"»", "bus a feeds itself"),
    Case(
      "[bus.c]\nto = \"a\"\n[bus.a]\nto = «\"b\"»\n[bus.b]\nto = \"a\"",
      "buses feed each other in a circle: a → b → a",
      notes: ["set.toml:6:6: note: bus b goes to a here"]),
  ]

  static let events = [
    Case(
      "[session]\nevents = «3»", "events is a list of events, not a number"),
    Case(
      "[session]\nevents = [«3»]", "an event is a table, not a number",
      help: "{ at = 10, to = \"player.a.gain\", value = -6 }"),
    Case(
      "[session]\nevents = [«{ to = \"bus.main.gain\", value = 0 }»]", "an event needs 'at'"),
    Case("[session]\nevents = [«{ at = 0, value = 0 }»]", "an event needs 'to'"),
    Case(
      "[session]\nevents = [«{ at = 0, to = \"bus.main.gain\" }»]", "bus.main.gain needs a value"),
    Case(
      "[session]\nevents = [{ at = 0, to = \"bus.main.gain\", value = «40» }]",
      "gain must be −inf…12 dB, not 40 dB"),
    Case(
      "[session]\nevents = [{ at = 0, to = \"bus.main.gain\", value = «\"-6 dB\"» }]",
      "gain is a number, not text", help: "gain = -6"),
    Case(
      "[session]\nevents = [{ at = 0, to = \"bus.main.mute\", value = «1» }]",
      "mute is true or false, not a number", help: "mute = true"),
    Case(
      "[session]\nevents = [{ at = «-1», to = \"bus.main.gain\", value = 0 }]",
      "at must be 0 s or later, not −1 s"),
    Case(
      "[session]\nevents = [{ at = 0, to = \"bus.main.gain\", value = 0, over = «-1» }]",
      "over must be 0…86400 s, not −1 s"),
    Case(
      "[session]\nevents = [{ at = 0, «too» = 1, to = \"bus.main.gain\", value = 0 }]",
      "'too' is not a key of an event",
      help: "did you mean 'to'? an event has at, to, value, over"),
    Case(
      "[session]\nevents = [{ at = 0, to = «\"bus.main.level\"», value = 0 }]",
      "bus.main.level is a reading, it can't be set"),
    Case(
      "[session]\nevents = [{ at = 0, to = «\"player.a.file\"», value = \"b.wav\" }]\n[player.a]",
      "player.a.file is settled when the session begins"),
    Case(
      "[session]\nevents = [{ at = 0, to = «\"player.drum.gain\"», value = 0 }]\n[player.drums]",
      "'player.drum.gain' is not an address", help: "did you mean player.drums.gain?"),
    Case(
      "[session]\nevents = [{ at = 0, to = «\"a.gain\"», value = 0 }]\n[player.a]",
      "'a.gain' is not an address", help: "did you mean player.a.gain?"),
    Case(
      "[session]\nevents = [{ at = 0, to = «\"crossfader.position\"», value = 0 }]\n[player.a]",
      "'crossfader.position' is not an address",
      help: "it is there when a strip has a side: crossfade = \"left\""),
    Case(
      "[session]\nevents = [{ at = 0, to = \"player.a.restart\", «value» = 1 }]\n[player.a]",
      "player.a.restart has no value", help: "leave it out"),
    Case(
      "[session]\nevents = [«{ at = 0, to = \"player.a.seek\" }»]\n[player.a]",
      "player.a.seek needs a value"),
    Case(
      "[session]\nevents = [{ at = 0, to = \"player.a.seek\", value = «\"x\"» }]\n[player.a]",
      "'x' is not a position",
      help: "seconds (170.5), or \"m:s\" or \"h:m:s\" with minutes and seconds below 60"),
    Case(
      "[session]\nevents = [{ at = 0, to = \"player.a.play\", value = true, «over» = 1 }]\n"
        + "[player.a]", "over is for numbers, player.a.play is an action"),
    Case(
      "[session]\nevents = [{ at = 0, to = \"player.a.mute\", value = true, «over» = 1 }]\n"
        + "[player.a]", "over is for numbers, player.a.mute is a switch"),
    Case(
      "[session]\nevents = [{ at = 0, to = \"recorder.t.record\", value = «1» }]\n[recorder.t]",
      "record is true or false, not a number", help: "record = true"),
  ]

  static let marks = [
    Case(
      "[recorder.t]\n«mark» = true", "'mark' is not a key of a recorder",
      help: "recorder.t.mark is an action, for events and controls, with cue_sheet = true"),
    Case(
      "[recorder.t]\ncue_sheet = «1»", "cue_sheet is true or false, not a number",
      help: "cue_sheet = true"),
    Case(
      "[recorder.t]\ncue_sheet = «\"yes\"»", "cue_sheet is true or false, not text",
      help: "without quotes: cue_sheet = true"),
    Case(
      "[recorder.t]\n«cue_shet» = true", "'cue_shet' is not a key of a recorder",
      help: "did you mean 'cue_sheet'? a recorder has tap, point, file, encoding, start, "
        + "cue_sheet"),
    Case(
      "[session]\nevents = [{ at = 0, to = \"recorder.t.mark\", value = «12» }]\n[recorder.t]\n"
        + "cue_sheet = true",
      "the title of a mark is text, not a number", help: "in quotes: value = \"12\""),
    Case(
      "[session]\nevents = [{ at = 0, to = \"recorder.t.mark\", value = «\"\"» }]\n"
        + "[recorder.t]\ncue_sheet = true",
      "the title of a mark is empty", help: "leave the key out"),
    Case(
      "[session]\nevents = [{ at = 0, to = \"recorder.t.mark\", «over» = 1 }]\n[recorder.t]\n"
        + "cue_sheet = true", "over is for numbers, recorder.t.mark is an action"),
    Case(
      "[session]\nevents = [{ at = 0, to = «\"recorder.t.marc\"» }]\n[recorder.t]\n"
        + "cue_sheet = true",
      "'recorder.t.marc' is not an address", help: "did you mean recorder.t.mark?"),
    // Once a recorder, at the first place.
    Case(
      "[session]\nevents = [{ at = 5, to = «\"recorder.t.mark\"» },\n"
        + "{ at = 1, to = \"recorder.t.mark\", value = \"x\" }]\n[recorder.t]\n"
        + "[midi]\nmap = [{ note = 39, to = \"recorder.t.mark\" }]",
      "recorder t has no cue_sheet", help: "cue_sheet = true under [recorder.t] keeps its marks",
      severity: .warning),
    Case(
      "[recorder.t]\ncue_sheet = true\n[recorder.u]\n[midi]\n"
        + "map = [{ note = 39, to = [\"recorder.t.mark\", «\"recorder.u.mark\"»] }]",
      "recorder u has no cue_sheet", help: "cue_sheet = true under [recorder.u] keeps its marks",
      severity: .warning),
  ]

  static let actionsOfSessions = [
    Case(
      "[session]\nevents = [{ at = 0, to = «\"session.fade\"», value = 1 }]\n[player.a]",
      "'session.fade' is not an address",
      help: "it is there when a strip has a side: crossfade = \"left\""),
    Case(
      "[session]\nevents = [«{ at = 0, to = \"session.fade\" }»]\n[player.a]\n"
        + "crossfade = \"left\"", "session.fade needs a value"),
    Case(
      "[session]\nevents = [{ at = 0, to = \"session.fade\", value = «-1» }]\n[player.a]\n"
        + "crossfade = \"left\"", "fade must be 0…86400 s, not −1 s"),
    Case(
      "[session]\nevents = [{ at = 0, to = \"session.fade\", value = 1, «over» = 1 }]\n"
        + "[player.a]\ncrossfade = \"left\"", "over is for numbers, session.fade is an action"),
    Case(
      "[session]\nevents = [{ at = 0, to = «\"session.reload\"» }]",
      "session.reload can't be an event",
      help: "it is for keys and controls; --watch reads a session when it is saved"),
  ]

  static let warnings = [
    Case(
      "[player.a]\n[effect.«echo»]\ntype = \"delay\"", "effect 'echo' stands in no strip",
      help: "effects = [\"echo\"]", severity: .warning),
    Case(
      "[player.a]\n«[crossfader]»\nposition = 1",
      "no strip stands on a side of the crossfader", help: "in a player: crossfade = \"left\"",
      severity: .warning),
  ]

  static let all =
    standard + tables + keys + numbers + words + positions + references + listeners
    + sends + circles + events
    + marks + actionsOfSessions + warnings

  @Test(arguments: all)
  func `each mistake has its message, place and help`(_ example: Case) {
    let marked = MarkedSession(example.session)
    let found = marked.diagnostics
    let place = marked.range!.start
    var expected =
      ["set.toml:\(place.line):\(place.column): \(example.severity.rawValue): \(example.message)"]
      + example.notes
    if let help = example.help { expected.append("help: \(help)") }
    #expect(found.map(\.text).joined(separator: "\n") == expected.joined(separator: "\n"))
    #expect(found.first?.place.range == marked.range)
  }

  @Test func `each circle is told, and a knot of them until none is left`() {
    let found = MarkedSession(
      """
      [bus.a]
      sends = { b = 0, c = 0 }
      [bus.b]
      sends = { a = 0, c = 0 }
      [bus.c]
      to = "a"
      [bus.d]
      to = "d"
      """
    ).diagnostics
    #expect(
      found.map { "\($0.place.line):\($0.place.column) \($0.message)" } == [
        "2:11 buses feed each other in a circle: a → b → a",
        "2:18 buses feed each other in a circle: a → c → a", "8:6 bus d feeds itself",
      ])
  }

  @Test func `there are examples enough, each for another session`() {
    #expect(Set(Self.all.map(\.session)).count == Self.all.count)
    #expect(Self.all.count >= 100)
  }
}
