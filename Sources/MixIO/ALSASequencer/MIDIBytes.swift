import MixEngine

/// Bytes as they would go over a cable, cut into what is sent one by one.
enum MIDIBytes {
  /// Messages and system exclusive messages, in order. Running status is understood; a message that
  /// is not whole, data without a status, and other system messages are left out.
  static func items(_ bytes: [UInt8]) -> [PacedOutput.Item] {
    var items: [PacedOutput.Item] = []
    var exclusive: [UInt8]?
    var status: UInt8 = 0
    var data: [UInt8] = []
    for byte in bytes {
      switch byte {
      case 0xF0:
        exclusive = [byte]
        status = 0
      case 0xF7:
        if let begun = exclusive { items.append(.exclusive(begun + [byte])) }
        exclusive = nil
        status = 0
      case 0xF8...0xFF: break  // may stand anywhere, even inside another message
      case 0x80...:
        exclusive = nil
        status = byte < 0xF0 ? byte : 0
        data = []
      default:
        if exclusive != nil {
          exclusive?.append(byte)
        } else if status != 0 {
          data.append(byte)
          if let message = message(status, data) {
            items.append(.message(message))
            data = []
          }
        }
      }
    }
    return items
  }

  /// Nil while data is missing.
  private static func message(_ status: UInt8, _ data: [UInt8]) -> MIDIMessage? {
    let channel = Int(status & 15)
    let first = Int(data[0])
    switch status & 0xF0 {
    case 0xC0: return MIDIMessage(.programChange, channel: channel, number: first, value: 127)
    case 0xD0: return MIDIMessage(.channelPressure, channel: channel, value: first)
    default: break
    }
    guard data.count == 2 else { return nil }
    let second = Int(data[1])
    return switch status & 0xF0 {
    case 0x80: MIDIMessage(.noteOff, channel: channel, number: first, value: second)
    case 0x90: MIDIMessage(.noteOn, channel: channel, number: first, value: second)
    case 0xA0: MIDIMessage(.keyPressure, channel: channel, number: first, value: second)
    case 0xB0: MIDIMessage(.controlChange, channel: channel, number: first, value: second)
    default: MIDIMessage(.pitchBend, channel: channel, value: first + second << 7)
    }
  }
}
