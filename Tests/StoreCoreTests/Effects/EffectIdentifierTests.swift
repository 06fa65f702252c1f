import StoreCore
import Testing

private enum FirstID { case search }

private enum SecondID { case search }

@Suite struct EffectIdentifierTests {
  @Test("equal values of one type are the same id")
  func equal() {
    #expect(EffectIdentifier(1) == EffectIdentifier(1))
    #expect(EffectIdentifier("a").hashValue == EffectIdentifier("a").hashValue)
    #expect(EffectIdentifier(FirstID.search) == EffectIdentifier(FirstID.search))
    #expect(EffectIdentifier(1) != EffectIdentifier(2))
  }

  @Test("values of different types are different ids")
  func types() {
    #expect(EffectIdentifier(FirstID.search) != EffectIdentifier(SecondID.search))
    #expect(EffectIdentifier(1) != EffectIdentifier(Int8(1)))
    #expect(EffectIdentifier(1) != EffectIdentifier("1"))
  }

  @Test("an optional and its value are different ids")
  func optionals() {
    #expect(EffectIdentifier(Optional(1)) != EffectIdentifier(1))
    #expect(EffectIdentifier(1) != EffectIdentifier(Optional(1)))
  }

  @Test("an effect is cancelled by an id of the same type only")
  func cancel() throws {
    let harness = RunnerHarness()
    harness.send(.live("a").cancellable(id: FirstID.search))
    harness.send(.cancel(id: SecondID.search))
    #expect(try !harness.isTaskCancelled("a"))
    harness.send(.cancel(id: FirstID.search))
    #expect(try harness.isTaskCancelled("a"))
  }

  @Test("an id is described by its value")
  func text() {
    #expect("\(EffectIdentifier(FirstID.search))" == "search")
  }
}
