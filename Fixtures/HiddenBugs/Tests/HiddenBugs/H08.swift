import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct H08Gift: Equatable, Hashable, Sendable {
  var id: Int
  var name: String
}

struct H08Client: TestDependencyKey, Sendable {
  /// The gifts that are on the couple's list at the moment.
  var gifts: @Sendable () async throws -> [H08Gift]
  var reserve: @Sendable (_ id: Int) async throws -> Void
  var release: @Sendable (_ id: Int) async throws -> Void

  static let testValue = H08Client(
    gifts: unimplemented("H08Client.gifts", placeholder: []),
    reserve: unimplemented("H08Client.reserve"),
    release: unimplemented("H08Client.release")
  )
}

extension DependencyValues {
  var h08Client: H08Client {
    get { self[H08Client.self] }
    set { self[H08Client.self] = newValue }
  }
}

struct H08Offline: Error {}

/// The gift registry of a couple. A guest reserves gifts, and may release them again.
struct H08Registry: Reducer {
  struct State: Equatable {
    var gifts: [H08Gift] = []
    var isLoading = false
    var loadHasFailed = false

    /// What this guest gives.
    var myGifts: [H08Gift] = []
    var isSaving = false
    var saveHasFailed = false

    /// The name of a gift for which the guest was just thanked.
    var thanks: String?
  }

  enum Input: Equatable, Sendable {
    case refreshTapped
    case reserveTapped(Int)
    case releaseTapped(Int)
  }

  enum Feedback: Equatable, Sendable {
    case loaded([H08Gift])
    case loadFailed
    case reserved(Int)
    case released(Int)
    case saveFailed
    case thanksEnded
  }

  private enum CancelID { case thanks }

  @Dependency(\.h08Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.refreshTapped):
      guard !state.isLoading else { return .none }
      state.isLoading = true
      state.loadHasFailed = false
      return .run("gifts") { send in
        await send(.loaded(try await client.gifts()))
      } catch: { _, send in
        await send(.loadFailed)
      }

    case .feedback(.loaded(let gifts)):
      state.isLoading = false
      state.gifts = gifts
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.loadHasFailed = true
      return .none

    case .input(.reserveTapped(let id)):
      guard !state.isSaving else { return .none }
      guard state.gifts.contains(where: { $0.id == id }) else { return .none }
      guard !state.myGifts.contains(where: { $0.id == id }) else { return .none }
      state.isSaving = true
      state.saveHasFailed = false
      return .run("reserve", of: id) { send in
        try await client.reserve(id)
        await send(.reserved(id))
      } catch: { _, send in
        await send(.saveFailed)
      }

    case .feedback(.reserved(let id)):
      guard let gift = state.gifts.first(where: { $0.id == id }) else { return .none }
      state.isSaving = false
      state.myGifts.append(gift)
      state.thanks = gift.name
      return .run("thanks") { send in
        try await clock.sleep(for: .seconds(3))
        await send(.thanksEnded)
      }
      .cancellable(id: CancelID.thanks, cancelInFlight: true)

    case .input(.releaseTapped(let id)):
      guard !state.isSaving else { return .none }
      guard state.myGifts.contains(where: { $0.id == id }) else { return .none }
      state.isSaving = true
      state.saveHasFailed = false
      state.thanks = nil
      return .merge(.cancel(id: CancelID.thanks), release(id))

    case .feedback(.released(let id)):
      state.isSaving = false
      state.myGifts.removeAll { $0.id == id }
      return .none

    case .feedback(.saveFailed):
      state.isSaving = false
      state.saveHasFailed = true
      return .none

    case .feedback(.thanksEnded):
      state.thanks = nil
      return .none
    }
  }

  private func release(_ id: Int) -> Effect<Feedback, Never> {
    .run("release", of: id) { send in
      try await client.release(id)
      await send(.released(id))
    } catch: { _, send in
      await send(.saveFailed)
    }
  }
}

struct H08Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [.refreshTapped, .reserveTapped(1), .reserveTapped(2), .releaseTapped(1), .releaseTapped(2)]
    ) { () -> TestStore<H08Registry> in
      let store = TestStore(initialState: H08Registry.State()) { H08Registry() }
      store.gate("gifts", at: \.h08Client.gifts) {
        [
          .success([H08Gift(id: 1, name: "Teapot"), H08Gift(id: 2, name: "Lamp")]),
          .success([H08Gift(id: 1, name: "Teapot")]),
          .failure(H08Offline()),
        ]
      }
      store.gate("reserve", at: \.h08Client.reserve) { _ in [.success(()), .failure(H08Offline())] }
      store.gate("release", at: \.h08Client.release) { _ in [.success(()), .failure(H08Offline())] }
      return store
    }
  }
}
