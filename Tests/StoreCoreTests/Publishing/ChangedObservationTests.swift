// Only the modules of Linux declare what UI frameworks use of Observation.
#if os(Linux)
  @_spi(SwiftUI) import Observation
  import StoreCore
  import Testing

  /// A UI framework may ask Observation to be told after a change, instead of before it.
  @MainActor @Suite struct ChangedObservationTests {
    @Test func `an observer of a store, and one of its child's store, are told after a change`() {
      let store = FormParentStore()
      let form: FormStore = store.scope(\.form, FormParent.Input.form)
      let probe = Probe()
      withObservationTracking(
        { _ = store.form },
        didSet: { _ in
          MainActor.assumeIsolated { probe.note("store \(store.form.query)") }
        }
      )
      withObservationTracking(
        { _ = form.query },
        didSet: { _ in
          MainActor.assumeIsolated { probe.note("child \(form.query)") }
        }
      )
      form.send { $0.query = "a" }
      #expect(probe.notes == ["store a", "child a"])
    }

    @Test func `an observer of a container without a reducer is told after a change`() {
      let container = StateStore<Int, Never>(state: 0)
      let probe = Probe()
      withObservationTracking(
        { _ = container.state },
        didSet: { _ in
          MainActor.assumeIsolated { probe.note("\(container.state)") }
        }
      )
      container.state = 1
      #expect(probe.notes == ["1"])
    }
  }
#endif
