/// On which side of the crossfader a strip stands.
public enum CrossfadeSide: String, BitwiseCopyable, CaseIterable, Sendable {
  /// The crossfader does not touch it.
  case none
  case left
  case right
}
