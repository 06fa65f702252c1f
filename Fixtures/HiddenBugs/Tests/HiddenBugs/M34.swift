import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A line of a picking order: an article that is taken from its shelf.
struct M34Line: Reducer {
  enum Status: Equatable { case open, saving, picked, failed }

  struct State: Equatable, Identifiable {
    let id: String
    var status = Status.open
  }

  enum Input: Equatable, Sendable { case pickTapped }
  enum Feedback: Equatable, Sendable { case picked, failed }

  @Dependency(\.m34Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.pickTapped):
      guard state.status == .open || state.status == .failed else { return .none }
      state.status = .saving
      let id = state.id
      return .run("pick", of: id) { send in
        try await client.pick(id)
        await send(.picked)
      } catch: { _, send in
        await send(.failed)
      }

    case .feedback(.picked):
      state.status = .picked
      return .none

    case .feedback(.failed):
      state.status = .failed
      return .none
    }
  }
}

/// A picking order, which is finished once each line has been picked.
struct M34Order: Reducer {
  enum Phase: Equatable { case picking, finishing, finished }

  struct State: Equatable {
    var lines: IdentifiedArray<M34Line.State> = []
    var phase = Phase.picking
    var isLoading = false
    var hasFailed = false
    var cannotFinish = false
    var onlyOpen = false

    /// The rows of the list.
    var shown: [M34Line.State] { lines.filter { !onlyOpen || $0.status != .picked }.elements }
    var canFinish: Bool { phase == .picking && !lines.isEmpty && lines.allSatisfy { $0.status == .picked } }
  }

  enum Input: Equatable, Sendable {
    case appeared
    case refreshPulled
    case retryTapped
    case onlyOpenTapped
    case finishTapped
    case nextOrderTapped
    case line(String, M34Line.Input)
  }

  enum Feedback: Equatable, Sendable {
    case loaded([M34Item])
    case failed
    case finished
    case finishFailed
    case line(String, ChildFeedback<M34Line>)
  }

  private enum CancelID { case load }

  let lines = ScopeEach<M34Order, M34Line>(\.lines, feedback: Feedback.line) { M34Line() }

  @Dependency(\.m34Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.lines.isEmpty else { return .none }
      return load(&state)

    case .input(.refreshPulled), .input(.retryTapped):
      return load(&state)

    case .input(.onlyOpenTapped):
      state.onlyOpen.toggle()
      return .none

    case .input(.finishTapped):
      guard state.canFinish else { return .none }
      state.phase = .finishing
      state.isLoading = false
      state.hasFailed = false
      state.cannotFinish = false
      return .merge(
        .cancel(id: CancelID.load),
        .run("finish") { send in
          try await client.finish()
          await send(.finished)
        } catch: { _, send in
          await send(.finishFailed)
        }
      )

    case .input(.nextOrderTapped):
      guard state.phase == .finished else { return .none }
      state = State(onlyOpen: state.onlyOpen)
      return load(&state)

    case .input(.line(let id, let input)):
      return lines.reduce(.input(input), id: id, into: &state)

    case .feedback(.line(let id, .feedback(let feedback))):
      return lines.reduce(.feedback(feedback), id: id, into: &state)

    case .feedback(.loaded(let items)):
      state.isLoading = false
      state.lines = merged(items, with: state.lines)
      return .none

    case .feedback(.failed):
      state.isLoading = false
      state.hasFailed = true
      return .none

    case .feedback(.finished):
      state.phase = .finished
      return .none

    case .feedback(.finishFailed):
      state.phase = .picking
      state.cannotFinish = true
      return .none
    }
  }

  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    guard state.phase == .picking, !state.isLoading else { return .none }
    state.isLoading = true
    state.hasFailed = false
    state.cannotFinish = false
    return .run("items") { send in
      await send(.loaded(try await client.items()))
    } catch: { _, send in
      await send(.failed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }

  /// The items of the server, which may be older than what was picked here meanwhile.
  private func merged(
    _ items: [M34Item],
    with old: IdentifiedArray<M34Line.State>
  ) -> IdentifiedArray<M34Line.State> {
    var lines: IdentifiedArray<M34Line.State> = []
    for item in items {
      var line = old[id: item.id] ?? M34Line.State(id: item.id)
      if item.isPicked, line.status != .saving { line.status = .picked }
      lines.append(line)
    }
    // What is in the box, or on its way there, stays in the list, also if the office has taken it from the order.
    for line in old where lines[id: line.id] == nil && (line.status == .saving || line.status == .picked) {
      lines.append(line)
    }
    return lines
  }
}

struct M34Item: Equatable, Sendable {
  var id: String
  var isPicked = false
}

struct M34Client: TestDependencyKey, Sendable {
  var items: @Sendable () async throws -> [M34Item]
  var pick: @Sendable (_ item: String) async throws -> Void
  var finish: @Sendable () async throws -> Void

  static let testValue = M34Client(
    items: unimplemented("M34Client.items"),
    pick: unimplemented("M34Client.pick"),
    finish: unimplemented("M34Client.finish")
  )
}

extension DependencyValues {
  var m34Client: M34Client {
    get { self[M34Client.self] }
    set { self[M34Client.self] = newValue }
  }
}

struct M34Offline: Error {}

struct M34Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: M34Order.State) -> [M34Order.Input] in
        if state.phase == .finishing { return [.onlyOpenTapped] }
        if state.phase == .finished { return [.nextOrderTapped] }
        var inputs: [M34Order.Input] = [.onlyOpenTapped]
        if state.lines.isEmpty { inputs.append(.appeared) } else { inputs.append(.refreshPulled) }
        if state.hasFailed { inputs.append(.retryTapped) }
        if state.canFinish { inputs.append(.finishTapped) }
        for line in state.shown where line.status == .open || line.status == .failed {
          inputs.append(.line(line.id, .pickTapped))
        }
        return inputs
      }
    ) { () -> TestStore<M34Order> in
      let store = TestStore(initialState: M34Order.State()) { M34Order() }
      store.gate("items", at: \.m34Client.items) {
        [
          .success([M34Item(id: "Tape"), M34Item(id: "Lamp", isPicked: true)]),
          .success([M34Item(id: "Lamp")]),
          .failure(M34Offline()),
        ]
      }
      store.gate("pick", at: \.m34Client.pick) { _ in [.success(()), .failure(M34Offline())] }
      store.gate("finish", at: \.m34Client.finish) { [.success(()), .failure(M34Offline())] }
      return store
    }
  }
}
