import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The receipts that the clients of a tax adviser hand in. The adviser switches between clients.
struct T21Receipts: Reducer {
  struct State: Equatable {
    var client: String?
    var receipts: [T21Receipt] = []
    var isLoading = false
    var notLoaded = false
    /// The clients for whom a receipt is on its way.
    var uploading: Set<String> = []
    /// The clients whose last receipt didn't arrive.
    var notUploaded: Set<String> = []
    var onlyUnbooked = false

    var shown: [T21Receipt] { onlyUnbooked ? receipts.filter { !$0.isBooked } : receipts }
  }

  enum Input: Equatable, Sendable {
    case clientChosen(String)
    case reloadTapped
    case photoTaken
    case onlyUnbookedTapped
    case closeTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded([T21Receipt])
    case loadFailed
    case uploaded(of: String)
    case uploadFailed(of: String)
  }

  private enum CancelID { case load }

  @Dependency(\.t21Client) private var service

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.clientChosen(let client)):
      guard client != state.client else { return .none }
      clear(&state)
      state.client = client
      return load(client, &state)

    case .input(.reloadTapped):
      guard let client = state.client else { return .none }
      return load(client, &state)

    case .input(.photoTaken):
      guard let client = state.client, !state.uploading.contains(client) else { return .none }
      state.uploading.insert(client)
      state.notUploaded.remove(client)
      // Goes on when another client is chosen, so that no receipt gets lost.
      return .run("upload", of: client) { send in
        try await service.upload(client)
        await send(.uploaded(of: client))
      } catch: { _, send in
        await send(.uploadFailed(of: client))
      }

    case .input(.onlyUnbookedTapped):
      state.onlyUnbooked.toggle()
      return .none

    case .input(.closeTapped):
      clear(&state)
      return .cancel(id: CancelID.load)

    case .feedback(.loaded(let receipts)):
      state.isLoading = false
      state.receipts = receipts
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.notLoaded = true
      return .none

    case .feedback(.uploaded(let client)):
      // The server has read the date and the amount, and sorts the receipt in.
      state.uploading.remove(client)
      return load(client, &state)

    case .feedback(.uploadFailed(let client)):
      state.uploading.remove(client)
      state.notUploaded.insert(client)
      return .none
    }
  }

  private func clear(_ state: inout State) {
    state.client = nil
    state.receipts = []
    state.isLoading = false
    state.notLoaded = false
  }

  private func load(_ client: String, _ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.notLoaded = false
    return .run("receipts", of: client) { send in
      await send(.loaded(try await service.receipts(client)))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }
}

struct T21Receipt: Equatable, Identifiable, Sendable {
  var id: String
  var isBooked: Bool
}

struct T21Client: TestDependencyKey, Sendable {
  var receipts: @Sendable (_ client: String) async throws -> [T21Receipt]
  var upload: @Sendable (_ client: String) async throws -> Void

  static let testValue = T21Client(
    receipts: unimplemented("T21Client.receipts"),
    upload: unimplemented("T21Client.upload")
  )
}

extension DependencyValues {
  var t21Client: T21Client {
    get { self[T21Client.self] }
    set { self[T21Client.self] = newValue }
  }
}

struct T21Offline: Error {}

struct T21Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: T21Receipts.State) -> [T21Receipts.Input] in
        guard state.client != nil else { return [.clientChosen("Bakery"), .clientChosen("Garage")] }
        return [
          .clientChosen("Bakery"), .clientChosen("Garage"), .reloadTapped, .photoTaken, .onlyUnbookedTapped,
          .closeTapped,
        ]
      }
    ) { () -> TestStore<T21Receipts> in
      let store = TestStore(initialState: T21Receipts.State()) { T21Receipts() }
      store.gate("receipts", at: \.t21Client.receipts) { client in
        [.success([T21Receipt(id: "\(client) 1", isBooked: true)]), .failure(T21Offline())]
      }
      store.gate("upload", at: \.t21Client.upload) { _ in [.success(()), .failure(T21Offline())] }
      return store
    }
  }
}
