import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// Finds a food by its name or by the barcode on its package, and adds it to the diary of the day.
struct G35Foods: Reducer {
  /// What was asked for last.
  enum Request: Hashable, Sendable {
    case name(String)
    case code(String)
  }

  enum Results: Equatable {
    case idle
    case loading(Request)
    case found([G35Food])
    case failed(Request)
  }

  struct State: Equatable {
    var query = ""
    var results = Results.idle
    var isScanning = false
    var hasCameraFailed = false
    var adding: G35Food?
    var notice: Notice?

    var isLoading: Bool {
      if case .loading = results { true } else { false }
    }
  }

  enum Notice: Equatable {
    case added(G35Food)
    case notAdded(G35Food)
  }

  enum Input: Equatable, Sendable {
    case queryChanged(String)
    case retryTapped
    case scanTapped
    case scanClosed
    case foodTapped(G35Food)
    case noticeClosed
  }

  enum Feedback: Equatable, Sendable {
    case found([G35Food])
    case searchFailed(Request)
    case codeSeen(String)
    case scanEnded
    case cameraFailed
    case added(G35Food)
    case notAdded(G35Food)
  }

  private enum CancelID { case search, camera }

  @Dependency(\.g35Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.queryChanged(let query)):
      guard query != state.query else { return .none }
      state.query = query
      guard !query.isEmpty else {
        state.results = .idle
        return .cancel(id: CancelID.search)
      }
      state.results = .loading(.name(query))
      return search(.name(query)).debounce(id: CancelID.search, for: .milliseconds(300))

    case .input(.retryTapped):
      guard case .failed(let request) = state.results else { return .none }
      state.results = .loading(request)
      return search(request).cancellable(id: CancelID.search, cancelInFlight: true)

    case .input(.scanTapped):
      guard !state.isScanning else { return .none }
      state.isScanning = true
      state.hasCameraFailed = false
      return scan()

    case .input(.scanClosed):
      state.isScanning = false
      return .cancel(id: CancelID.camera)

    case .input(.foodTapped(let food)):
      guard state.adding == nil else { return .none }
      state.adding = food
      state.notice = nil
      return .run("add", of: food.id) { send in
        try await client.add(food)
        await send(.added(food))
      } catch: { _, send in
        await send(.notAdded(food))
      }

    case .input(.noticeClosed):
      state.notice = nil
      return .none

    case .feedback(.found(let foods)):
      state.results = .found(foods)
      return .none

    case .feedback(.searchFailed(let request)):
      state.results = .failed(request)
      return .none

    case .feedback(.codeSeen(let code)):
      // The code stands in place of what was typed.
      state.isScanning = false
      state.query = ""
      state.results = .loading(.code(code))
      return .merge(
        .cancel(id: CancelID.camera),
        search(.code(code)).cancellable(id: CancelID.search, cancelInFlight: true)
      )

    case .feedback(.scanEnded):
      state.isScanning = false
      return .none

    case .feedback(.cameraFailed):
      state.isScanning = false
      state.hasCameraFailed = true
      return .none

    case .feedback(.added(let food)):
      state.adding = nil
      state.notice = .added(food)
      return .none

    case .feedback(.notAdded(let food)):
      state.adding = nil
      state.notice = .notAdded(food)
      return .none
    }
  }

  private func search(_ request: Request) -> Effect<Feedback, Never> {
    .run("search", of: request) { send in
      await send(.found(try await client.foods(request)))
    } catch: { _, send in
      await send(.searchFailed(request))
    }
  }

  /// Waits for the first code that the camera sees.
  private func scan() -> Effect<Feedback, Never> {
    .run("camera") { send in
      for try await code in client.codes() {
        await send(.codeSeen(code))
        return
      }
      await send(.scanEnded)
    } catch: { _, send in
      await send(.cameraFailed)
    }
    .cancellable(id: CancelID.camera, cancelInFlight: true)
  }
}

struct G35Food: Equatable, Identifiable, Sendable {
  let id: Int
  var name: String
}

struct G35Client: TestDependencyKey, Sendable {
  var foods: @Sendable (_ request: G35Foods.Request) async throws -> [G35Food]

  /// The barcodes before the camera. It ends when another app takes the camera.
  var codes: @Sendable () -> AsyncThrowingStream<String, any Error>
  var add: @Sendable (_ food: G35Food) async throws -> Void

  static let testValue = G35Client(
    foods: unimplemented("G35Client.foods"),
    codes: unimplemented("G35Client.codes", placeholder: AsyncThrowingStream { $0.finish() }),
    add: unimplemented("G35Client.add")
  )
}

extension DependencyValues {
  var g35Client: G35Client {
    get { self[G35Client.self] }
    set { self[G35Client.self] = newValue }
  }
}

struct G35Offline: Error {}

extension G35Food {
  static func sample(for request: G35Foods.Request) -> [G35Food] {
    switch request {
    case .name("oat"): [G35Food(id: 1, name: "Oat flakes")]
    case .name: []
    case .code: [G35Food(id: 2, name: "Rye bread")]
    }
  }
}

struct G35Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: G35Foods.State) -> [G35Foods.Input] in
        var inputs: [G35Foods.Input] = []
        if state.isScanning {
          inputs.append(.scanClosed)
        } else {
          inputs += [.scanTapped, .queryChanged("oat"), .queryChanged("oats"), .queryChanged("")]
          if case .failed = state.results { inputs.append(.retryTapped) }
          if case .found(let foods) = state.results, let food = foods.first, state.adding == nil {
            inputs.append(.foodTapped(food))
          }
        }
        if state.notice != nil { inputs.append(.noticeClosed) }
        return inputs
      }
    ) { () -> TestStore<G35Foods> in
      let store = TestStore(initialState: G35Foods.State()) { G35Foods() }
      store.gate("foods", at: \.g35Client.foods) { request in
        [.success(G35Food.sample(for: request)), .failure(G35Offline())]
      }
      store.gate("codes", at: \.g35Client.codes) { [.element("4012345"), .finish, .failure(G35Offline())] }
      store.gate("add", at: \.g35Client.add) { _ in [.success(()), .failure(G35Offline())] }
      return store
    }
  }
}
