import CPulse

/// What a server says about one of the streams that play on it (a "sink input").
struct PulseSinkInput {
  var index: UInt32
  var sink: UInt32
  var volume: pa_volume_t
  var isMuted: Bool

  init(_ info: pa_sink_input_info) {
    index = info.index
    sink = info.sink
    var volumes = info.volume
    volume = pa_cvolume_avg(&volumes)
    isMuted = info.mute != 0
  }

  var outputVolume: OutputVolume {
    OutputVolume(
      percent: (Int(volume) * 100 + Int(PulseClient.normalVolume) / 2)
        / Int(PulseClient.normalVolume),
      isMuted: isMuted)
  }
}
