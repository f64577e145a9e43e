import MixEngine
import Testing

/// What modules say of themselves in listings.
@Suite struct SummaryTests {
  private func effect(_ word: String, _ values: [String: Float] = [:]) -> String {
    let parameters = ParameterTable()
    let effect = EffectCatalogue.kind(word)!.make(address: "effect.e", parameters: parameters)
    for (name, value) in values { parameters.parameter(named: "effect.e.\(name)")!.set(value) }
    return effect.summary
  }

  @Test func `effects tell their type and parameters`() {
    #expect(effect("bandpass") == "bandpass 5000 Hz 600 cents")
    #expect(effect("lowpass", ["resonance": -3]) == "lowpass 6900 Hz -3 dB")
    #expect(effect("highpass", ["mix": 50]) == "highpass 6900 Hz 0 dB, mix 50 %")
    #expect(effect("lowshelf", ["on": 0]) == "lowshelf 80 Hz 0 dB, off")
    #expect(effect("highshelf", ["gain": 4.5]) == "highshelf 10000 Hz 4.5 dB")
    #expect(effect("parametric", ["q": 0.7]) == "parametric 2000 Hz q 0.7 0 dB")
    #expect(effect("delay", ["time": 0.25]) == "delay 0.25 s, feedback 50 %, mix 50 %")
    #expect(
      effect("delay", ["lowpass": 20_000, "on": 0])
        == "delay 1 s, feedback 50 %, lowpass off, mix 50 %, off")
    #expect(
      effect("dynamics")
        == "dynamics -20 dB, headroom 5 dB, expansion ratio 2, expansion threshold -80 dB, "
        + "attack 1 ms, release 50 ms")
    #expect(
      effect("compressor", ["gain": 6, "mix": 50])
        == "compressor -20 dB, ratio 3, attack 5 ms, release 120 ms, gain 6 dB, mix 50 %")
    #expect(
      effect("expander", ["on": 0]) == "expander -45 dB, ratio 2, attack 5 ms, release 120 ms, off")
    #expect(
      effect("gate") == "gate -50 dB, depth -60 dB, attack 1 ms, hold 150 ms, release 200 ms")
    #expect(effect("limiter") == "limiter -0.3 dB, attack 12 ms, release 24 ms")
    #expect(
      effect("limiter", ["gain": 6, "ceiling": -1])
        == "limiter -1 dB, attack 12 ms, release 24 ms, gain 6 dB")
    #expect(
      effect("duck") == "duck -12 dB, threshold -40 dB, attack 50 ms, hold 300 ms, release 500 ms")
    #expect(
      effect("duck", ["force": 1, "on": 0])
        == "duck -12 dB, threshold -40 dB, attack 50 ms, hold 300 ms, release 500 ms, off, forced")
    #expect(effect("flanger") == "flanger 4 s, depth 50 %, feedback 30 %, mix 50 %")
    #expect(
      effect("reverb", ["gain": -3]) == "reverb 1 s, high 0.5 s, 8 ms to 50 ms, -3 dB, mix 30 %")
    #expect(
      effect("distortion", ["squared": 3, "ring_mix": 40])
        == "distortion squared 3, ring_mix 40 %, mix 50 %")
  }

  @Test func `faders tell what they do to the sound`() {
    let parameters = ParameterTable()
    let crossfader = Crossfader(parameters: parameters, curve: .constantPower)
    crossfader.position.set(-0.5)
    #expect(crossfader.summary == "constant-power, position -0.5")
    crossfader.contour.set(100)
    crossfader.reverse.set(1)
    #expect(crossfader.summary == "constant-power, position -0.5, contour 100 %, reversed")

    let fader = Fader(strip: "player.a", parameters: parameters, crossfader: crossfader)
    #expect(fader.summary == "0 dB, balance 0")
    fader.gain.set(-.infinity)
    fader.balance.set(0.25)
    fader.mute.set(1)
    fader.side = .left
    #expect(fader.summary == "-inf dB, balance 0.25, left, muted")

    let send = Fader(
      send: "player.a.sends.echo", level: Fader.sendDescriptor(to: "echo"),
      parameters: parameters)
    #expect(send.summary == "-inf dB" && send.address == "player.a.sends.echo")
    send.gain.set(-6)
    #expect(send.summary == "-6 dB")

    let trim = Trim(strip: "player.a", parameters: parameters)
    trim.trim.set(-4)
    #expect(trim.summary == "-4 dB")
    #expect(Oscillator(address: "tone", parameters: parameters).summary == "440 Hz, -20 dB")
  }
}
