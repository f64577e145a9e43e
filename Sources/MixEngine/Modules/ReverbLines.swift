import CRealtime

/// The sixteen lines of a reverb: how long each is, and what is lost in each turn. Four rows of
/// four lanes. Thread: the owner's; all of it is real-time safe.
struct ReverbLines: BitwiseCopyable {
  typealias Row = SIMD4<Float>

  /// One number for each line.
  struct Rows: BitwiseCopyable {
    var a = Row.zero
    var b = Row.zero
    var c = Row.zero
    var d = Row.zero

    @_noLocks init() {}

    @_noLocks init(_ a: Row, _ b: Row, _ c: Row, _ d: Row) {
      self.a = a
      self.b = b
      self.c = c
      self.d = d
    }

    /// What the lines give out now.
    ///
    /// - Parameters:
    ///   - memory: sixteen rings, `stride` samples apart, of `mask` + 1 samples each.
    ///   - taps: how far back each is read.
    ///   - at: where the next samples are written.
    @_noLocks @inline(__always) init(
      _ memory: UnsafeMutablePointer<Float>, _ stride: Int, _ taps: UnsafeMutablePointer<Int>,
      _ at: Int, _ mask: Int
    ) {
      a = Rows.read(memory, stride, taps, at, mask)
      b = Rows.read(memory + 4 &* stride, stride, taps + 4, at, mask)
      c = Rows.read(memory + 8 &* stride, stride, taps + 8, at, mask)
      d = Rows.read(memory + 12 &* stride, stride, taps + 12, at, mask)
    }

    @_noLocks @inline(__always) private static func read(
      _ memory: UnsafeMutablePointer<Float>, _ stride: Int, _ taps: UnsafeMutablePointer<Int>,
      _ at: Int, _ mask: Int
    ) -> Row {
      Row(
        memory[(at &- taps[0]) & mask], memory[stride &+ ((at &- taps[1]) & mask)],
        memory[2 &* stride &+ ((at &- taps[2]) & mask)],
        memory[3 &* stride &+ ((at &- taps[3]) & mask)])
    }

    /// What the lines take in.
    @_noLocks @inline(__always) func write(
      _ memory: UnsafeMutablePointer<Float>, _ stride: Int, _ at: Int
    ) {
      Rows.write(a, memory, stride, at)
      Rows.write(b, memory + 4 &* stride, stride, at)
      Rows.write(c, memory + 8 &* stride, stride, at)
      Rows.write(d, memory + 12 &* stride, stride, at)
    }

    @_noLocks @inline(__always) private static func write(
      _ row: Row, _ memory: UnsafeMutablePointer<Float>, _ stride: Int, _ at: Int
    ) {
      memory[at] = row.x
      memory[stride &+ at] = row.y
      memory[2 &* stride &+ at] = row.z
      memory[3 &* stride &+ at] = row.w
    }

    subscript(line: Int) -> Float {
      @_noLocks get {
        let lane = line & 3
        switch line >> 2 {
        case 0: return a[lane]
        case 1: return b[lane]
        case 2: return c[lane]
        default: return d[lane]
        }
      }
      @_noLocks set {
        let lane = line & 3
        switch line >> 2 {
        case 0: a[lane] = newValue
        case 1: b[lane] = newValue
        case 2: c[lane] = newValue
        default: d[lane] = newValue
        }
      }
    }

    /// From here to `other`: the step per frame when it takes `frames`.
    @_noLocks func step(to other: Rows, over frames: Int) -> Rows {
      let part = 1 / Float(Int32(truncatingIfNeeded: frames))
      return Rows(
        (other.a - a) * part, (other.b - b) * part, (other.c - c) * part, (other.d - d) * part)
    }

    @_noLocks @inline(__always) mutating func add(_ other: Rows) {
      a += other.a
      b += other.b
      c += other.c
      d += other.d
    }

