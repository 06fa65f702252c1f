import StoreCore
import StoreDependencies
import StoreTesting
import TestSupport
import Testing

/// What both features share.
private struct Settings: Equatable {
  var isDark = false
  var name = "Ada"
}

private enum SettingsKey: DependencyKey {
  static let liveValue = Source(Settings())
  static var testValue: Source<Settings> { Source(Settings()) }
}

extension DependencyValues {
  fileprivate var settings: Source<Settings> {
    get { self[SettingsKey.self] }
    set { self[SettingsKey.self] = newValue }
  }
}

/// A screen that shows the settings, and changes them.
private struct SettingsScreen: Reducer {
  struct State: Equatable {
    var settings = Settings()
    var changes = 0
  }

  enum Input: Equatable { case darkTapped, nameChanged(String), disappeared }
  enum Feedback: Equatable { case changed(Settings) }

  @Dependency(\.settings) private var settings

  func start(from state: State) -> Effect<Feedback, Never> {
    .following(settings, from: state.settings, Feedback.changed).cancellable(id: "follow")
  }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.darkTapped): return .update(settings) { $0.isDark.toggle() }
    case .input(.nameChanged(let name)): return .update(settings) { $0.name = name }
    case .input(.disappeared): return .cancel(id: "follow")
    case .feedback(.changed(let settings)):
      state.settings = settings
      state.changes += 1
      return .none
    }
  }
}

@Suite struct SourceTests {
  @Test func `a feature receives each change of the source, in order`() async {
    let settings = Source(Settings())
    let store = TestStore(initialState: SettingsScreen.State()) {
      SettingsScreen()
    } withDependencies: {
      $0.settings = settings
    }
    settings.update { $0.name = "Bob" }
    settings.update { $0.isDark = true }
    settings.update { $0.name = "Bob" }
    await store.receive(.changed(Settings(name: "Bob"))) {
      $0.settings.name = "Bob"
      $0.changes = 1
    }
    await store.receive(.changed(Settings(isDark: true, name: "Bob"))) {
      $0.settings.isDark = true
      $0.changes = 2
    }
    await store.send(.disappeared)
    await store.finish()
  }

  @Test func `a write is an effect that a test asserts, and its change is a feedback`() async {
    let store = TestStore(initialState: SettingsScreen.State()) { SettingsScreen() }
    store.exhaustivity = .strict
    await store.receiveEffect("follow Settings")
    await store.send(.darkTapped)
    await store.receiveEffect("update Settings")
    await store.receive(.changed(Settings(isDark: true))) {
      $0.settings.isDark = true
      $0.changes = 1
    }
    await store.send(.nameChanged("Ada"))
    await store.receiveEffect("update Settings")
    await store.send(.disappeared)
    await store.finish()
  }

