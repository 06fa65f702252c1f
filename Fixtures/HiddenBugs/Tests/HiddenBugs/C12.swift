import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct C12Status: Equatable, Sendable {
  var spouts: [String]
  /// For how many cups there is water.
  var water: Int
}

struct C12Link: TestDependencyKey, Sendable {
  var status: @Sendable () async throws -> C12Status
  /// Brews a cup, and yields the progress in percent. The spout stops when the stream is no longer read.
  var brew: @Sendable (_ spout: String, _ drink: String) -> AsyncThrowingStream<Int, any Error>

  static let testValue = C12Link(
    status: unimplemented("C12Link.status"),
    brew: unimplemented("C12Link.brew", placeholder: AsyncThrowingStream { $0.finish() })
  )
}

extension DependencyValues {
  var c12Link: C12Link {
    get { self[C12Link.self] }
    set { self[C12Link.self] = newValue }
  }
}

/// One spout of a coffee machine.
struct C12Spout: Reducer {
  struct State: Equatable, Identifiable {
    let id: String
    var phase = Phase.idle

    var canBrew: Bool {
      switch phase {
      case .idle, .failed: true
      case .brewing, .ready: false
      }
    }
  }

  enum Phase: Equatable {
    case idle
    case brewing(String, percent: Int)
    case ready(String)
    case failed(String)
  }

  enum Input: Equatable {
    case brewTapped(String)
    case stopTapped
    case cupTaken
  }

  enum Feedback: Equatable {
    case progressed(Int)
    case finished
    case jammed
  }

  enum Output: Equatable { case began, ready, emptied }

  private enum CancelID { case brew }

  @Dependency(\.c12Link) private var link

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.brewTapped(let drink)):
      guard state.canBrew else { return .none }
      state.phase = .brewing(drink, percent: 0)
      return .merge(
        .output(.began),
        .run("brew", of: drink) { [id = state.id] send in
          for try await percent in link.brew(id, drink) { await send(.progressed(percent)) }
          await send(.finished)
        } catch: { _, send in
          await send(.jammed)
        }
        .cancellable(id: CancelID.brew, cancelInFlight: true)
      )

    case .input(.stopTapped):
      guard case .brewing = state.phase else { return .none }
      state.phase = .idle
      return .cancel(id: CancelID.brew)

    case .input(.cupTaken):
      guard case .ready = state.phase else { return .none }
      state.phase = .idle
      return .output(.emptied)

    case .feedback(.progressed(let percent)):
      guard case .brewing(let drink, let last) = state.phase else { return .none }
      state.phase = .brewing(drink, percent: max(last, percent))
      return .none

    case .feedback(.finished):
      guard case .brewing(let drink, _) = state.phase else { return .none }
      state.phase = .ready(drink)
      return .output(.ready)

    case .feedback(.jammed):
      guard case .brewing(let drink, _) = state.phase else { return .none }
      state.phase = .failed(drink)
      return .none
    }
  }
}

/// A coffee machine with some spouts, and one tank of water for all.
struct C12Machine: Reducer {
  enum Connection: Equatable { case off, connecting, failed, on }

  struct State: Equatable {
    var connection = Connection.off
    var spouts: IdentifiedArray<C12Spout.State> = []
    var water = 0
    var lacksWater = false
    /// The spout whose cup a banner announces.
    var announced: String?
  }

  enum Input: Equatable {
    case connectTapped
    case disconnectTapped
    case refilled
    case spout(String, C12Spout.Input)
  }

  enum Feedback: Equatable {
    case connected(C12Status)
    case connectionFailed
    case bannerExpired
    case spout(String, ChildFeedback<C12Spout>)
  }

  private enum CancelID { case connection, banner }

  private let spouts = ScopeEach<C12Machine, C12Spout>(\.spouts, feedback: Feedback.spout) { C12Spout() }

  @Dependency(\.c12Link) private var link
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.connectTapped):
      guard state.connection == .off || state.connection == .failed else { return .none }
      state.connection = .connecting
      return .run("connect") { send in
        await send(.connected(try await link.status()))
      } catch: { _, send in
        await send(.connectionFailed)
      }
      .cancellable(id: CancelID.connection, cancelInFlight: true)

    case .input(.disconnectTapped):
      state = State()
      return .merge(.cancel(id: CancelID.connection), .cancel(id: CancelID.banner))

    case .input(.refilled):
      guard state.connection == .on else { return .none }
      state.water = 2
      state.lacksWater = false
      return .none

    case .input(.spout(let id, .brewTapped)) where state.water == 0:
      if state.spouts[id: id]?.canBrew == true { state.lacksWater = true }
      return .none

    case .input(.spout(let id, let input)):
      return spouts.reduce(.input(input), id: id, into: &state)

    case .feedback(.spout(let id, .feedback(let feedback))):
      return spouts.reduce(.feedback(feedback), id: id, into: &state)

    case .feedback(.spout(_, .output(.began))):
      state.water -= 1
      return .none

    case .feedback(.spout(let id, .output(.ready))):
      state.announced = id
      return .run("banner", of: id) { send in
        try await clock.sleep(for: .seconds(3))
        await send(.bannerExpired)
      }
      .cancellable(id: CancelID.banner, cancelInFlight: true)

    case .feedback(.spout(let id, .output(.emptied))):
      guard state.announced == id else { return .none }
      state.announced = nil
      return .cancel(id: CancelID.banner)

    case .feedback(.bannerExpired):
      state.announced = nil
      return .none

    case .feedback(.connected(let status)):
      state.connection = .on
      state.spouts = IdentifiedArray(status.spouts.map { C12Spout.State(id: $0) })
      state.water = status.water
      return .none

    case .feedback(.connectionFailed):
      state.connection = .failed
      return .none
    }
  }
}

struct C12Jam: Error {}

struct C12Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: C12Machine.State) -> [C12Machine.Input] in
        guard state.connection == .on else { return [.connectTapped, .disconnectTapped] }
        var inputs: [C12Machine.Input] = [.disconnectTapped]
        if state.water == 0 { inputs.append(.refilled) }
        for spout in state.spouts {
          switch spout.phase {
          case .idle, .failed: inputs.append(.spout(spout.id, .brewTapped("Latte")))
          case .brewing: inputs.append(.spout(spout.id, .stopTapped))
          case .ready: inputs.append(.spout(spout.id, .cupTaken))
          }
        }
        return inputs
      }
    ) { () -> TestStore<C12Machine> in
      let store = TestStore(initialState: C12Machine.State()) { C12Machine() }
      store.gate("status", at: \.c12Link.status) {
        [.success(C12Status(spouts: ["Left", "Right"], water: 1)), .failure(C12Jam())]
      }
      store.gate("brew", at: \.c12Link.brew) { _ in [.element(50), .finish, .failure(C12Jam())] }
      return store
    }
  }
}
