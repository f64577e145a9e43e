/// A table of the interpolator: the filter for a range of rates, as rows of coefficients.
///
/// Row p of `phases + 1` holds the filter for places p ÷ phases of a frame behind a frame.
struct InterpolatorBand: BitwiseCopyable {
  /// Bands reach a rate of 8 (and half a band more).
  static var count: Int { @_noLocks get { 19 } }

  /// Greatest step (of either sign) that this band is for, in 2⁻³² frames.
  let limit: Int64
  /// Coefficients of a row, a multiple of 8.
  let taps: Int
  /// Rows to a frame.
  let phases: Int
  /// How much the filter is stretched against that of rate 1.
  let stretch: Double
  /// (phases + 1) × taps coefficients; nil until it has been built.
  var rows: UnsafeMutablePointer<Float>?
}
