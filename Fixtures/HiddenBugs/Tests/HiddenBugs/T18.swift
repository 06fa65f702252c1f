import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The income of a tax year, which saves itself. A link opens another year.
struct T18Income: Reducer {
  enum Phase: Equatable { case loading, notLoaded, editing }

  struct State: Equatable {
    var year: String
    var phase = Phase.editing
    var amount = ""
    var savedAmount = ""
    var isSaving = false
    var hasFailed = false
    /// The year that opens once all is saved.
    var nextYear: String?

    var hasChanges: Bool { amount != savedAmount }
  }

  enum Input: Equatable, Sendable {
    case amountChanged(String)
    case retryTapped
    case discardTapped
    case linkOpened(String)
    case stayTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded(String)
    case loadFailed
    case typingPaused
    case saved(String)
    case saveFailed
  }

  private enum CancelID { case load, pause }

  @Dependency(\.t18Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.amountChanged(let amount)):
      guard state.phase == .editing, state.nextYear == nil else { return .none }
      state.amount = amount
      state.hasFailed = false
      guard state.hasChanges else { return .cancel(id: CancelID.pause) }
      return .run("pause") { send in
        try await clock.sleep(for: .seconds(1))
        await send(.typingPaused)
      }
      .cancellable(id: CancelID.pause, cancelInFlight: true)

    case .input(.retryTapped):
      if state.phase == .notLoaded { return open(state.year, &state) }
      guard state.hasFailed, !state.isSaving else { return .none }
      return save(&state)

    case .input(.discardTapped):
      guard state.hasFailed, !state.isSaving else { return .none }
      state.amount = state.savedAmount
      state.hasFailed = false
      return .none

    case .input(.linkOpened(let year)):
      guard year != (state.nextYear ?? state.year) else { return .none }
      guard state.hasChanges || state.isSaving else { return open(year, &state) }
      guard year != state.year else {
        state.nextYear = nil
        return state.isSaving ? .none : save(&state)
      }
      state.nextYear = year
      return state.isSaving ? .cancel(id: CancelID.pause) : save(&state)

    case .input(.stayTapped):
      state.nextYear = nil
      return .none

    case .feedback(.loaded(let amount)):
      state.phase = .editing
      state.amount = amount
      state.savedAmount = amount
      return .none

    case .feedback(.loadFailed):
      state.phase = .notLoaded
      return .none

    case .feedback(.typingPaused):
      // A save that runs is followed by the next one.
      guard state.hasChanges, !state.isSaving else { return .none }
      return save(&state)

    case .feedback(.saved(let amount)):
      state.isSaving = false
      state.savedAmount = amount
      return goOn(&state)

    case .feedback(.saveFailed):
      state.isSaving = false
      guard state.hasChanges else { return goOn(&state) }
      state.hasFailed = true
      state.nextYear = nil
      return .none
    }
  }

  /// What follows on a save.
  private func goOn(_ state: inout State) -> Effect<Feedback, Never> {
    if state.hasChanges { return save(&state) }
    guard let year = state.nextYear else { return .none }
    return open(year, &state)
  }

  private func save(_ state: inout State) -> Effect<Feedback, Never> {
    state.isSaving = true
    state.hasFailed = false
    return .merge(
      .cancel(id: CancelID.pause),
      .run("save", of: state.amount) { [amount = state.amount, year = state.year] send in
        try await client.save(T18Entry(year: year, amount: amount))
        await send(.saved(amount))
      } catch: { _, send in
        await send(.saveFailed)
      }
    )
  }

  private func open(_ year: String, _ state: inout State) -> Effect<Feedback, Never> {
    state = State(year: year, phase: .loading)
    return .merge(
      .cancel(id: CancelID.pause),
      .run("load", of: year) { send in
        await send(.loaded(try await client.load(year)))
      } catch: { _, send in
        await send(.loadFailed)
      }
      .cancellable(id: CancelID.load, cancelInFlight: true)
    )
  }
}

struct T18Entry: Hashable, Sendable {
  var year: String
  var amount: String
}

struct T18Client: TestDependencyKey, Sendable {
  var load: @Sendable (_ year: String) async throws -> String
  var save: @Sendable (_ entry: T18Entry) async throws -> Void

  static let testValue = T18Client(load: unimplemented("T18Client.load"), save: unimplemented("T18Client.save"))
}

extension DependencyValues {
  var t18Client: T18Client {
    get { self[T18Client.self] }
    set { self[T18Client.self] = newValue }
  }
}

struct T18Offline: Error {}

struct T18Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: T18Income.State) -> [T18Income.Input] in
        var inputs: [T18Income.Input] = [.linkOpened("2024"), .linkOpened("2025")]
        if state.nextYear != nil { return inputs + [.stayTapped] }
        switch state.phase {
        case .loading: return inputs
        case .notLoaded: return inputs + [.retryTapped]
        case .editing:
          inputs += [.amountChanged("100"), .amountChanged("2500")]
          if state.hasFailed { inputs += [.retryTapped, .discardTapped] }
          return inputs
        }
      }
    ) { () -> TestStore<T18Income> in
      let store = TestStore(initialState: T18Income.State(year: "2024")) { T18Income() }
      store.gate("load", at: \.t18Client.load) { _ in [.success("100"), .failure(T18Offline())] }
      store.gate("save", at: \.t18Client.save) { _ in [.success(()), .failure(T18Offline())] }
      return store
    }
  }
}
