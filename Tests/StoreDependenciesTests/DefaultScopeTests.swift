import Foundation
import StoreDependencies
import TestSupport
import Testing

@Suite struct DefaultScopeTests {
  @Test func `a scope computes a default once, and nested overrides stay in it`() {
    withDependencies { _ in
    } operation: {
      let tally = DependencyValues.current.tally
      #expect(tally === DependencyValues.current.tally)
      withDependencies {
        $0.number = 10
      } operation: {
        #expect(tally === DependencyValues.current.tally)
      }
    }
  }

  @Test func `all code of a test outside of stores shares its defaults, in all of its tasks`() async {
    let tally = DependencyValues.current.tally
    @Dependency(\.tally) var declared
    #expect(declared === tally)
    @Dependency(TallyKey.self) var byKey
    #expect(byKey === tally)
    let overridden = withDependencies {
      $0.number = 1
    } operation: {
      DependencyValues.current.tally
    }
    #expect(overridden === tally)
    async let child = DependencyValues.current.tally
    #expect(await child === tally)
    #expect(await Task { DependencyValues.current.tally }.value === tally)
  }

  @Test(arguments: 1...2)
  func `a released model's changes stay in the default that the test reads`(_: Int) {
    /// A model that counts.
    struct Model {
      @Dependency(\.tally) var tally

      func count() { _ = tally.increment() }
    }
    Model().count()
    @Dependency(\.tally) var tally
    #expect(tally.increment() == 2)
  }

  @Test func `code outside a test shares no defaults`() async {
    let tally = DependencyValues.current.tally
    #expect(await Task.detached { DependencyValues.current.tally }.value !== tally)
  }

  @Test func `a model keeps the defaults that it has used, from any caller`() {
    @Dependency(\.tally) var tally
    let before = tally
    withDependencies {
      $0.number = 1
    } operation: {
      #expect(tally === before)
    }
  }

  @Test func `an explicit scope does not see defaults made elsewhere`() {
    @Dependency(\.tally) var tally
    let before = tally
    let values = DependencyValues(context: .test, observer: nil)
    let first = DependencyValues.withValues(values) { tally }
    #expect(first !== before)
    #expect(DependencyValues.withValues(values) { tally } === first)
    let second = DependencyValues.withValues(DependencyValues(context: .test, observer: nil)) { tally }
    #expect(second !== first)
  }

  @Test func `a scope starts from the overrides around it`() {
    let observer = RecordingObserver()
    withDependencies {
      $0.number = 10
    } operation: {
      let tally = DependencyValues.current.tally
      let values = DependencyValues.current.startingScope(context: .test, observer: observer)
      DependencyValues.withValues(values) {
        #expect(DependencyValues.current.number == 10)
        #expect(DependencyValues.current.tally !== tally)
      }
    }
    #expect(observer.accesses == ["NumberKey", "TallyKey"])
  }

  @Test func `a scope replaces values by new ones`() {
    withDependencies {
      $0.number = 10
    } operation: {
      let tally = DependencyValues.current.tally
      withDependencies {
        $0 = DependencyValues()
      } operation: {
        #expect(DependencyValues.current.number == 3)
        #expect(DependencyValues.current.tally !== tally)
      }
    }
  }

  #if os(Linux) || os(macOS)
    @Test func `an app has one scope for the whole process, which no test context joins`() async {
      await #expect(processExitsWith: .success) {
        // The context is found when it is first asked for, so this process becomes an app.
        setenv("STORE_DEPENDENCIES_CONTEXT", "live", 1)
        #expect(DependencyValues.current.context == .live)
        @Dependency(\.liveTally) var tally
        let first = tally
        #expect(DependencyValues.current.liveTally === first)
        #expect(withDependencies({ $0.number = 10 }, operation: { tally }) === first)
        #expect(await Task.detached { DependencyValues.current.liveTally }.value === first)
        #expect(DependencyValues.withValues(DependencyValues(), operation: { tally }) !== first)

        let tests = (1...2).map { _ in
          withDependencies {
            $0.context = .test
          } operation: {
            (tally, DependencyValues.current.liveTally)
          }
        }
        #expect(tests[0].0 !== first)
        #expect(tests[0].0 === tests[0].1)
        #expect(tests[0].0 !== tests[1].0)
      }
    }
  #endif

  @Test(arguments: repetitions(100))
  func `parallel cases of a test share no defaults`(_: Int) async {
    @Dependency(\.tally) var tally
    #expect(tally.increment() == 1)
    await withDependencies { _ in
      await Task.yield()
    } operation: {
      #expect(DependencyValues.current.tally.increment() == 2)
      await Task.yield()
      #expect(DependencyValues.current.tally.increment() == 3)
    }
  }

  @Test func `a default that outlives its scope does not keep the observer`() {
    weak var observer: RecordingObserver?
    let client: LateClient
    do {
      let listener = RecordingObserver()
      observer = listener
      let values = DependencyValues(context: .test, observer: listener)
      client = DependencyValues.withValues(values) { DependencyValues.current[LateKey.self] }
    }
    #expect(observer == nil)
    #expect(client.number == 3)
  }

  @Test func `a default computed from overrides is released with them, though the scope stays`() {
    weak var client: EarlyClient?
    withDependencies { _ in
    } operation: {
      withDependencies {
        $0.number = 10
      } operation: {
        client = DependencyValues.current[EarlyKey.self]
        #expect(client != nil)
      }
      #expect(client == nil)
    }
  }

  @Test func `a scope is released with the last of its values, though its defaults declare dependencies`() {
    weak var tally: Tally?
    weak var observer: RecordingObserver?
    do {
      let listener = RecordingObserver()
      let values = DependencyValues(context: .test, observer: listener)
      observer = listener
      DependencyValues.withValues(values) {
        tally = DependencyValues.current.tally
        #expect(DependencyValues.current[LateKey.self].number == 3)
        withDependencies {
          $0.number = 10
        } operation: {
          _ = DependencyValues.current[EarlyKey.self]
        }
      }
      #expect(tally != nil)
    }
    #expect(tally == nil)
    #expect(observer == nil)
  }
}
