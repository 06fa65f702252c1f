import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct H12Client: TestDependencyKey, Sendable {
  /// The numbers of the bikes that wait for a repair.
  var bikes: @Sendable () async throws -> [Int]
  var finish: @Sendable (_ bike: Int) async throws -> Void

  static let testValue = H12Client(
    bikes: unimplemented("H12Client.bikes", placeholder: []),
    finish: unimplemented("H12Client.finish")
  )
}

extension DependencyValues {
  var h12Client: H12Client {
    get { self[H12Client.self] }
    set { self[H12Client.self] = newValue }
  }
}

struct H12Offline: Error {}

/// The bikes that wait in a workshop. While the board is open and on the screen, it is loaded anew every ten seconds.
struct H12Workshop: Reducer {
  struct State: Equatable {
    var isOpen = false
    var isInBackground = false

    var bikes: [Int] = []
    var isLoading = false
    var loadHasFailed = false

    /// The bikes that this mechanic has finished.
    var finished: Set<Int> = []
    var savingBike: Int?
    var saveHasFailed = false
  }

  enum Input: Equatable, Sendable {
    case openTapped
    case refreshTapped
    case finishTapped(Int)
    case closeTapped
    case wentToBackground
    case cameBack
  }

  enum Feedback: Equatable, Sendable {
    case loaded([Int])
    case loadFailed
    case waitEnded
    case saved(Int)
    case saveFailed
  }

  private enum CancelID { case load, wait }

  @Dependency(\.h12Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.openTapped):
      guard !state.isOpen else { return .none }
      state.isOpen = true
      return load(&state)

    case .input(.refreshTapped):
      guard state.isOpen, !state.isLoading else { return .none }
      return load(&state)

    case .input(.finishTapped(let bike)):
      guard state.isOpen, state.savingBike == nil else { return .none }
      guard state.bikes.contains(bike), !state.finished.contains(bike) else { return .none }
      state.savingBike = bike
      state.saveHasFailed = false
      return .run("finish", of: bike) { send in
        try await client.finish(bike)
        await send(.saved(bike))
      } catch: { _, send in
        await send(.saveFailed)
      }

    case .input(.closeTapped):
      guard state.isOpen else { return .none }
      state.isOpen = false
      state.isLoading = false
      state.loadHasFailed = false
      return .merge(.cancel(id: CancelID.load), .cancel(id: CancelID.wait))

    case .input(.wentToBackground):
      state.isInBackground = true
      return .cancel(id: CancelID.wait)

    case .input(.cameBack):
      guard state.isInBackground else { return .none }
      state.isInBackground = false
      return state.isOpen && !state.isLoading ? load(&state) : .none

    case .feedback(.loaded(let bikes)):
      state.isLoading = false
      state.bikes = bikes
      return state.isInBackground ? .none : wait()

    case .feedback(.loadFailed):
      state.isLoading = false
      state.loadHasFailed = true
      return wait()

    case .feedback(.waitEnded):
      return load(&state)

    case .feedback(.saved(let bike)):
      state.savingBike = nil
      state.finished.insert(bike)
      return .none

    case .feedback(.saveFailed):
      state.savingBike = nil
      state.saveHasFailed = true
      return .none
    }
  }

  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.loadHasFailed = false
    return .merge(
      .cancel(id: CancelID.wait),
      .run("bikes") { send in
        await send(.loaded(try await client.bikes()))
      } catch: { _, send in
        await send(.loadFailed)
      }
      .cancellable(id: CancelID.load, cancelInFlight: true)
    )
  }

  private func wait() -> Effect<Feedback, Never> {
    .run("wait") { send in
      try await clock.sleep(for: .seconds(10))
      await send(.waitEnded)
    }
    .cancellable(id: CancelID.wait, cancelInFlight: true)
  }
}

struct H12Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: H12Workshop.State) -> [H12Workshop.Input] in
        if state.isInBackground { return [.cameBack] }
        if !state.isOpen { return [.openTapped, .wentToBackground] }
        return [.refreshTapped, .finishTapped(1), .finishTapped(2), .closeTapped, .wentToBackground]
      }
    ) { () -> TestStore<H12Workshop> in
      let store = TestStore(initialState: H12Workshop.State()) { H12Workshop() }
      store.gate("bikes", at: \.h12Client.bikes) { [.success([1, 2]), .success([2]), .failure(H12Offline())] }
      store.gate("finish", at: \.h12Client.finish) { _ in [.success(()), .failure(H12Offline())] }
      return store
    }
  }
}
