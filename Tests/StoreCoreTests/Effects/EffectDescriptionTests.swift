import StoreCore
import StoreDependencies
import TestSupport
import Testing

@Suite struct EffectDescriptionTests {
  private func description(of effect: Step) throws -> EffectDescription {
    guard case .run(let work) = effect.node else { throw CancellationError() }
    return work.description
  }

  @Test func `an effect with a name is described by its name`() throws {
    #expect(try description(of: .run("search") { _ in }).label == "search")
  }

  @Test func `the payload of an effect follows its name`() throws {
    #expect(try description(of: .run("search", of: "swift") { _ in }).label == #"search("swift")"#)
    #expect(try description(of: .run("load", of: 7) { _ in }).label == "load(7)")
  }

  @Test func `an effect without a name is described by the place where it was made`() throws {
    #expect(try description(of: .run { _ in }).label == "effect at EffectDescriptionTests.swift:\(#line)")
  }

  @Test func `the wait of a debounced effect has another description than its work`() throws {
    let line = markedLine()
    let effect = Step.run("search") { _ in }.debounce(id: 1, for: .seconds(1))  // Here
    guard case .cancellable(.concatenate(let links), _, _) = effect.node, case .run(let wait) = links.nodes.first else {
      Issue.record("\(effect.node) doesn't wait.")
      return
    }
    #expect(wait.description.kind == .delay)
    #expect(wait.description.label == "debounce")
    #expect(wait.description.site.line == line)
  }
}
