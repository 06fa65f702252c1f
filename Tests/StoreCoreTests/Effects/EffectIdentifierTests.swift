import StoreCore
import Testing

/// Ids of one feature.
private enum FirstID { case search }

/// Ids of another feature.
private enum SecondID { case search }

@Suite struct EffectIdentifierTests {
  @Test("equal values of one type are the same id")
  func equal() {
    #expect(EffectIdentifier(1) == EffectIdentifier(1))
    #expect(EffectIdentifier("a").hashValue == EffectIdentifier("a").hashValue)
    #expect(EffectIdentifier(FirstID.search) == EffectIdentifier(FirstID.search))
    #expect(EffectIdentifier(1) != EffectIdentifier(2))
  }

  @Test("values of different types are different ids, however alike they are")
  func types() {
    #expect(EffectIdentifier(FirstID.search) != EffectIdentifier(SecondID.search))
    #expect(EffectIdentifier(1) != EffectIdentifier(Int8(1)))
    #expect(EffectIdentifier(1) != EffectIdentifier("1"))
  }

  @Test("an optional is another id than its value, from both sides")
  func optionals() {
    #expect(EffectIdentifier(Optional(1)) != EffectIdentifier(1))
    #expect(EffectIdentifier(1) != EffectIdentifier(Optional(1)))
  }

  @Test("an effect is cancelled by an id of the same type only")
  func cancel() throws {
    let bench = Bench()
    bench.send(.live("a").cancellable(id: FirstID.search))
    bench.send(.cancel(id: SecondID.search))
    #expect(try !bench.isTaskCancelled("a"))
    bench.send(.cancel(id: FirstID.search))
    #expect(try bench.isTaskCancelled("a"))
  }

  @Test("an id reads as its value")
  func text() {
    #expect("\(EffectIdentifier(FirstID.search))" == "search")
  }
}
