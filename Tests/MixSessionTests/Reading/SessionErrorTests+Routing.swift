import MixSession

// What effects listen to, sends, and circles of buses.
extension SessionErrorTests {
  private static let duck = "[bus.main]\neffects = \"d\"\n[effect.d]\ntype = \"duck\"\n"
  static let listeners = [
    Case(
      "[bus.main]\neffects = \"d\"\n[effect.«d»]\ntype = \"duck\"", "effect 'd' has no listen",
      help: "the strip under whose sound it acts: listen = \"voice\""),
    Case(
      duck + "listen = «\"voise\"»\n[player.voice]", "no strip or bus is named 'voise'",
      help: "did you mean 'voice'? this session has main, cue, voice"),
    Case(
      duck + "listen = «\"d\"»", "no strip or bus is named 'd'",
      help: "this session has main, cue"),
    Case(
      duck + "listen = «[\"main\", \"cue\"]»", "listen is text, not a list"),
    Case(duck + "listen = «\"\"»", "listen is empty", help: "leave the key out"),
    Case(
      duck + "listen = \"cue\"\n«sidechain» = \"main\"",
      "'sidechain' is not a key of a duck effect", help: "did you mean 'listen'?"),
    Case(duck + "listen = \"cue\"\ndepth = «3»", "depth must be −60…0 dB, not 3 dB"),
    Case(
      "[bus.main]\neffects = \"g\"\n[effect.g]\ntype = \"gate\"\n«listen» = \"main\"",
      "'listen' is not a key of a gate effect",
      help: "a gate effect has type, on, mix, threshold, depth, attack_ms, hold_ms, release_ms"),
    Case(
      "[session]\nevents = [{ at = 1, to = «\"effect.d.listen\"», value = \"main\" }]\n" + duck
        + "listen = \"main\"", "effect.d.listen is settled when the session begins"),
  ]

  static let sends = [
    Case(
      "[player.a]\nsends = «\"echo\"»", "sends is a table of buses and levels, not text",
      help: "sends = { echo = -6 }"),
    Case(
      "[player.a]\nsends = «[\"echo\"]»", "sends is a table of buses and levels, not a list",
      help: "sends = { echo = -6 }"),
    Case(
      "[player.a]\nsends = { echo = «\"-6 dB\"» }\n[bus.echo]", "echo is a number, not text",
      help: "echo = -6"),
    Case(
      "[player.a]\nsends = { echo = «13» }\n[bus.echo]", "echo must be −inf…12 dB, not 13 dB"),
    Case(
      "[player.a]\nsends = { «ecko» = -6 }\n[bus.echo]", "no bus is named 'ecko'",
      help: "did you mean 'echo'? this session has main, cue, echo"),
    Case(
      "[player.a.sends]\n«ecko» = -6\n[bus.echo]", "no bus is named 'ecko'",
      help: "did you mean 'echo'? this session has main, cue, echo"),
    Case(
      "[player.a]\nsends = { «b» = -6 }\n[player.b]", "'b' is a player, not a bus",
      help: "this session has the buses main, cue",
      notes: ["set.toml:3:9: note: player b is defined here"]),
    Case(
      "[player.a]\nsends = { «none» = -6 }", "no bus is named 'none'",
      help: "this session has main, cue"),
    Case(
      "[player.a]\nsends = { «main» = -6 }", "player a goes to main already",
      help: "how much of it main gets is its gain"),
    Case(
      "[bus.a]\nto = \"b\"\nsends = { «b» = -6 }\n[bus.b]", "bus a goes to b already",
      help: "how much of it b gets is its gain", notes: ["set.toml:2:6: note: it goes there"]),
    Case(
      "[bus.main]\n«sends» = { cue = 0 }", "'sends' is not a key of bus main",
      help: "outputs and takes listen to main; it goes nowhere else"),
    Case(
      "[player.a]\n«send» = { cue = 0 }", "'send' is not a key of a player",
      help: "did you mean 'sends'?"),
    Case(
      "[player.a]\n«point» = \"pre\"", "'point' is not a key of a player",
      help: "stackdeck-session(5) has the keys of a player"),
    Case(
      "[bus.a]\npoint = «\"dry\"»", "point is \"post\" or \"pre\", not \"dry\""),
    Case(
      "[session]\nevents = [{ at = 0, to = «\"player.a.sends.ecko\"», value = 0 }]\n[player.a]\n"
        + "[bus.echo]", "'player.a.sends.ecko' is not an address",
      help: "did you mean player.a.sends.echo?"),
    Case(
      "[session]\nevents = [{ at = 0, to = «\"a.sends.echo\"», value = 0 }]\n[player.a]\n"
        + "[bus.echo]", "'a.sends.echo' is not an address",
      help: "did you mean player.a.sends.echo?"),
    Case(
      "[session]\nevents = [{ at = 0, to = «\"player.a.sends\"», value = 0 }]\n[player.a]\n"
        + "[bus.echo]", "player.a.sends is settled when the session begins"),
    Case(
      "[session]\nevents = [{ at = 0, to = \"player.a.sends.echo\", value = «true» }]\n"
        + "[player.a]\n[bus.echo]", "echo is a number, not true"),
  ]

  static let circles = [
    Case("[bus.a]\nsends = { «a» = -6 }", "bus a feeds itself"),
    Case(
      "[bus.a]\nsends = { «b» = -6 }\n[bus.b]\nto = \"a\"",
      "buses feed each other in a circle: a → b → a",
      notes: ["set.toml:4:6: note: bus b goes to a here"]),
    Case(
      "[bus.a]\nsends = { x = -6, «b» = -inf }\n[bus.b]\nsends = { c = 0 }\n[bus.c]\n"
        + "sends = { x = 0, a = 0 }\n[bus.x]",
      "buses feed each other in a circle: a → b → c → a",
      notes: [
        "set.toml:4:11: note: bus b sends to c here", "set.toml:6:18: note: bus c sends to a here",
      ]),
    Case(
      "[session]\nevents = [{ at = 0, to = «\"bus.a.sends.b\"», value = 0 }]\n"
        + "[bus.a]\n[bus.b]\nto = \"a\"", "buses feed each other in a circle: a → b → a",
      notes: ["set.toml:5:6: note: bus b goes to a here"]),
    Case(
      "[bus.a]\nto = «\"b\"»\n[bus.b]\n[midi]\nmap = [{ cc = 1, to = \"bus.b.sends.a\" }]",
      "buses feed each other in a circle: a → b → a",
      notes: ["set.toml:5:23: note: bus b sends to a here"]),
  ]
}
