/// One entry of a strip's `sends`: a bus and how much it gets, in decibels.
struct SendLevel: Sendable {
  let bus: Placed<String>
  let level: Placed<Float>
}
