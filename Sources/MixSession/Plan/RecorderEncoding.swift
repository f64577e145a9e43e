/// How a take's samples are kept, in the words of sessions.
public enum RecorderEncoding: String, CaseIterable, Sendable {
  case pcm16 = "pcm_16"
  case pcm24 = "pcm_24"
  case float
}
