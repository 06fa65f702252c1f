import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct F04PlantClient: TestDependencyKey, Sendable {
  var identify: @Sendable (_ photo: String) async throws -> String
  var save: @Sendable (_ name: String) async throws -> Void

  static let testValue = F04PlantClient(
    identify: unimplemented("F04PlantClient.identify"),
    save: unimplemented("F04PlantClient.save")
  )
}

extension DependencyValues {
  var f04PlantClient: F04PlantClient {
    get { self[F04PlantClient.self] }
    set { self[F04PlantClient.self] = newValue }
  }
}

/// Takes a photo of a plant, finds its name, and keeps it in the herbarium.
struct F04Plants: Reducer {
  struct State: Equatable {
    var photo: String?
    var name: String?
    var isIdentifying = false
    var isSaving = false
    var problem: String?
    var herbarium: [String] = []
    var showsSavedBanner = false
  }

  enum Input: Equatable {
    case photoTaken(String)
    case identifyTapped
    case saveTapped
    case problemDismissed
  }

  enum Feedback: Equatable {
    case identified(photo: String, name: String)
    case identifyFailed(photo: String)
    case saved(String)
    case saveFailed
    case bannerEnded
  }

  private enum CancelID { case identify, save, banner }

  @Dependency(\.f04PlantClient) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.photoTaken(let photo)):
      // The camera button is disabled while a plant is saved.
      guard !state.isSaving else { return .none }
      state.photo = photo
      state.name = nil
      state.problem = nil
      return .none

    case .input(.identifyTapped):
      guard let photo = state.photo, state.name == nil, !state.isIdentifying else { return .none }
      state.isIdentifying = true
      state.problem = nil
      return .run("identify", of: photo) { send in
        await send(.identified(photo: photo, name: try await client.identify(photo)))
      } catch: { _, send in
        await send(.identifyFailed(photo: photo))
      }
      .cancellable(id: CancelID.identify, cancelInFlight: true)

    case .feedback(.identified(let photo, let name)):
      // The name belongs to the photo that was sent.
      guard photo == state.photo else { return .none }
      state.isIdentifying = false
      state.name = name
      return .none

    case .feedback(.identifyFailed(let photo)):
      guard photo == state.photo else { return .none }
      state.isIdentifying = false
      state.problem = "We couldn't identify this plant. Try again."
      return .none

    case .input(.saveTapped):
      guard let name = state.name, !state.isSaving else { return .none }
      if state.herbarium.contains(name) {
        state.problem = "\(name) is in your herbarium already."
        return .none
      }
      state.isSaving = true
      state.problem = nil
      return .run("save", of: name) { send in
        try await client.save(name)
        await send(.saved(name))
      } catch: { _, send in
        await send(.saveFailed)
      }
      .cancellable(id: CancelID.save, cancelInFlight: true)

    case .feedback(.saved(let name)):
      state.isSaving = false
      state.herbarium.append(name)
      state.photo = nil
      state.name = nil
      state.showsSavedBanner = true
      return .run("banner") { send in
        try await clock.sleep(for: .seconds(3))
        await send(.bannerEnded)
      }
      .cancellable(id: CancelID.banner, cancelInFlight: true)

    case .feedback(.saveFailed):
      state.isSaving = false
      state.problem = "We couldn't save this plant. Try again."
      return .none

    case .feedback(.bannerEnded):
      state.showsSavedBanner = false
      return .none

    case .input(.problemDismissed):
      state.problem = nil
      return .none
    }
  }
}

struct F04Offline: Error {}

struct F04Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [.photoTaken("rose"), .photoTaken("fern"), .identifyTapped, .saveTapped, .problemDismissed]
    ) { () -> TestStore<F04Plants> in
      let store = TestStore(initialState: F04Plants.State()) { F04Plants() }
      store.gate("identify", at: \.f04PlantClient.identify) { photo in
        [.success("Common \(photo)"), .failure(F04Offline())]
      }
      store.gate("save", at: \.f04PlantClient.save) { _ in [.success(()), .failure(F04Offline())] }
      return store
    }
  }
}
