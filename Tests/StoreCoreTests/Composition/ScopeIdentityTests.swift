import StoreCore
import StoreTesting
import Testing

@Suite struct ScopeIdentityTests {
  /// A place in the parent's state in which one child can replace another.
  enum Place: CaseIterable, Sendable {
    case always, optional, enumCase

    /// Returns a change that puts a child into the place.
    func put(_ child: Child.State) -> @Sendable (inout Family.State) -> Void {
      switch self {
      case .always: { $0.only = child }
      case .optional: { $0.guest = child }
      case .enumCase: { $0.mode = .left(child) }
      }
    }

    /// Returns the parent's input for an input of the child.
    func message(_ input: Child.Input) -> Family.Input {
      switch self {
      case .always: .only(input)
      case .optional: .guest(input)
      case .enumCase: .left(input)
      }
    }

    /// Returns the parent's feedback for a word that the child hears.
    func own(_ word: String) -> Family.Feedback {
      switch self {
      case .always: .only(.feedback(.heard(word)))
      case .optional: .guest(.feedback(.heard(word)))
      case .enumCase: .left(.feedback(.heard(word)))
      }
    }
  }

  /// Returns a test store of a family whose child has the id 1.
  private func testStore(_ place: Place) -> TestStore<Family> {
    var state = Family.State()
    place.put(Child.State(id: 1))(&state)
    return TestStore(initialState: state) { Family() }
  }

  @Test(arguments: Place.allCases)
  func `a child with another id cancels the effects of the first`(_ place: Place) async {
    let store = testStore(place)
    await store.send(place.message(.nap("old")))
    await store.send(place.message(.settle("old")))
    await store.send(.change(place.put(Child.State(id: 2))), assert: place.put(Child.State(id: 2)))
    #expect(store.inFlightEffects.isEmpty)
    await store.send(place.message(.nap("new")))
    await store.clock.advance(by: .seconds(1))
    await store.receive(place.own("new"), assert: place.put(Child.State(id: 2, notes: ["new"])))
    await store.finish()
  }

  @Test(arguments: Place.allCases)
  func `a child with the same id keeps its effects, even if all else changes`(_ place: Place) async {
    let store = testStore(place)
    await store.send(place.message(.nap("a")))
    let change = place.put(Child.State(id: 1, notes: ["changed"]))
    await store.send(.change(change), assert: change)
    await store.clock.advance(by: .seconds(1))
    await store.receive(place.own("a"), assert: place.put(Child.State(id: 1, notes: ["changed", "a"])))
    await store.finish()
  }

  @MainActor
  @Test(arguments: Place.allCases)
  func `a live store cancels the effects of a replaced child`(_ place: Place) async {
    let clock = TestClock()
    var state = Family.State()
    place.put(Child.State(id: 1))(&state)
    let store = Store(initialState: state) {
      Family()
    } withDependencies: {
      $0.continuousClock = clock
    }
    let task = store.send(place.message(.nap("old")))
    store.send(.change(place.put(Child.State(id: 2))))
    await task.finish()
    var expected = Family.State()
    place.put(Child.State(id: 2))(&expected)
    #expect(store.state == expected)
  }

  @Test(arguments: Place.allCases)
  func `a throttle interval of a replaced child does not delay the next child`(_ place: Place) async {
    let store = testStore(place)
    await store.send(place.message(.press("a")))
    await store.receive(place.own("a"), assert: place.put(Child.State(id: 1, notes: ["a"])))
    await store.send(.change(place.put(Child.State(id: 2))), assert: place.put(Child.State(id: 2)))
    await store.send(place.message(.press("b")))
    await store.receive(place.own("b"), assert: place.put(Child.State(id: 2, notes: ["b"])))
    await store.finish()
  }

  @Test(arguments: Place.allCases)
  func `a child that changes its id becomes another child`(_ place: Place) async {
    let store = testStore(place)
    await store.send(place.message(.nap("old")))
    await store.send(place.message(.rename(2)), assert: place.put(Child.State(id: 2)))
    #expect(store.inFlightEffects.isEmpty)
    await store.finish()
  }

  @MainActor
  @Test(arguments: Place.allCases)
  func `feedback of a removed child is not reduced into its replacement`(_ place: Place) async {
    let probe = Probe()
    var state = Family.State()
    place.put(Child.State(id: 1))(&state)
    let failures = await recordingFailures {
      let store = Store(initialState: state) { Family() }
      await store.send(place.message(.leaveBehind("late", probe))).finish()
      store.send(.change(place.put(Child.State(id: 2))))
      probe.note("go")
      await probe.wait(for: "sent")
      var expected = Family.State()
      place.put(Child.State(id: 2))(&expected)
      #expect(store.state == expected)
    }
    #expect(failures.map(\.kind) == [.misuse])
    #expect(failures.first?.headline.hasPrefix("Child with the id 1 was sent the feedback") == true)
  }
}
