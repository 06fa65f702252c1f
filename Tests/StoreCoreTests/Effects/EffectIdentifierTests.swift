import StoreCore
import Testing

private enum FirstID { case search }

private enum SecondID { case search }

@Suite struct EffectIdentifierTests {
  @Test func `equal values of one type are the same id`() {
    #expect(EffectIdentifier(1) == EffectIdentifier(1))
    #expect(EffectIdentifier("a").hashValue == EffectIdentifier("a").hashValue)
    #expect(EffectIdentifier(FirstID.search) == EffectIdentifier(FirstID.search))
    #expect(EffectIdentifier(1) != EffectIdentifier(2))
  }

  @Test func `values of different types are different ids`() {
    #expect(EffectIdentifier(FirstID.search) != EffectIdentifier(SecondID.search))
    #expect(EffectIdentifier(1) != EffectIdentifier(Int8(1)))
    #expect(EffectIdentifier(1) != EffectIdentifier("1"))
  }

  @Test func `an optional and its value are different ids`() {
    #expect(EffectIdentifier(Optional(1)) != EffectIdentifier(1))
    #expect(EffectIdentifier(1) != EffectIdentifier(Optional(1)))
  }

  @Test func `an effect is cancelled by an id of the same type only`() throws {
    let harness = RunnerHarness()
    harness.send(.live("a").cancellable(id: FirstID.search))
    harness.send(.cancel(id: SecondID.search))
    #expect(try !harness.isTaskCancelled("a"))
    harness.send(.cancel(id: FirstID.search))
    #expect(try harness.isTaskCancelled("a"))
  }

  @Test func `an id is described by its value`() {
    #expect("\(EffectIdentifier(FirstID.search))" == "search")
  }

  @Test func `values of different types are not equal`() {
    let isEqual = equal(1, "1")
    #expect(!isEqual)
  }
}
