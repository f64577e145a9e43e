import Glibc
import MixTestSupport
import Testing

@Suite(
  .serialized,
  .enabled(
    if: VirtualMachineSuite.isInside || VirtualMachineRig.isInstalled,
    "\(VirtualMachineRig.reason)"),
  .inVirtualMachine("StackdeckTests.NoSequencerSoundTests", hasSequencer: false))
struct NoSequencerSoundTests {
  @Test func `without a sequencer the mix plays, and one warning says so`() throws {
    let bench = try MixBench()
    let sound = Signals.numbered(24_000)
    try bench.write(sound, to: "tone.wav")
    try bench.write(
      """
      [player.tone]
      file = "tone.wav"
      [recorder.take]
      file = "take.wav"
      encoding = "float"
      [midi]
      map = [{ cc = 7, to = "player.tone.gain" }]
      """)
    let result = try bench.run("run", "set.toml", "-o", "null")
    #expect(result.status == 0, "\(result.errors)")
    let warnings = result.errors.split(separator: "\n").filter { $0.contains("warning: ") }
    #expect(warnings.count == 1, "\(result.errors)")
    #expect(warnings.first?.contains("no ALSA sequencer (/dev/snd/seq)") == true)
    let take = try bench.wave("take.wav")
    #expect(take.frameCount >= sound.count && Measurements.peak(take.left) > 0)
  }
}
