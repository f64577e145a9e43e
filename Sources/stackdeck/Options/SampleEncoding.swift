/// How samples are kept in a file, by the names that sessions use.
enum SampleEncoding: String, CaseIterable, Sendable {
  case pcm16 = "pcm_16"
  case pcm24 = "pcm_24"
  case float
}
