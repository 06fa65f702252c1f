import StoreCore
import StoreTesting

/// A lamp that a timer puts out. Its remote has a gate.
struct Lamp: Reducer {
  struct State: Equatable {
    var isOn = false
    var rows: [String] = []
  }

  enum Input: Sendable { case pressed, neverSent }
  enum Feedback: Sendable { case expired, named(String), failed }
  enum ID { case timer }

  /// The pause after which the lamp is put out.
  var pause = Duration.seconds(2)

  @Dependency(\.continuousClock) private var clock
  @Dependency(\.lampName) private var name

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.pressed):
      state.isOn.toggle()
      guard state.isOn else { return .cancel(id: ID.timer) }
      return .merge(
        .run("timer") { [clock, pause] send in
          try await clock.sleep(for: pause)
          await send(.expired)
        }
        .cancellable(id: ID.timer),
        .run("name") { [name] send in
          do { await send(.named(try await name())) } catch { await send(.failed) }
        }
      )
    case .input(.neverSent): return .none
    case .feedback(.expired):
      state.isOn = false
      return .none
    case .feedback(.named(let name)):
      state.rows = [name]
      return .none
    case .feedback(.failed):
      state.rows = []
      return .none
    }
  }
}

private enum LampNameKey: TestDependencyKey {
  static let testValue: @Sendable () async throws -> String = { throw Broken() }
}

struct Broken: Error, Equatable {}

extension DependencyValues {
  var lampName: @Sendable () async throws -> String {
    get { self[LampNameKey.self] }
    set { self[LampNameKey.self] = newValue }
  }
}

extension Lamp {
  /// Makes a store whose gate has two answers.
  static func makeStore(_ pause: Duration = .seconds(2)) -> TestStore<Lamp> {
    let store = TestStore(initialState: Lamp.State()) { Lamp(pause: pause) }
    store.gate("name", at: \.lampName) { [.success("desk"), .failure(Broken())] }
    return store
  }

  /// A test that leaves gaps: the lamp is pressed once, and its name never fails.
  static func test() async {
    let store = makeStore()
    let name = store.gate("name", at: \.lampName)
    await store.send(.pressed) { $0.isOn = true }
    await name.succeed(with: "desk")
    await store.receive({ .named($0) }) { $0.rows = ["desk"] }
    await store.clock.advance(by: .seconds(2))
    await store.receive({ .expired }) { $0.isOn = false }
    await store.finish()
  }
}
