import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The chapters of an audiobook on this device. They are fetched one after another.
struct X20Chapters: Reducer {
  struct State: Equatable {
    var chapters = [X20Chapter(id: 1), X20Chapter(id: 2)]
    /// The chapters that wait, in their order.
    var queue: [Int] = []
    /// The chapter that is being fetched.
    var current: Int?
    var playing: Int?
    var showsDeletionNotice = false

    func status(of id: Int) -> X20Chapter.Status? { chapters.first { $0.id == id }?.status }

    mutating func set(_ status: X20Chapter.Status, for id: Int) {
      guard let index = chapters.firstIndex(where: { $0.id == id }) else { return }
      chapters[index].status = status
    }
  }

  enum Input: Equatable, Sendable {
    case downloadTapped(Int)
    case downloadAllTapped
    case cancelTapped(Int)
    case deleteTapped(Int)
    case playTapped(Int)
    case stopTapped
    case noticeClosed
  }

  enum Feedback: Equatable, Sendable {
    case fetched(Int)
    case fetchFailed(Int)
    case deleted(Int)
    case deletionFailed(Int)
  }

  private enum CancelID { case fetch }

  @Dependency(\.x20Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.downloadTapped(let id)):
      enqueue(id, into: &state)
      return fetchNext(&state)

    case .input(.downloadAllTapped):
      for chapter in state.chapters { enqueue(chapter.id, into: &state) }
      return fetchNext(&state)

    case .input(.cancelTapped(let id)):
      switch state.status(of: id) {
      case .queued:
        state.queue.removeAll { $0 == id }
        state.set(.remote, for: id)
        return .none
      case .loading:
        state.current = nil
        state.set(.remote, for: id)
        return .cancel(id: CancelID.fetch)
      default:
        return .none
      }

    case .input(.deleteTapped(let id)):
      guard state.status(of: id) == .stored, state.playing != id else { return .none }
      state.set(.deleting, for: id)
      state.showsDeletionNotice = false
      return .run("delete", of: id) { send in
        try await client.delete(id)
        await send(.deleted(id))
      } catch: { _, send in
        await send(.deletionFailed(id))
      }

    case .input(.playTapped(let id)):
      guard state.status(of: id) == .stored else { return .none }
      state.playing = id
      return .none

    case .input(.stopTapped):
      state.playing = nil
      return .none

    case .input(.noticeClosed):
      state.showsDeletionNotice = false
      return .none

    case .feedback(.fetched(let id)):
      state.current = nil
      state.set(.stored, for: id)
      return fetchNext(&state)

    case .feedback(.fetchFailed(let id)):
      state.current = nil
      state.set(.failed, for: id)
      return fetchNext(&state)

    case .feedback(.deleted(let id)):
      state.set(.remote, for: id)
      return .none

    case .feedback(.deletionFailed(let id)):
      state.set(.stored, for: id)
      state.showsDeletionNotice = true
      return .none
    }
  }

  private func enqueue(_ id: Int, into state: inout State) {
    guard state.status(of: id) == .remote || state.status(of: id) == .failed else { return }
    state.set(.queued, for: id)
    state.queue.append(id)
  }

  /// Begins with the next chapter, if none is being fetched.
  private func fetchNext(_ state: inout State) -> Effect<Feedback, Never> {
    guard state.current == nil, let id = state.queue.first else { return .none }
    state.queue.removeFirst()
    state.current = id
    state.set(.loading, for: id)
    return .run("fetch", of: id) { send in
      try await client.fetch(id)
      await send(.fetched(id))
    } catch: { _, send in
      await send(.fetchFailed(id))
    }
    .cancellable(id: CancelID.fetch, cancelInFlight: true)
  }
}

struct X20Chapter: Equatable, Identifiable, Sendable {
  enum Status: Equatable, Sendable { case remote, queued, loading, stored, deleting, failed }

  var id: Int
  var status = Status.remote
}

struct X20Client: TestDependencyKey, Sendable {
  var fetch: @Sendable (_ chapter: Int) async throws -> Void
  var delete: @Sendable (_ chapter: Int) async throws -> Void

  static let testValue = X20Client(
    fetch: unimplemented("X20Client.fetch"),
    delete: unimplemented("X20Client.delete")
  )
}

extension DependencyValues {
  var x20Client: X20Client {
    get { self[X20Client.self] }
    set { self[X20Client.self] = newValue }
  }
}

struct X20Offline: Error {}

struct X20Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: X20Chapters.State) -> [X20Chapters.Input] in
        var inputs: [X20Chapters.Input] = []
        for chapter in state.chapters {
          switch chapter.status {
          case .remote, .failed: inputs.append(.downloadTapped(chapter.id))
          case .queued, .loading: inputs.append(.cancelTapped(chapter.id))
          case .stored:
            if state.playing == chapter.id {
              inputs.append(.stopTapped)
            } else {
              inputs += [.playTapped(chapter.id), .deleteTapped(chapter.id)]
            }
          case .deleting: break
          }
        }
        if state.chapters.contains(where: { $0.status == .remote }) { inputs.append(.downloadAllTapped) }
        if state.showsDeletionNotice { inputs.append(.noticeClosed) }
        return inputs
      }
    ) { () -> TestStore<X20Chapters> in
      let store = TestStore(initialState: X20Chapters.State()) { X20Chapters() }
      store.gate("fetch", at: \.x20Client.fetch) { _ in [.success(()), .failure(X20Offline())] }
      store.gate("delete", at: \.x20Client.delete) { _ in [.success(()), .failure(X20Offline())] }
      return store
    }
  }
}