    /// I − ½·11ᵀ, Householder's reflection of four, over the rows and then in each row: their
    /// product has ±¼ everywhere, so each line feeds all of them alike. It keeps the energy.
    @_noLocks @inline(__always) mutating func mix() {
      let half = ((a + b) + (c + d)) * 0.5
      a = Rows.reflect(a - half)
      b = Rows.reflect(b - half)
      c = Rows.reflect(c - half)
      d = Rows.reflect(d - half)
    }

    @_noLocks @inline(__always) private static func reflect(_ row: Row) -> Row {
      row - ((row.x + row.y) + (row.z + row.w)) * 0.5
    }
  }

  /// The filter of each line: y = b0·s + z, z' = b1·s − a1·y.
  var b0 = Rows()
  var b1 = Rows()
  var a1 = Rows()
  /// What the input is scaled by, so that noise comes out about as loud as it went in.
  var inlet: Float = 0

  @_noLocks init() {}

  /// - Parameters:
  ///   - taps: sixteen lengths in frames.
  ///   - low: seconds in which low sound falls by 60 dB.
  ///   - high: the same of high sound.
  @_noLocks init(taps: UnsafePointer<Int>, low: Double, high: Double, rate: Double) {
    // In one turn of m seconds sound falls by 60·m/T dB. The shelf of each line goes from its low
    // to its high gain with the half of its dB at 3 kHz, whatever they are.
    let middle = 3000 < 0.45 * rate ? 3000 : 0.45 * rate
    let angle = Double.pi * middle / rate
    let k = crt_sin(angle) / crt_cos(angle)
    var (lowPower, highPower) = (0.0, 0.0)
    for i in 0..<16 {
      let turn = -3 * Double(taps[i]) / rate
      let bottom = ReverbLines.gain(turn / low), top = ReverbLines.gain(turn / high)
      let pole = k * crt_sqrt(top / bottom)
      let scale = 1 / (1 + pole)
      b0[i] = Float((bottom * pole + top) * scale)
      b1[i] = Float((bottom * pole - top) * scale)
      a1[i] = Float((pole - 1) * scale)
      lowPower += bottom * bottom / 16
      highPower += top * top / 16
    }
    // All turns together add up to 1 ÷ (1 − power of one) of what goes in. Of ten octaves seven lie
    // below the middle.
    let sum = 0.7 / (1 - lowPower) + 0.3 / (1 - highPower)
    inlet = Float(crt_sqrt(1 / (8 * sum)))
  }

  /// 10ˣ, not below −80 dB: what is weaker after one turn is gone after two.
  @_noLocks private static func gain(_ exponent: Double) -> Double {
    exponent > -4 ? crt_pow(10, exponent) : 1e-4
  }

  /// Writes sixteen lengths from `shortest` to `longest` frames: one in each of sixteen equal
  /// intervals of ratio, at a random place, and the greatest prime there, so that no two of them
  /// have echoes together often.
  @_noLocks static func takeLengths(
    _ taps: UnsafeMutablePointer<Int>, shortest: Double, longest: Double, seed: UInt64
  ) {
    var random = SplitMix(seed: seed)
    let ratio = longest / shortest
    for i in 0..<16 {
      let place = Double(random.next() >> 11) / 9_007_199_254_740_992
      let frames = shortest * crt_pow(ratio, (Double(i) + place) / 16)
      taps[i] = prime(upTo: Int(frames))
    }
  }

  /// The greatest prime that is not above a number; 1 if there is none.
  @_noLocks static func prime(upTo number: Int) -> Int {
    if number < 3 { return number < 2 ? 1 : 2 }
    var n = number & 1 == 0 ? number &- 1 : number
    while !isPrime(n) { n &-= 2 }
    return n
  }

  /// Whether an odd number of 3 or more is.
  @_noLocks private static func isPrime(_ n: Int) -> Bool {
    var d = 3
    while d &* d <= n {
      if n % d == 0 { return false }
      d &+= 2
    }
    return true
  }
}
