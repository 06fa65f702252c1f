import StoreCore
import StoreDependencies
import StoreTesting
import Testing

@testable import StoreExploration

/// The lines that would notice a mutant of a step, by the level at which the test asserts the step.
@Suite struct MutantAdviceTests {
  private func step(at level: Exhaustivity?) -> BaselineStep<Loader> {
    var step = BaselineStep<Loader>(
      name: TransitionName(mode: "loading", message: ".feedback(.loaded)"),
      message: .feedback(.loaded(2)),
      before: Loader.State(),
      after: Loader.State(),
      node: .none,
      site: CallSite()
    )
    step.exhaustivity = level
    return step
  }

  @Test(
    arguments: [
      (nil, "await store.receive(.loaded(2))"), (.off, "store.exhaustivity = .on\nawait store.receive(.loaded(2))"),
      (.observable, "store.exhaustivity = .on\nawait store.receive(.loaded(2))"), (.on, ""), (.strict, ""),
    ] as [(Exhaustivity?, String)]
  )
  func `a feedback is received at a level that covers feedback`(level: Exhaustivity?, advice: String) {
    #expect(MutantAdvice.receipt(of: step(at: level)) == advice)
  }

  @Test(
    arguments: [
      (nil, "await store.receiveOutput(.arrived(2))"),
      (.off, "store.exhaustivity = .on\nawait store.receiveOutput(.arrived(2))"), (.observable, ""), (.on, ""),
    ] as [(Exhaustivity?, String)]
  )
  func `an output is received at an exhaustive level`(level: Exhaustivity?, advice: String) {
    #expect(MutantAdvice.receipt(ofOutput: Loader.Output.arrived(2), in: step(at: level)) == advice)
  }

  @Test func `the consequences of another output are asserted`() {
    #expect(MutantAdvice.receipt(ofOutput: 2, in: step(at: nil)) == "// Assert what follows from the output.")
  }

  @Test(
    arguments: [
      (nil, "store.exhaustivity = .strict\nawait store.receiveEffect(\"load\", of: 1)"),
      (.on, "store.exhaustivity = .strict\nawait store.receiveEffect(\"load\", of: 1)"), (.strict, ""),
    ] as [(Exhaustivity?, String)]
  )
  func `the start of an effect is received at the strict level`(level: Exhaustivity?, advice: String) {
    let description = EffectDescription(kind: .run, name: "load", payload: 1, site: CallSite())
    #expect(MutantAdvice.start(of: description, in: step(at: level)) == advice)
  }

  @Test func `an effect without a name is given one`() {
    let site = CallSite(fileID: "App/Loader.swift", filePath: "Loader.swift", line: 3, column: 1)
    let description = EffectDescription(kind: .run, name: nil, payload: nil, site: site)
    #expect(
      MutantAdvice.start(of: description, in: step(at: .on))
        == "// Give the effect at Loader.swift:3 a name, and receive it at `.strict` with `receiveEffect`."
    )
  }
}
