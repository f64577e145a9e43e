/// All types of effects: the one table that sessions, help and man pages read.
public enum EffectCatalogue {
  /// In the order of the documentation.
  public static let kinds: [EffectKind] = [
    EffectKind("bandpass", "lets a band through", Bandpass.descriptors) {
      Bandpass(address: $0, parameters: $1)
    },
    EffectKind("lowpass", "takes away what lies above a frequency", Lowpass.descriptors) {
      Lowpass(address: $0, parameters: $1)
    },
    EffectKind("highpass", "takes away what lies below a frequency", Highpass.descriptors) {
      Highpass(address: $0, parameters: $1)
    },
    EffectKind("lowshelf", "raises or lowers what lies below a frequency", LowShelf.descriptors) {
      LowShelf(address: $0, parameters: $1)
    },
    EffectKind("highshelf", "raises or lowers what lies above a frequency", HighShelf.descriptors) {
      HighShelf(address: $0, parameters: $1)
    },
    EffectKind("parametric", "raises or lowers a band", Parametric.descriptors) {
      Parametric(address: $0, parameters: $1)
    },
    EffectKind("delay", "repeats the sound after a time", Delay.descriptors) {
      Delay(address: $0, parameters: $1)
    },
    EffectKind("reverb", "puts the sound into a room", Reverb.descriptors) {
      Reverb(address: $0, parameters: $1)
    },
    EffectKind("distortion", "spoils the sound in six stages", Distortion.descriptors) {
      Distortion(address: $0, parameters: $1)
    },
    EffectKind(
      "dynamics", "keeps loud sounds within a headroom, lowers soft ones", Dynamics.descriptors,
      tellsReduction: true
    ) {
      Dynamics(address: $0, parameters: $1)
    },
    EffectKind(
      "compressor", "lowers what is louder than a threshold", Compressor.descriptors,
      tellsReduction: true
    ) {
      Compressor(address: $0, parameters: $1)
    },
    EffectKind(
      "expander", "lowers what is softer than a threshold", Expander.descriptors,
      tellsReduction: true
    ) {
      Expander(address: $0, parameters: $1)
    },
    EffectKind(
      "gate", "closes while the sound is softer than a threshold", Gate.descriptors,
      tellsReduction: true
    ) {
      Gate(address: $0, parameters: $1)
    },
    EffectKind(
      "limiter", "keeps peaks under a ceiling", Limiter.descriptors,
      tellsReduction: true
    ) {
      Limiter(address: $0, parameters: $1)
    },
    EffectKind(
      "duck", "lowers the sound while a voice is heard elsewhere", Duck.descriptors,
      tellsReduction: true, listens: true
    ) {
      Duck(address: $0, parameters: $1)
    },
    EffectKind("flanger", "adds the sound a swinging time later", Flanger.descriptors) {
      Flanger(address: $0, parameters: $1)
    },
  ]

  /// The type that a word names.
  public static func kind(_ word: String) -> EffectKind? { kinds.first { $0.word == word } }
}
