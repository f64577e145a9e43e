import MixEngine
import MixTestSupport
import Testing

@testable import MixSession

/// Texts of every layout, and what they become.
extension MapTextTests {
  /// A text and what it becomes.
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let before: String
    let after: String

    init(_ name: String, _ before: String, _ after: String) {
      testDescription = name
      self.before = before
      self.after = after
    }
  }

  static let appended = [
    Case(
      "an empty text", "",
      """
      [midi]
      map = [
        { cc = 0, channel = 1, to = "player.a.gain" },
      ]

      """),
    Case(
      "no table",
      """
      [player.a]   # the left one
      file = "a.mp3"

      """,
      """
      [player.a]   # the left one
      file = "a.mp3"

      [midi]
      map = [
        { cc = 0, channel = 1, to = "player.a.gain" },
      ]

      """),
    Case(
      "no table, no line end",
      "[player.a]",
      """
      [player.a]

      [midi]
      map = [
        { cc = 0, channel = 1, to = "player.a.gain" },
      ]

      """),
    Case(
      "a blank line at the end",
      "[player.a]\n\n",
      """
      [player.a]

      [midi]
      map = [
        { cc = 0, channel = 1, to = "player.a.gain" },
      ]

      """),
    Case(
      "a table without a map",
      """
      [midi]           # under the hands
      connect = [      # both
        "APC",
        "nano",
      ]                # no more
      takeover = "jump"  # at once

      [player.a]

      """,
      """
      [midi]           # under the hands
      connect = [      # both
        "APC",
        "nano",
      ]                # no more
      takeover = "jump"  # at once
      map = [
        { cc = 0, channel = 1, to = "player.a.gain" },
      ]

      [player.a]

      """),
    Case(
      "a table without keys, at the end",
      "[midi]",
      """
      [midi]
      map = [
        { cc = 0, channel = 1, to = "player.a.gain" },
      ]

      """),
    Case(
      "a table with indentation",
      """
        [midi]
          connect = "APC"
      [player.a]

      """,
      """
        [midi]
          connect = "APC"
          map = [
            { cc = 0, channel = 1, to = "player.a.gain" },
          ]
      [player.a]

      """),
    Case(
      "dotted keys",
      """
      midi.connect = "APC"    # the pads
      midi.takeover = "jump"

      [player.a]

      """,
      """
      midi.connect = "APC"    # the pads
      midi.takeover = "jump"
      midi.map = [
        { cc = 0, channel = 1, to = "player.a.gain" },
      ]

      [player.a]

      """),
    Case(
      "a table in braces",
      "midi = { connect = \"APC\" }  # short\n",
      """
      midi = { connect = "APC", map = [{ cc = 0, channel = 1, to = "player.a.gain" }] }  # short

      """),
    Case(
      "empty braces", "midi = {}\n",
      "midi = { map = [{ cc = 0, channel = 1, to = \"player.a.gain\" }] }\n"),
    Case(
      "an empty list",
      "[midi]\nmap = []  # yet\n",
      """
      [midi]
      map = [
        { cc = 0, channel = 1, to = "player.a.gain" },
      ]  # yet

      """),
    Case(
      "an empty list with comments",
      """
      [midi]
      map = [    # all of it
        # nothing yet
      ]

      """,
      """
      [midi]
      map = [    # all of it
        # nothing yet
        { cc = 0, channel = 1, to = "player.a.gain" },
      ]

      """),
    Case(
      "a list with a comma at its end, comments everywhere",
      """
      [midi]
      map = [
        # faders
          { cc = 7, to = "player.b.gain" },   # the right one
        # more to come ]
      ]

      [player.a]

      """,
      """
      [midi]
      map = [
        # faders
          { cc = 7, to = "player.b.gain" },   # the right one
          { cc = 0, channel = 1, to = "player.a.gain" },
        # more to come ]
      ]

      [player.a]

      """),
    Case(
      "a list without a comma at its end",
      """
      [midi]
      map = [
      \t{ cc = 7, to = "player.b.gain" }   # the right one, no comma
        # more to come
      ]

      """,
      """
      [midi]
      map = [
      \t{ cc = 7, to = "player.b.gain" },   # the right one, no comma
      \t{ cc = 0, channel = 1, to = "player.a.gain" },
        # more to come
      ]

      """),
    Case(
      "a comma on a line of its own",
      """
      [midi]
      map = [
        { cc = 7, to = "player.b.gain" } # one, two
        , # there
      ]

      """,
      """
      [midi]
      map = [
        { cc = 7, to = "player.b.gain" } # one, two
        , # there
        { cc = 0, channel = 1, to = "player.a.gain" },
      ]

      """),
    Case(
      "the bracket behind the last entry",
      """
      [midi]
      map = [{ cc = 7, to = "player.b.gain" },
             { cc = 8, to = "player.b.trim" }]

      """,
      """
      [midi]
      map = [{ cc = 7, to = "player.b.gain" },
             { cc = 8, to = "player.b.trim" },
             { cc = 0, channel = 1, to = "player.a.gain" }]

      """),
    Case(
      "the bracket behind the last comma",
      """
      [midi]
      map = [
        { cc = 7, to = "player.b.gain" }, ]

      """,
      """
      [midi]
      map = [
        { cc = 7, to = "player.b.gain" },
        { cc = 0, channel = 1, to = "player.a.gain" }, ]

      """),
    Case(
      "one line",
      "[midi]\nmap = [ { cc = 7, to = \"player.b.gain\" } ]  # ]\n",
      """
      [midi]
      map = [ { cc = 7, to = "player.b.gain" }, { cc = 0, channel = 1, to = "player.a.gain" } ]  # ]

      """),
    Case(
      "one line with a comma at its end",
      "midi.map = [{ cc = 7, to = \"player.b.gain\" },]\n",
      """
      midi.map = [{ cc = 7, to = "player.b.gain" }, { cc = 0, channel = 1, to = "player.a.gain" },]

      """),
    Case(
      "one block",
      """
      [[midi.map]]
      cc = 7
      to = "player.b.gain"    # the right one

      # the left deck
      [player.a]

      """,
      """
      [[midi.map]]
      cc = 7
      to = "player.b.gain"    # the right one

      [[midi.map]]
      cc = 0
      channel = 1
      to = "player.a.gain"

      # the left deck
      [player.a]

      """),
    Case(
      "close blocks, the last with a table of its own, at the end of the text",
      """
      [midi]
      connect = "APC"
      [[midi.map]]
        note = 1
        to = "player.b.play"
      [[midi.map]]
        note = 2
        to = "player.b.mute"
      [midi.map.led]
        on = 3
      """,
      """
      [midi]
      connect = "APC"
      [[midi.map]]
        note = 1
        to = "player.b.play"
      [[midi.map]]
        note = 2
        to = "player.b.mute"
      [midi.map.led]
        on = 3
      [[midi.map]]
        cc = 0
        channel = 1
        to = "player.a.gain"

      """),
    Case(
      "line ends of another system",
      "[midi]\r\nmap = [\r\n  { cc = 7, to = \"player.b.gain\" } # right\r\n]\r\n",
      "[midi]\r\nmap = [\r\n  { cc = 7, to = \"player.b.gain\" }, # right\r\n"
        + "  { cc = 0, channel = 1, to = \"player.a.gain\" },\r\n]\r\n"),
    Case(
      "line ends of another system, no table",
      "[player.a]\r\nfile = \"a.mp3\"",
      "[player.a]\r\nfile = \"a.mp3\"\r\n\r\n[midi]\r\nmap = [\r\n"
        + "  { cc = 0, channel = 1, to = \"player.a.gain\" },\r\n]\r\n"),
    Case(
      "a text in between that looks like a list",
      """
      [midi]
      map = [
        { note = 7, to = "player.b.play", led = { on = 1, off = 0 } },
      ]
      [session]
      name = '''
      map = [
      ]'''

      """,
      """
      [midi]
      map = [
        { note = 7, to = "player.b.play", led = { on = 1, off = 0 } },
        { cc = 0, channel = 1, to = "player.a.gain" },
      ]
      [session]
      name = '''
      map = [
      ]'''

      """),
  ]

  static let replaced = [
    Case(
      "an entry of a list: what belonged to the old address goes, the control's own stays",
      """
      [midi]
      map = [
        { cc = 9, to = "player.b.trim" },
        { cc = 0, layer = "x", range = [1, 2], to = "player.b.gain", led = { on = 1 } },  # left
      ]

      """,
      """
      [midi]
      map = [
        { cc = 9, to = "player.b.trim" },
        { cc = 0, channel = 1, layer = "x", to = "player.a.gain", led = { on = 1 } },  # left
      ]

      """),
    Case(
      "an entry on one line of many",
      "midi.map = [{cc=0,to=\"player.b.gain\"},{cc=1,to=\"player.b.trim\"}]\n",
      "midi.map = [{ cc = 0, channel = 1, to = \"player.a.gain\" },{cc=1,to=\"player.b.trim\"}]\n"),
    Case(
      "a block: lines of keys that stay keep their comments",
      """
      [[midi.map]]
      # the left fader
      cc = 0         # 0 is the first
      range = [      # reversed
        0, -20,
      ]
      to = "player.b.gain"   # for now
      hold = true

      [[midi.map]]
      cc = 1

      """,
      """
      [[midi.map]]
      # the left fader
      cc = 0         # 0 is the first
      to = "player.a.gain"   # for now
      channel = 1

      [[midi.map]]
      cc = 1

      """),
    Case(
      "a block of another kind of control, with a light",
      """
      [[midi.map]]
        cc14 = 0
        channel = 2
        to = ["player.b.gain", "player.b.trim"]
        [midi.map.led]
          on = 3
      """,
      """
      [[midi.map]]
        cc = 0
        channel = 1
        to = "player.a.gain"
        [midi.map.led]
          on = 3
      """),
    Case(
      "a block whose address ends the text",
      "[[midi.map]]\ncc = 0\nto = \"player.b.gain\"",
      "[[midi.map]]\ncc = 0\nto = \"player.a.gain\"\nchannel = 1\n"),
  ]
}
