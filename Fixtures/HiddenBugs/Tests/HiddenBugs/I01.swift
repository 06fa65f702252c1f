import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The server of the seed library.
struct I01LibraryClient: Sendable {
  var catalogue: @Sendable () async throws -> [String]
  var hold: @Sendable (_ packet: String) async throws -> Void
  var release: @Sendable (_ packet: String) async throws -> Void
}

enum I01LibraryKey: TestDependencyKey {
  static let testValue = I01LibraryClient(
    catalogue: unimplemented("I01LibraryClient.catalogue", placeholder: []),
    hold: unimplemented("I01LibraryClient.hold"),
    release: unimplemented("I01LibraryClient.release")
  )
}

extension DependencyValues {
  var i01Library: I01LibraryClient {
    get { self[I01LibraryKey.self] }
    set { self[I01LibraryKey.self] = newValue }
  }
}

struct I01Offline: Error {}

/// A packet of seeds, which a member can put into the box, and take out again.
struct I01Packet: Reducer {
  enum Status: Equatable, Sendable { case idle, holding, held, releasing }

  struct State: Equatable, Identifiable {
    let id: String
    var status = Status.idle
    var hasFailed = false

    var isTaken: Bool { status != .idle }
  }

  enum Input: Equatable, Sendable { case holdTapped, releaseTapped }
  enum Feedback: Equatable, Sendable { case held, holdFailed, released, releaseFailed }
  enum Output: Equatable, Sendable { case held, released }

  @Dependency(\.i01Library) private var library

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.holdTapped):
      guard state.status == .idle else { return .none }
      state.status = .holding
      state.hasFailed = false
      return .run("hold", of: state.id) { [id = state.id] send in
        try await library.hold(id)
        await send(.held)
      } catch: { _, send in
        await send(.holdFailed)
      }

    case .input(.releaseTapped):
      guard state.status == .held else { return .none }
      state.status = .releasing
      state.hasFailed = false
      return .run("release", of: state.id) { [id = state.id] send in
        try await library.release(id)
        await send(.released)
      } catch: { _, send in
        await send(.releaseFailed)
      }

    case .feedback(.held):
      state.status = .held
      return .output(.held)

    case .feedback(.holdFailed):
      state.status = .idle
      state.hasFailed = true
      return .none

    case .feedback(.released):
      state.status = .idle
      return .output(.released)

    case .feedback(.releaseFailed):
      state.status = .held
      state.hasFailed = true
      return .none
    }
  }
}

/// The shelves of the library, with a note on what has just gone into the box.
struct I01SeedLibrary: Reducer {
  struct State: Equatable {
    var packets: IdentifiedArray<I01Packet.State> = []
    var isLoading = false
    var hasFailed = false
    var notice: String?
  }

  enum Input: Equatable, Sendable {
    case appeared
    case refreshPulled
    case noticeTapped
    case packet(String, I01Packet.Input)
  }

  enum Feedback: Equatable, Sendable {
    case catalogueLoaded([String])
    case catalogueFailed
    case noticeExpired
    case packet(String, ChildFeedback<I01Packet>)
  }

  private enum CancelID { case notice }

  @Dependency(\.i01Library) private var library
  @Dependency(\.continuousClock) private var clock

  private let packets = ScopeEach<I01SeedLibrary, I01Packet>(\.packets, feedback: Feedback.packet) { I01Packet() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.packet(let id, let input)):
      return packets.reduce(.input(input), id: id, into: &state)
    case .feedback(.packet(let id, .feedback(let feedback))):
      return packets.reduce(.feedback(feedback), id: id, into: &state)

    case .input(.appeared):
      return state.packets.isEmpty && !state.isLoading ? load(&state) : .none

    case .input(.refreshPulled):
      return state.isLoading ? .none : load(&state)

    case .feedback(.catalogueLoaded(let names)):
      state.isLoading = false
      state.packets.removeAll(where: { !names.contains($0.id) && !$0.isTaken })
      for name in names where state.packets.index(id: name) == nil {
        state.packets.append(I01Packet.State(id: name))
      }
      state.packets.sort(by: { $0.id < $1.id })
      return .none

    case .feedback(.catalogueFailed):
      state.isLoading = false
      state.hasFailed = true
      return .none

    case .feedback(.packet(let id, .output(.held))):
      state.notice = id
      return .run("notice", of: id) { send in
        try await clock.sleep(for: .seconds(3))
        await send(.noticeExpired)
      }
      .cancellable(id: CancelID.notice, cancelInFlight: true)

    case .feedback(.packet(let id, .output(.released))):
      guard state.notice == id else { return .none }
      state.notice = nil
      return .cancel(id: CancelID.notice)

    case .input(.noticeTapped):
      state.notice = nil
      return .cancel(id: CancelID.notice)

    case .feedback(.noticeExpired):
      state.notice = nil
      return .none
    }
  }

  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.hasFailed = false
    return .run("catalogue") { send in
      await send(.catalogueLoaded(try await library.catalogue()))
    } catch: { _, send in
      await send(.catalogueFailed)
    }
  }
}

struct I01Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: I01SeedLibrary.State) -> [I01SeedLibrary.Input] in
        var inputs: [I01SeedLibrary.Input] = [.appeared, .refreshPulled, .noticeTapped]
        for packet in state.packets {
          inputs.append(.packet(packet.id, .holdTapped))
          inputs.append(.packet(packet.id, .releaseTapped))
        }
        return inputs
      }
    ) { () -> TestStore<I01SeedLibrary> in
      let store = TestStore(initialState: I01SeedLibrary.State()) { I01SeedLibrary() }
      store.gate("catalogue", at: \.i01Library.catalogue) {
        [.success(["bean", "chard"]), .success(["chard"]), .failure(I01Offline())]
      }
      store.gate("hold", at: \.i01Library.hold) { _ in [.success(()), .failure(I01Offline())] }
      store.gate("release", at: \.i01Library.release) { _ in [.success(()), .failure(I01Offline())] }
      return store
    }
  }
}
