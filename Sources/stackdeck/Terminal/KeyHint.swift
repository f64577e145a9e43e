/// A piece of the line that reminds of keys: `space play/pause`.
struct KeyHint: Sendable {
  /// What must be there for the keys to make sense.
  enum Need: Sendable {
    case nothing, severalDecks, crossfader, recorder
  }

  var keys: String
  /// The keys where the locale is not UTF-8.
  var plainKeys: String
  var label: String
  var need: Need
  /// Where the line is too narrow for all, those with the greatest rank go first.
  var rank: Int

  init(
    _ keys: String, plain: String? = nil, _ label: String, need: Need = .nothing, rank: Int
  ) {
    self.keys = keys
    plainKeys = plain ?? keys
    self.label = label
    self.need = need
    self.rank = rank
  }
}
