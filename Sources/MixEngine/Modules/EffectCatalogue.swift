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
  ]

  /// The type that a word names.
  public static func kind(_ word: String) -> EffectKind? { kinds.first { $0.word == word } }
}
