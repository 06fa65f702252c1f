import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The regions of a map that are kept on the phone. The next download begins when no other job works on the storage.
struct C14Maps: Reducer {
  struct State: Equatable {
    var regions: IdentifiedArray<C14Region>
    var undeletable: C14Region.ID?

    /// Whether a job works on the storage.
    var isStorageBusy: Bool { regions.contains { $0.status.isJob } }
  }

  enum Input: Equatable, Sendable {
    case downloadTapped(C14Region.ID)
    case downloadAllTapped
    case cancelTapped(C14Region.ID)
    case deleteTapped(C14Region.ID)
    case alertDismissed
  }

  enum Feedback: Equatable, Sendable {
    case progressed(C14Region.ID, percent: Int)
    case downloaded(C14Region.ID)
    case downloadFailed(C14Region.ID)
    case deleted(C14Region.ID)
    case deleteFailed(C14Region.ID)
  }

  private enum CancelID { case download }

  @Dependency(\.c14Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.downloadTapped(let id)):
      guard let region = state.regions[id: id], region.status.canBeDownloaded else { return .none }
      state.regions[id: id]?.status = .waiting
      return startNext(&state)

    case .input(.downloadAllTapped):
      for region in state.regions where region.status.canBeDownloaded {
        state.regions[id: region.id]?.status = .waiting
      }
      return startNext(&state)

    case .input(.cancelTapped(let id)):
      switch state.regions[id: id]?.status {
      case .waiting?:
        state.regions[id: id]?.status = .remote
        return .none
      case .downloading?:
        state.regions[id: id]?.status = .remote
        return .merge(.cancel(id: CancelID.download), startNext(&state))
      default:
        return .none
      }

    case .input(.deleteTapped(let id)):
      guard state.regions[id: id]?.status == .stored else { return .none }
      state.regions[id: id]?.status = .deleting
      state.undeletable = nil
      return .run("delete", of: id) { send in
        try await client.delete(id)
        await send(.deleted(id))
      } catch: { _, send in
        await send(.deleteFailed(id))
      }

    case .input(.alertDismissed):
      state.undeletable = nil
      return .none

    case .feedback(.progressed(let id, percent: let percent)):
      state.regions[id: id]?.status = .downloading(percent: percent)
      return .none

    case .feedback(.downloaded(let id)):
      state.regions[id: id]?.status = .stored
      return startNext(&state)

    case .feedback(.downloadFailed(let id)):
      state.regions[id: id]?.status = .failed
      return startNext(&state)

    case .feedback(.deleted(let id)):
      state.regions[id: id]?.status = .remote
      return startNext(&state)

    case .feedback(.deleteFailed(let id)):
      state.regions[id: id]?.status = .stored
      state.undeletable = id
      return .none
    }
  }

  /// Downloads the first region that waits, if the storage is free.
  private func startNext(_ state: inout State) -> Effect<Feedback, Never> {
    guard !state.isStorageBusy, let id = state.regions.first(where: { $0.status == .waiting })?.id else {
      return .none
    }
    state.regions[id: id]?.status = .downloading(percent: 0)
    return .run("download", of: id) { send in
      for try await percent in client.download(id) { await send(.progressed(id, percent: percent)) }
      await send(.downloaded(id))
    } catch: { _, send in
      await send(.downloadFailed(id))
    }
    .cancellable(id: CancelID.download, cancelInFlight: true)
  }
}

struct C14Region: Equatable, Identifiable, Sendable {
  enum Status: Equatable, Sendable {
    case remote
    case waiting
    case downloading(percent: Int)
    case stored
    case deleting
    case failed

    var canBeDownloaded: Bool { self == .remote || self == .failed }

    var isJob: Bool {
      switch self {
      case .downloading, .deleting: true
      case .remote, .waiting, .stored, .failed: false
      }
    }
  }

  let id: String
  var status = Status.remote
}

struct C14Client: TestDependencyKey, Sendable {
  /// The percentages of a download, which is complete at the end of the stream.
  var download: @Sendable (_ region: String) -> AsyncThrowingStream<Int, any Error>
  var delete: @Sendable (_ region: String) async throws -> Void

  static let testValue = C14Client(
    download: unimplemented("C14Client.download", placeholder: AsyncThrowingStream { $0.finish() }),
    delete: unimplemented("C14Client.delete")
  )
}

extension DependencyValues {
  var c14Client: C14Client {
    get { self[C14Client.self] }
    set { self[C14Client.self] = newValue }
  }
}

struct C14Problem: Error {}

struct C14Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: C14Maps.State) -> [C14Maps.Input] in
        if state.undeletable != nil { return [.alertDismissed] }
        var inputs: [C14Maps.Input] = []
        if state.regions.contains(where: { $0.status.canBeDownloaded }) { inputs.append(.downloadAllTapped) }
        for region in state.regions {
          switch region.status {
          case .remote, .failed: inputs.append(.downloadTapped(region.id))
          case .waiting, .downloading: inputs.append(.cancelTapped(region.id))
          case .stored: inputs.append(.deleteTapped(region.id))
          case .deleting: break
          }
        }
        return inputs
      }
    ) { () -> TestStore<C14Maps> in
      let regions: IdentifiedArray = [
        C14Region(id: "Alps", status: .stored), C14Region(id: "Harz"), C14Region(id: "Jura"),
      ]
      let store = TestStore(initialState: C14Maps.State(regions: regions)) { C14Maps() }
      store.gate("download", at: \.c14Client.download) { _ in [.element(50), .finish, .failure(C14Problem())] }
      store.gate("delete", at: \.c14Client.delete) { _ in [.success(()), .failure(C14Problem())] }
      return store
    }
  }
}
