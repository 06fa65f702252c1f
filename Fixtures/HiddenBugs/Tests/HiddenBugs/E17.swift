import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The audio tours of a museum. A tour is downloaded before it is played, as there is no network in the vaults.
struct E17Guide: Reducer {
  enum Loading: Equatable {
    case waiting, running, done, failed
  }

  struct State: Equatable {
    var loading = Loading.waiting
    var tours: IdentifiedArray<E17Tour.State> = []
    var playing: Int?
  }

  enum Input: Equatable, Sendable {
    case appeared
    case retryTapped
    case stopTapped
    case tour(Int, E17Tour.Input)
  }

  enum Feedback: Equatable, Sendable {
    case loaded([E17Entry])
    case failed
    case tour(Int, ChildFeedback<E17Tour>)
  }

  let tour = ScopeEach<E17Guide, E17Tour>(\.tours, feedback: Feedback.tour) { E17Tour() }

  @Dependency(\.e17Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.loading == .waiting else { return .none }
      return load(&state)

    case .input(.retryTapped):
      guard state.loading == .failed else { return .none }
      return load(&state)

    case .input(.stopTapped):
      state.playing = nil
      return .none

    case .input(.tour(let id, let input)):
      return tour.reduce(.input(input), id: id, into: &state)

    case .feedback(.loaded(let entries)):
      state.loading = .done
      state.tours = IdentifiedArray(
        entries.map { entry in
          E17Tour.State(id: entry.id, title: entry.title, download: entry.isStored ? .stored : .absent)
        }
      )
      return .none

    case .feedback(.failed):
      state.loading = .failed
      return .none

    case .feedback(.tour(let id, .output(.played))):
      state.playing = id
      return .none

    case .feedback(.tour(let id, .output(.givenUp))):
      if state.playing == id { state.playing = nil }
      return .none

    case .feedback(.tour(let id, .feedback(let feedback))):
      return tour.reduce(.feedback(feedback), id: id, into: &state)
    }
  }

  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    state.loading = .running
    return .run("tours") { send in
      await send(.loaded(try await client.tours()))
    } catch: { _, send in
      await send(.failed)
    }
  }
}

/// A row of the list: one tour, with the ring that shows its download.
struct E17Tour: Reducer {
  enum Download: Equatable {
    case absent, running(percent: Int), stored, removing, failed
  }

  struct State: Equatable, Identifiable {
    let id: Int
    let title: String
    var download = Download.absent
  }

  enum Input: Equatable, Sendable { case downloadTapped, playTapped, removeTapped }
  enum Feedback: Equatable, Sendable { case progressed(Int), downloadFailed, removed, removalFailed }
  enum Output: Equatable, Sendable { case played, givenUp }

  private enum CancelID { case download }

  @Dependency(\.e17Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    let id = state.id
    switch message {
    case .input(.downloadTapped):
      guard state.download == .absent || state.download == .failed else { return .none }
      state.download = .running(percent: 0)
      return .run("download", of: id) { send in
        for try await percent in client.download(id) { await send(.progressed(percent)) }
      } catch: { _, send in
        await send(.downloadFailed)
      }
      .cancellable(id: CancelID.download, cancelInFlight: true)

    case .input(.playTapped):
      return state.download == .stored ? .output(.played) : .none

    case .input(.removeTapped):
      guard state.download == .stored else { return .none }
      state.download = .removing
      return .merge(
        .output(.givenUp),
        .run("remove", of: id) { send in
          try await client.remove(id)
          await send(.removed)
        } catch: { _, send in
          await send(.removalFailed)
        }
      )

    case .feedback(.progressed(let percent)):
      guard percent < 100 else {
        state.download = .stored
        return .cancel(id: CancelID.download)
      }
      state.download = .running(percent: percent)
      return .none

    case .feedback(.downloadFailed):
      state.download = .failed
      return .none

    case .feedback(.removed):
      state.download = .absent
      return .none

    case .feedback(.removalFailed):
      state.download = .stored
      return .none
    }
  }
}

struct E17Entry: Equatable, Sendable {
  var id: Int
  var title: String
  var isStored: Bool
}

struct E17Client: TestDependencyKey, Sendable {
  var tours: @Sendable () async throws -> [E17Entry]
  var download: @Sendable (_ tour: Int) -> AsyncThrowingStream<Int, any Error>
  var remove: @Sendable (_ tour: Int) async throws -> Void

  static let testValue = E17Client(
    tours: unimplemented("E17Client.tours"),
    download: unimplemented("E17Client.download", placeholder: AsyncThrowingStream { $0.finish() }),
    remove: unimplemented("E17Client.remove")
  )
}

extension DependencyValues {
  var e17Client: E17Client {
    get { self[E17Client.self] }
    set { self[E17Client.self] = newValue }
  }
}

struct E17Offline: Error {}

struct E17Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: E17Guide.State) -> [E17Guide.Input] in
        switch state.loading {
        case .waiting: return [.appeared]
        case .running: return []
        case .failed: return [.retryTapped]
        case .done: break
        }
        var inputs: [E17Guide.Input] = state.playing == nil ? [] : [.stopTapped]
        for tour in state.tours {
          switch tour.download {
          case .absent, .failed: inputs.append(.tour(tour.id, .downloadTapped))
          case .stored:
            if state.playing != tour.id { inputs.append(.tour(tour.id, .playTapped)) }
            inputs.append(.tour(tour.id, .removeTapped))
          case .running, .removing: break
          }
        }
        return inputs
      }
    ) { () -> TestStore<E17Guide> in
      let store = TestStore(initialState: E17Guide.State()) { E17Guide() }
      store.gate("tours", at: \.e17Client.tours) {
        [
          .success([
            E17Entry(id: 1, title: "The vaults", isStored: false),
            E17Entry(id: 2, title: "The tower", isStored: true),
          ]),
          .failure(E17Offline()),
        ]
      }
      store.gate("download", at: \.e17Client.download) { _ in
        [.element(40), .element(100), .finish, .failure(E17Offline())]
      }
      store.gate("remove", at: \.e17Client.remove) { _ in [.success(()), .failure(E17Offline())] }
      return store
    }
  }
}