  @Test func `a write that a test does not assert is a failure`() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: SettingsScreen.State()) { SettingsScreen() }
      await store.send(.disappeared)
      await store.send(.nameChanged("Bob"))
      await store.finish()  // Fails: unhandledEffect
    }
    #expect(failures.locations == markedFailures())
  }

  @Test func `a feature that knows another value begins with the current one`() async {
    let settings = Source(Settings(isDark: true))
    let store = TestStore(initialState: SettingsScreen.State()) {
      SettingsScreen()
    } withDependencies: {
      $0.settings = settings
    }
    await store.receive(.changed(Settings(isDark: true))) {
      $0.settings.isDark = true
      $0.changes = 1
    }
    await store.send(.disappeared)
    await store.finish()
  }

  /// A feature that needs the name alone.
  private struct Greeting: Reducer {
    func start(from state: String) -> Effect<String, Never> {
      .following(source, reading: { $0.name }, from: knowsName ? state : nil) { $0 }
    }

    let source: Source<Settings>
    var knowsName = true

    func reduce(message: Message<Never, String>, into state: inout String) -> Effect<String, Never> {
      if case .feedback(let name) = message { state = name }
      return .none
    }
  }

  @Test func `a feature that follows a part receives its changes, and no others`() async {
    let settings = Source(Settings())
    let store = TestStore(initialState: "Ada") { Greeting(source: settings) }
    store.exhaustivity = .strict
    await store.receiveEffect("follow Settings")
    settings.update { $0.isDark = true }
    settings.update { $0.name = "Bob" }
    settings.update { $0.isDark = false }
    settings.update { $0.name = "Eve" }
    await store.receive("Bob") { $0 = "Bob" }
    await store.receive("Eve") { $0 = "Eve" }
    await store.startTask.cancel()
    await store.finish()
  }

  @Test(arguments: [true, false])
  func `a feature that follows a part begins with the current one, if it says what it has`(knowsName: Bool) async {
    let settings = Source(Settings(name: "Bob"))
    let store = TestStore(initialState: "Ada") { Greeting(source: settings, knowsName: knowsName) }
    if knowsName { await store.receive("Bob") { $0 = "Bob" } }
    settings.update { $0.name = "Eve" }
    await store.receive("Eve") { $0 = "Eve" }
    await store.startTask.cancel()
    await store.finish()
  }

  @Test func `two stores on one source are consistent`() async {
    let settings = Source(Settings())
    let clock = TestClock()
    func makeStore() -> TestStore<SettingsScreen> {
      TestStore(initialState: SettingsScreen.State()) {
        SettingsScreen()
      } withDependencies: {
        $0.settings = settings
        $0.continuousClock = clock
      }
    }
    let (first, second) = (makeStore(), makeStore())
    await first.send(.darkTapped)
    await first.receiveEffect("update Settings")
    for store in [first, second] {
      await store.receive(.changed(Settings(isDark: true))) {
        $0.settings.isDark = true
        $0.changes = 1
      }
    }
    await second.send(.nameChanged("Bob"))
    await second.receiveEffect("update Settings")
    for store in [first, second] {
      await store.receive(.changed(Settings(isDark: true, name: "Bob"))) {
        $0.settings.name = "Bob"
        $0.changes = 2
      }
      await store.send(.disappeared)
      await store.finish()
    }
  }

  @Test func `each store has a source of its own by default`() async {
    let first = TestStore(initialState: SettingsScreen.State()) { SettingsScreen() }
    let second = TestStore(initialState: SettingsScreen.State()) { SettingsScreen() }
    await first.send(.darkTapped)
    await first.receiveEffect("update Settings")
    await first.receive(.changed(Settings(isDark: true))) {
      $0.settings.isDark = true
      $0.changes = 1
    }
    for store in [first, second] {
      await store.send(.disappeared)
      await store.finish()
    }
  }

  @Test func `an effect that follows a source runs until it is cancelled`() async {
    let start = ContinuousClock.now
    let failures = await recordingFailures {
      let store = TestStore(initialState: SettingsScreen.State()) { SettingsScreen() }
      store.timeout = .seconds(60)
      await store.finish()
    }
    #expect(failures.map(\.kind) == [.effectInFlight])
    #expect(
      failures.map(\.headline) == [
        """
        The effect follow Settings is still running at the end of the test: \
        it waits for the next change of 'Source<Settings>'.
        """
      ]
    )
    #expect(ContinuousClock.now - start < .seconds(50))
  }

  @Test func `a feedback that no change has caused is missing at once`() async {
    let start = ContinuousClock.now
    let failures = await recordingFailures {
      let store = TestStore(initialState: SettingsScreen.State()) { SettingsScreen() }
      store.timeout = .seconds(60)
      await store.receive(.changed(Settings(isDark: true))) { $0.changes = 1 }  // Fails: missingFeedback
      await store.send(.disappeared)
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    #expect(failures.first?.details.contains("waits for the next change of 'Source<Settings>'") == true)
    #expect(ContinuousClock.now - start < .seconds(50))
  }

  /// A feature whose effect leaves a task behind that reads a source.
  private struct LeftBehind: Reducer {
    let source: Source<Settings>

    func reduce(message: Message<Bool, Settings>, into state: inout Settings) -> Effect<Settings, Never> {
      switch message {
      case .input:
        return .run("read") { [source] send in
          Task { for await settings in source.values { await send(settings) } }
        }
      case .feedback(let settings):
        state = settings
        return .none
      }
    }
  }

  @Test func `a task that reads a source after its effect has returned waits for the test, too`() async {
    let settings = Source(Settings())
    let failures = await recordingFailures {
      let store = TestStore(initialState: Settings()) { LeftBehind(source: settings) }
      await store.send(true)
      await store.receive(Settings())
      settings.update { $0.name = "Bob" }
      await store.receive(Settings(name: "Bob")) { $0.name = "Bob" }
      await store.finish()
    }
    #expect(failures.map(\.kind) == [.effectInFlight])
    #expect(failures.first?.headline.contains("it waits for the next change of 'Source<Settings>'") == true)
  }

  @MainActor
  @Test func `a live store follows its source, and releases its subscription with itself`() async {
    let settings = Source(Settings())
    var store: StoreOf<SettingsScreen>? = Store(initialState: SettingsScreen.State()) {
      SettingsScreen()
    } withDependencies: {
      $0.settings = settings
    }
    var states = store?.stateStream.makeAsyncIterator()
    store?.send(.darkTapped)
    await Task.detached { settings.update { $0.name = "Bob" } }.value
    var last: SettingsScreen.State?
    while last?.settings != Settings(isDark: true, name: "Bob") { last = await states?.next(isolation: #isolation) }
    #expect(last?.changes == 2)
    weak let released = store
    store = nil
    #expect(released == nil)
  }

  @MainActor
  @Test func `live stores change their source in the order of their inputs`() {
    let settings = Source(Settings())
    let stores = (1...2).map { _ in
      Store(initialState: SettingsScreen.State()) {
        SettingsScreen()
      } withDependencies: {
        $0.settings = settings
      }
    }
    let values = settings.values
    for number in 1...200 {
      stores[number % 2].send(.nameChanged("\(number)"))
      #expect(settings.value.name == "\(number)")
    }
    _ = values
  }

  @Test func `a parent's update comes after that of its child, which it returns first`() async {
    let settings = Source(Settings())
    let store = TestStore(initialState: Settings()) { Doubled(source: settings) }
    await store.send(true)
    await store.receiveEffect("update Settings")
    await store.receiveEffect("update Settings")
    #expect(settings.value.name == "Ada, child, parent")
    await store.finish()
  }

  /// A feature that changes a source twice for one input, by mapped and nested effects.
  private struct Doubled: Reducer {
    let source: Source<Settings>

    func reduce(message: Message<Bool, Settings>, into state: inout Settings) -> Effect<Settings, Never> {
      let child = Effect<Settings, Never>.update(source) { $0.name += ", child" }
      return .merge(
        .concatenate(child.map(feedback: { $0 }), .none),
        .update(source) { $0.name += ", parent" }
      )
    }
  }

  @Test func `an effect that runs again follows the source again`() async {
    let settings = Source(Settings())
    let follow = Effect<Settings, Never>.following(settings) { $0 }
    let store = TestStore(initialState: Settings()) {
      Repeating(effect: follow)
    }
    await store.send(true)
    settings.update { $0.name = "Bob" }
    await store.receive(Settings(name: "Bob")) { $0.name = "Bob" }
    await store.send(false)
    await store.send(true)
    settings.update { $0.name = "Eve" }
    await store.receive(Settings(name: "Bob"))
    await store.receive(Settings(name: "Eve")) { $0.name = "Eve" }
    await store.send(false)
    await store.finish()
  }

  /// A feature that starts the same effect for each `true`, and cancels it for each `false`.
  private struct Repeating: Reducer {
    let effect: Effect<Settings, Never>

    func reduce(message: Message<Bool, Settings>, into state: inout Settings) -> Effect<Settings, Never> {
      switch message {
      case .input(true): return effect.cancellable(id: "follow")
      case .input(false): return .cancel(id: "follow")
      case .feedback(let settings):
        state = settings
        return .none
      }
    }
  }
}
