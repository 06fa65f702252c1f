import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The day of a technician, as the office sees it: a map with the van, and the maintenance visits.
struct Z03Dispatch: Reducer {
  enum Tab: Equatable, Sendable { case map, visits }

  struct State: Equatable {
    var hasAppeared = false
    var tab = Tab.map
    var isInBackground = false

    var street: String?
    var isLocating = false
    var isOutdated = false

    var visits: [Z03Visit] = []
    var isLoading = false
    var hasFailed = false
    var confirming: Set<Int> = []
    var notConfirmed: Int?
  }

  enum Input: Equatable, Sendable {
    case appeared
    case tabSelected(Tab)
    case retryTapped
    case confirmTapped(Int)
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case positionDue
    case located(String)
    case notLocated
    case loaded([Z03Visit])
    case notLoaded
    case confirmed(Int)
    case notConfirmed(Int)
  }

  private enum CancelID { case watch }

  @Dependency(\.z03Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard !state.hasAppeared else { return .none }
      state.hasAppeared = true
      return .merge(locate(&state), watch())

    case .input(.tabSelected(let tab)):
      guard tab != state.tab else { return .none }
      state.tab = tab
      switch tab {
      case .map: return .merge(locate(&state), watch())
      case .visits: return .merge(.cancel(id: CancelID.watch), state.visits.isEmpty ? load(&state) : .none)
      }

    case .input(.retryTapped):
      guard state.hasFailed else { return .none }
      return load(&state)

    case .input(.confirmTapped(let id)):
      guard state.visits.contains(where: { $0.id == id && !$0.isConfirmed }) else { return .none }
      guard state.confirming.insert(id).inserted else { return .none }
      state.notConfirmed = nil
      return .run("confirm", of: id) { send in
        try await client.confirm(id)
        await send(.confirmed(id))
      } catch: { _, send in
        await send(.notConfirmed(id))
      }

    case .input(.wentToBackground):
      state.isInBackground = true
      return .cancel(id: CancelID.watch)

    case .input(.cameToForeground):
      state.isInBackground = false
      return .merge(locate(&state), watch())

    case .feedback(.positionDue):
      return locate(&state)

    case .feedback(.located(let street)):
      state.isLocating = false
      state.isOutdated = false
      state.street = street
      return .none

    case .feedback(.notLocated):
      state.isLocating = false
      state.isOutdated = true
      return .none

    case .feedback(.loaded(let visits)):
      state.isLoading = false
      state.visits = visits
      return .none

    case .feedback(.notLoaded):
      state.isLoading = false
      state.hasFailed = true
      return .none

    case .feedback(.confirmed(let id)):
      state.confirming.remove(id)
      if let index = state.visits.firstIndex(where: { $0.id == id }) { state.visits[index].isConfirmed = true }
      return .none

    case .feedback(.notConfirmed(let id)):
      state.confirming.remove(id)
      state.notConfirmed = id
      return .none
    }
  }

  private func locate(_ state: inout State) -> Effect<Feedback, Never> {
    guard !state.isLocating else { return .none }
    state.isLocating = true
    return .run("position") { send in
      await send(.located(try await client.position()))
    } catch: { _, send in
      await send(.notLocated)
    }
  }

  /// Asks for the position of the van again and again.
  private func watch() -> Effect<Feedback, Never> {
    .run("watch") { send in
      for await _ in clock.timer(interval: .seconds(20)) { await send(.positionDue) }
    }
    .cancellable(id: CancelID.watch, cancelInFlight: true)
  }

  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    guard !state.isLoading else { return .none }
    state.isLoading = true
    state.hasFailed = false
    return .run("visits") { send in
      await send(.loaded(try await client.visits()))
    } catch: { _, send in
      await send(.notLoaded)
    }
  }
}

struct Z03Visit: Equatable, Identifiable, Sendable {
  let id: Int
  var customer: String
  var isConfirmed = false
}

struct Z03Client: TestDependencyKey, Sendable {
  var position: @Sendable () async throws -> String
  var visits: @Sendable () async throws -> [Z03Visit]
  var confirm: @Sendable (_ visit: Int) async throws -> Void

  static let testValue = Z03Client(
    position: unimplemented("Z03Client.position"),
    visits: unimplemented("Z03Client.visits"),
    confirm: unimplemented("Z03Client.confirm")
  )
}

extension DependencyValues {
  var z03Client: Z03Client {
    get { self[Z03Client.self] }
    set { self[Z03Client.self] = newValue }
  }
}

struct Z03Offline: Error {}

struct Z03Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: Z03Dispatch.State) -> [Z03Dispatch.Input] in
        guard state.hasAppeared else { return [.appeared] }
        if state.isInBackground { return [.cameToForeground] }
        var inputs: [Z03Dispatch.Input] = [.wentToBackground, .tabSelected(state.tab == .map ? .visits : .map)]
        guard state.tab == .visits else { return inputs }
        if state.hasFailed { inputs.append(.retryTapped) }
        for visit in state.visits where !visit.isConfirmed && !state.confirming.contains(visit.id) {
          inputs.append(.confirmTapped(visit.id))
        }
        return inputs
      }
    ) { () -> TestStore<Z03Dispatch> in
      let store = TestStore(initialState: Z03Dispatch.State()) { Z03Dispatch() }
      store.gate("position", at: \.z03Client.position) { [.success("Mill Lane"), .failure(Z03Offline())] }
      store.gate("visits", at: \.z03Client.visits) {
        [.success([Z03Visit(id: 1, customer: "Bakery")]), .failure(Z03Offline())]
      }
      store.gate("confirm", at: \.z03Client.confirm) { _ in [.success(()), .failure(Z03Offline())] }
      return store
    }
  }
}
