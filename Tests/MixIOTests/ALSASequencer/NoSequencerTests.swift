import MixIO
import MixTestSupport
import Testing

@Suite(
  .serialized,
  .enabled(
    if: VirtualMachineSuite.isInside || VirtualMachineRig.isInstalled,
    "\(VirtualMachineRig.reason)"),
  .inVirtualMachine("MixIOTests.NoSequencerTests", hasSequencer: false))
struct NoSequencerTests {
  @Test func `a kernel without a sequencer is an error that names it and says what to do`() throws {
    let problem = try #require(throws: SequencerProblem.self) {
      try ALSASequencer(receiver: RecordingReceiver("any"))
    }
    #expect(
      problem.description == "no ALSA sequencer (/dev/snd/seq): No such file or directory")
    #expect(problem.help == "as root: modprobe snd-seq")
    #expect(throws: SequencerProblem.self) { try ALSASequencer.ports() }
  }
}
