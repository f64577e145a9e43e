import CPulse
import MixEngine

/// A sink or a source of a sound server.
public struct PulseDevice: Equatable, Sendable {
  public enum Kind: Sendable { case sink, source }
  public enum Activity: String, Sendable { case running, idle, suspended, unknown }

  public var kind: Kind
  /// The server's number for it, which changes when it comes again.
  public var index: UInt32
  public var name: String
  public var description: String
  public var channelCount: Int
  public var sampleRate: SampleRate
  public var activity: Activity
  /// Whether it is a source that hears what a sink plays.
  public var isMonitor: Bool
  /// Whether it is what those get who name none.
  public var isDefault: Bool
  /// Whether it is a pair of headphones, as far as the server says: a microphone doesn't hear it.
  public var isWorn = false
  /// The source that hears what this sink plays.
  var monitorName: String?
  var monitorIndex: UInt32?
  /// Where each channel is heard: numbers of the library.
  var positions: [Int32] = []
  /// The module that made it.
  var ownerModule: UInt32?
  /// The process that had it made, where that was a stackdeck.
  var owner: Int32?

  init(
    kind: Kind, index: UInt32, name: String, description: String, channelCount: Int,
    sampleRate: SampleRate, activity: Activity, isMonitor: Bool, isDefault: Bool
  ) {
    self.kind = kind
    self.index = index
    self.name = name
    self.description = description
    self.channelCount = channelCount
    self.sampleRate = sampleRate
    self.activity = activity
    self.isMonitor = isMonitor
    self.isDefault = isDefault
  }

  init(_ info: pa_sink_info) {
    kind = .sink
    index = info.index
    name = string(info.name)
    description = string(info.description)
    channelCount = Int(info.sample_spec.channels)
    sampleRate = SampleRate(Int(info.sample_spec.rate))
    activity = Activity(rawState: info.state.rawValue)
    isMonitor = false
    isDefault = false
    monitorName = string(info.monitor_source_name)
    monitorIndex = info.monitor_source
    positions = PulseChannels.positions(of: info.channel_map)
    ownerModule = info.owner_module
    owner = PulseProperties.owner(info.proplist)
    isWorn = Self.isWorn([
      PulseProperties.value("device.form_factor", of: info.proplist),
      string(info.active_port?.pointee.name), string(info.active_port?.pointee.description),
    ])
  }

  /// Whether a description of a device, or of its port, is that of something that is worn.
  private static func isWorn(_ words: [String]) -> Bool {
    words.contains { word in
      let word = word.lowercased()
      return ["headphone", "headset", "hands-free", "earphone", "kopfhörer"].contains {
        word.contains($0)
      }
    }
  }

  init(_ info: pa_source_info) {
    kind = .source
    index = info.index
    name = string(info.name)
    description = string(info.description)
    channelCount = Int(info.sample_spec.channels)
    sampleRate = SampleRate(Int(info.sample_spec.rate))
    activity = Activity(rawState: info.state.rawValue)
    isMonitor = info.monitor_of_sink != UInt32.max
    isDefault = false
    positions = PulseChannels.positions(of: info.channel_map)
    ownerModule = info.owner_module
    owner = PulseProperties.owner(info.proplist)
    isWorn = false
  }

  var inputDevice: InputDevice { InputDevice(name: name, description: description) }
  var outputDevice: OutputDevice { OutputDevice(name: name, description: description) }
}

extension PulseDevice.Activity {
  /// `pa_sink_state_t` and `pa_source_state_t` have the same numbers.
  fileprivate init(rawState: Int32) {
    switch rawState {
    case 0: self = .running
    case 1: self = .idle
    case 2: self = .suspended
    default: self = .unknown
    }
  }
}

private func string(_ text: UnsafePointer<CChar>?) -> String {
  text.map { String(cString: $0) } ?? ""
}
