import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The maps of a city guide, to be used without a network. Each is downloaded by its own row.
struct S23Maps: Reducer {
  struct State: Equatable {
    var rows: IdentifiedArray<S23Row.State> = []
    var isOnline = true
    var space: Int?
    var isMeasuring = false
    var measureFailed = false
  }

  enum Input: Equatable, Sendable {
    case row(Int, S23Row.Input)
    case networkChanged(isOnline: Bool)
    case removeTapped(Int)
    case measureTapped
  }

  enum Feedback: Equatable, Sendable {
    case row(Int, ChildFeedback<S23Row>)
    case measured(Int)
    case notMeasured
  }

  private enum CancelID { case space }

  @Dependency(\.s23Client) private var client

  private let rows = ScopeEach<S23Maps, S23Row>(\.rows, feedback: Feedback.row) { S23Row() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.row(let id, let input)):
      return rows.reduce(.input(input), id: id, into: &state)

    case .input(.networkChanged(let isOnline)):
      guard isOnline != state.isOnline else { return .none }
      state.isOnline = isOnline
      var effects: [Effect<Feedback, Never>] = []
      for id in state.rows.ids {
        effects.append(rows.reduce(.input(.networkChanged(isOnline: isOnline)), id: id, into: &state))
      }
      return .merge(effects)

    case .input(.removeTapped(let id)):
      state.rows.remove(id: id)
      return invalidateSpace(in: &state)

    case .input(.measureTapped):
      guard !state.isMeasuring else { return .none }
      state.isMeasuring = true
      state.measureFailed = false
      return .run("space") { [client] send in
        await send(.measured(try await client.space()))
      } catch: { _, send in
        await send(.notMeasured)
      }
      .cancellable(id: CancelID.space, cancelInFlight: true)

    case .feedback(.row(let id, .feedback(let feedback))):
      return rows.reduce(.feedback(feedback), id: id, into: &state)

    case .feedback(.row(_, .output(.stored))):
      return invalidateSpace(in: &state)

    case .feedback(.measured(let space)):
      state.isMeasuring = false
      state.space = space
      return .none

    case .feedback(.notMeasured):
      state.isMeasuring = false
      state.measureFailed = true
      return .none
    }
  }

  /// What was measured, or is being measured, doesn't hold any more.
  private func invalidateSpace(in state: inout State) -> Effect<Feedback, Never> {
    state.space = nil
    state.isMeasuring = false
    state.measureFailed = false
    return .cancel(id: CancelID.space)
  }
}

struct S23Row: Reducer {
  enum Status: Equatable, Sendable {
    case missing
    case waiting
    case downloading(percent: Int)
    case paused
    case failed
    case stored
  }

  struct State: Equatable, Identifiable {
    var id: Int
    var status = Status.missing
    var isOnline = true
  }

  enum Input: Equatable, Sendable {
    case downloadTapped
    case pauseTapped
    case resumeTapped
    case retryTapped
    case networkChanged(isOnline: Bool)
  }

  enum Feedback: Equatable, Sendable {
    case progressed(percent: Int)
    case finished
    case failed
  }

  enum Output: Equatable, Sendable {
    case stored
  }

  private enum CancelID { case download }

  @Dependency(\.s23Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.downloadTapped):
      guard state.status == .missing else { return .none }
      return download(into: &state)

    case .input(.pauseTapped):
      switch state.status {
      case .waiting, .downloading:
        state.status = .paused
        return .cancel(id: CancelID.download)
      case .missing, .paused, .failed, .stored:
        return .none
      }

    case .input(.resumeTapped):
      guard state.status == .paused else { return .none }
      return download(into: &state)

    case .input(.retryTapped):
      guard state.status == .failed else { return .none }
      return download(into: &state)

    case .input(.networkChanged(let isOnline)):
      state.isOnline = isOnline
      switch state.status {
      case .waiting where isOnline:
        return download(into: &state)
      case .downloading where !isOnline:
        state.status = .waiting
        return .cancel(id: CancelID.download)
      default:
        return .none
      }

    case .feedback(.progressed(let percent)):
      state.status = .downloading(percent: percent)
      return .none

    case .feedback(.finished):
      state.status = .stored
      return .output(.stored)

    case .feedback(.failed):
      state.status = .failed
      return .none
    }
  }

  private func download(into state: inout State) -> Effect<Feedback, Output> {
    guard state.isOnline else {
      state.status = .waiting
      return .none
    }
    state.status = .downloading(percent: 0)
    let id = state.id
    return .run("download", of: id) { send in
      for try await percent in client.download(id) { await send(.progressed(percent: percent)) }
      await send(.finished)
    } catch: { _, send in
      await send(.failed)
    }
    .cancellable(id: CancelID.download, cancelInFlight: true)
  }
}

struct S23Client: TestDependencyKey, Sendable {
  var download: @Sendable (_ map: Int) -> AsyncThrowingStream<Int, any Error>
  var space: @Sendable () async throws -> Int

  static let testValue = S23Client(
    download: unimplemented("S23Client.download", placeholder: AsyncThrowingStream { $0.finish() }),
    space: unimplemented("S23Client.space")
  )
}

extension DependencyValues {
  var s23Client: S23Client {
    get { self[S23Client.self] }
    set { self[S23Client.self] = newValue }
  }
}

struct S23Offline: Error {}

struct S23Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: S23Maps.State) -> [S23Maps.Input] in
        var inputs: [S23Maps.Input] = [.networkChanged(isOnline: !state.isOnline), .measureTapped]
        for row in state.rows {
          inputs.append(.removeTapped(row.id))
          switch row.status {
          case .missing: inputs.append(.row(row.id, .downloadTapped))
          case .waiting, .downloading: inputs.append(.row(row.id, .pauseTapped))
          case .paused: inputs.append(.row(row.id, .resumeTapped))
          case .failed: inputs.append(.row(row.id, .retryTapped))
          case .stored: break
          }
        }
        return inputs
      }
    ) { () -> TestStore<S23Maps> in
      let rows: IdentifiedArray<S23Row.State> = [S23Row.State(id: 1), S23Row.State(id: 2)]
      let store = TestStore(initialState: S23Maps.State(rows: rows)) { S23Maps() }
      store.gate("download", at: \.s23Client.download) { _ in [.element(50), .finish, .failure(S23Offline())] }
      store.gate("space", at: \.s23Client.space) { [.success(120), .failure(S23Offline())] }
      return store
    }
  }
}
