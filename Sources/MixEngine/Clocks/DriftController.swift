import CRealtime

/// Decides how fast to read a device's frames so that they neither run out nor pile up.
///
/// It is told, every quarter of a second, where reading should be, and where it is. While the two
/// clocks agree it keeps reading at exactly one frame a frame, which changes no bit; where they don't
/// it steers: a PI controller with damping 1, whose bandwidth narrows from 0.06 to 0.01 Hz over
/// 20 s and whose integrator begins with the drift that was measured, within ±500 ppm.
///
/// A plain value of one thread; real-time safe.
struct DriftController: BitwiseCopyable, Sendable {
  enum Decision: UInt8, BitwiseCopyable {
    /// One frame a frame.
    case exact
    /// `correction` frames more a frame.
    case steer
    /// The drift has just become known: reading begins anew where it should be, before anything is
    /// taken.
    case place
    /// Reading is elsewhere: to be set anew.
    case jump
  }

  static var limit: Double { @_noLocks get { 500e-6 } }
  static var windowSeconds: Double { @_noLocks get { 0.25 } }

  private let rate: Double
  /// Fraction of a frame a frame.
  private(set) var correction = 0.0
  private var integral = 0.0
  private var isSteering = false
  /// Windows since the state began.
  private var age = 0
  private var farWindows = 0
  private var offWindows = 0
  private var quietWindows = 0

  // A straight line through the wanted offsets, old ones fading with 30 s; time counts back from the
  // last one.
  private var s = 0.0
  private var st = 0.0
  private var stt = 0.0
  private var sy = 0.0
  private var sty = 0.0
  private var base = 0.0
  private var last = 0.0
  private(set) var windowCount = 0

  @_noLocks init(sampleRate: SampleRate) { rate = Double(sampleRate.hertz) }

  /// How much faster the writer's clock is than the reader's, as a fraction; as well as is known.
  var drift: Double {
    @_noLocks get {
      // Ten seconds measure better than the controller guesses.
      if windowCount >= 40 { return clamp(slope) }
      return isSteering ? integral : (windowCount >= 11 ? clamp(slope) : integral)
    }
  }

  /// Whether the drift has been measured.
  var isSettled: Bool { @_noLocks get { windowCount >= 11 } }

  /// Reading goes on at another place of the same clocks.
  @_noLocks mutating func jumped() {
    integral = drift
    // What one begins with is measured, not wished: a few ppm are noise.
    isSteering = integral > 10e-6 ? true : integral < -10e-6
    correction = isSteering ? integral : 0
    age = 0
    farWindows = 0
    offWindows = 0
    quietWindows = 0
  }

  /// Reading begins with clocks that stood still or are others; what is known of the drift stays.
  @_noLocks mutating func restart() {
    jumped()
    windowCount = 0
    s = 0
    st = 0
    stt = 0
    sy = 0
    sty = 0
  }

  /// A window has ended.
  ///
  /// - Parameters:
  ///   - wanted: where reading should be against the reader's clock, in frames.
  ///   - offset: where it is.
  @_noLocks mutating func update(wanted: Double, offset: Double) -> Decision {
    note(wanted)
    age &+= 1
    let error = (wanted - offset) / rate
    let size = error < 0 ? 0 - error : error
    farWindows = size > 3e-3 ? farWindows &+ 1 : 0
    if farWindows >= 3 { return .jump }
    // What is so far off is no drift: it would lead the controller astray until the jump.
    if farWindows > 0 { return isSteering ? .steer : .exact }
    if isSteering {
      steer(error)
      quietWindows = isQuiet(size) ? quietWindows &+ 1 : 0
      if quietWindows >= 160 { stop() }
    } else {
      offWindows = size > 4e-4 ? offWindows &+ 1 : 0
      let slope = slope
      let isDrifting = windowCount >= 11 ? (slope > 25e-6 ? true : slope < -25e-6) : false
      if offWindows >= 2 || isDrifting { start(slope) }
      if isDrifting, windowCount == 11 { return .place }
    }
    return isSteering ? .steer : .exact
  }

  /// Whether the clocks seem to agree: within 2 ppm, and 0.1 ms from the place.
  @_noLocks private func isQuiet(_ error: Double) -> Bool {
    if error > 1e-4 { return false }
    if integral > 2e-6 { return false }
    if integral < -2e-6 { return false }
    if slope > 2e-6 { return false }
    return slope > -2e-6
  }

  @_noLocks private mutating func start(_ slope: Double) {
    isSteering = true
    age = 0
    quietWindows = 0
    integral = windowCount >= 8 ? clamp(slope) : clamp(integral)
    correction = integral
  }

  @_noLocks private mutating func stop() {
    isSteering = false
    offWindows = 0
    correction = 0
    integral = 0
  }

  @_noLocks private mutating func steer(_ error: Double) {
    let seconds = Double(age) * DriftController.windowSeconds
    let share = seconds < 20 ? seconds / 20 : 1
    // 0.06 Hz to 0.01 Hz along a geometric line.
    let bandwidth = 0.06 * crt_exp(-1.791759469228055 * share)
    let w = 2 * Double.pi * bandwidth
    integral = clamp(integral + w * w * error * DriftController.windowSeconds)
    correction = clamp(integral + 2 * w * error)
  }

  /// Frames a second by which the wanted offset moves, against the rate.
  private var slope: Double {
    @_noLocks get {
      let determinant = s * stt - st * st
      return determinant > 1e-9 ? (s * sty - st * sy) / determinant / rate : 0
    }
  }

  @_noLocks private mutating func note(_ wanted: Double) {
    if windowCount == 0 {
      base = wanted
      last = wanted
    }
    // A device that lost or repeated frames makes a step, not a slope: the line goes on behind it.
    // Smaller steps are drift that comes in pieces: some servers round to their own cycles.
    let step = wanted - last - slope * rate * DriftController.windowSeconds
    let least = 4e-3 * rate
    if step > least || step < 0 - least { base += step }
    last = wanted
    let y = wanted - base
    let time = DriftController.windowSeconds
    stt = stt - 2 * time * st + time * time * s
    st -= time * s
    sty -= time * sy
    // exp(−0.25 ÷ 30)
    let fade = 0.9917012926442277
    s = s * fade + 1
    st *= fade
    stt *= fade
    sy = sy * fade + y
    sty *= fade
    windowCount &+= 1
  }

  @_noLocks private func clamp(_ value: Double) -> Double {
    let limit = DriftController.limit
    return value > limit ? limit : (value < 0 - limit ? 0 - limit : value)
  }
}
