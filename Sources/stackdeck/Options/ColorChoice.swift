/// Whether messages are coloured: `--color`.
enum ColorChoice: String, CaseIterable, Sendable {
  case auto, always, never
}
