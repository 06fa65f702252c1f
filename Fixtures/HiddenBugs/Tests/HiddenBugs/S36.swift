import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The search for tonight's plays. A seat is held while the visitor goes to the till.
struct S36Search: Reducer {
  enum Results: Equatable {
    case empty
    case searching
    case found([S36Play])
    case failed
  }

  enum Hold: Equatable {
    case free
    case requesting(Int)
    case held(Int, minutes: Int?)
    case releasing(Int)
    case refused(Int)
  }

  struct State: Equatable {
    var query = ""
    var isMatinee = false
    var results = Results.empty
    var hold = Hold.free
  }

  enum Input: Equatable, Sendable {
    case queryChanged(String)
    case matineeTapped
    case retryTapped
    case holdTapped(Int)
    case releaseTapped
  }

  enum Feedback: Equatable, Sendable {
    case found([S36Play])
    case searchFailed
    case held(Int)
    case refused(Int)
    case minutesLeft(Int)
    case released
  }

  private enum CancelID { case search, minutes }

  @Dependency(\.s36Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.queryChanged(let query)):
      guard query != state.query else { return .none }
      state.query = query
      return search(&state)

    case .input(.matineeTapped):
      state.isMatinee.toggle()
      return search(&state)

    case .input(.retryTapped):
      guard state.results == .failed else { return .none }
      return search(&state)

    case .input(.holdTapped(let id)):
      guard case .found(let plays) = state.results, plays.contains(where: { $0.id == id }) else { return .none }
      switch state.hold {
      case .requesting, .held, .releasing: return .none
      case .free, .refused: return hold(id, in: &state)
      }

    case .input(.releaseTapped):
      guard case .held(let id, _) = state.hold else { return .none }
      state.hold = .releasing(id)
      return .merge(.cancel(id: CancelID.minutes), release(id))

    case .feedback(.found(let plays)):
      state.results = .found(plays)

    case .feedback(.searchFailed):
      state.results = .failed

    case .feedback(.held(let id)):
      state.hold = .held(id, minutes: nil)
      return minutes(id)

    case .feedback(.refused(let id)):
      state.hold = .refused(id)

    case .feedback(.minutesLeft(let minutes)):
      guard case .held(let id, _) = state.hold else { return .none }
      state.hold = minutes > 0 ? .held(id, minutes: minutes) : .free
      return minutes > 0 ? .none : .cancel(id: CancelID.minutes)

    case .feedback(.released):
      state.hold = .free
    }
    return .none
  }

  /// Shows what fits the query and the filter of now, or nothing without a query.
  private func search(_ state: inout State) -> Effect<Feedback, Never> {
    guard !state.query.isEmpty else {
      state.results = .empty
      return .cancel(id: CancelID.search)
    }
    state.results = .searching
    return .run("search", of: state.query) { [query = state.query, isMatinee = state.isMatinee] send in
      await send(.found(try await client.search(query, isMatinee)))
    } catch: { _, send in
      await send(.searchFailed)
    }
    .debounce(id: CancelID.search, for: .milliseconds(300))
  }

  private func hold(_ id: Int, in state: inout State) -> Effect<Feedback, Never> {
    state.hold = .requesting(id)
    return .run("hold", of: id) { send in
      try await client.hold(id)
      await send(.held(id))
    } catch: { _, send in
      await send(.refused(id))
    }
  }

  /// Gives the seat back. If that fails, it is free when its time is over.
  private func release(_ id: Int) -> Effect<Feedback, Never> {
    .run("release", of: id) { send in
      try await client.release(id)
      await send(.released)
    } catch: { _, send in
      await send(.released)
    }
  }

  private func minutes(_ id: Int) -> Effect<Feedback, Never> {
    .run("minutes", of: id) { send in
      for await minutes in client.minutes(id) { await send(.minutesLeft(minutes)) }
    }
    .cancellable(id: CancelID.minutes, cancelInFlight: true)
  }
}

struct S36Play: Equatable, Sendable {
  var id: Int
  var title: String
}

struct S36Client: TestDependencyKey, Sendable {
  var search: @Sendable (_ query: String, _ isMatinee: Bool) async throws -> [S36Play]
  var hold: @Sendable (_ play: Int) async throws -> Void
  var release: @Sendable (_ play: Int) async throws -> Void

  /// The minutes for which a seat is still held, down to 0.
  var minutes: @Sendable (_ play: Int) -> AsyncStream<Int>

  static let testValue = S36Client(
    search: unimplemented("S36Client.search"),
    hold: unimplemented("S36Client.hold"),
    release: unimplemented("S36Client.release"),
    minutes: unimplemented("S36Client.minutes", placeholder: AsyncStream { $0.finish() })
  )
}

extension DependencyValues {
  var s36Client: S36Client {
    get { self[S36Client.self] }
    set { self[S36Client.self] = newValue }
  }
}

struct S36SoldOut: Error {}

struct S36Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: S36Search.State) -> [S36Search.Input] in
        var inputs: [S36Search.Input] = [.queryChanged("Lear"), .queryChanged(""), .matineeTapped]
        if state.results == .failed { inputs.append(.retryTapped) }
        if case .held = state.hold { inputs.append(.releaseTapped) }
        if case .found(let plays) = state.results { inputs += plays.map { S36Search.Input.holdTapped($0.id) } }
        return inputs
      }
    ) { () -> TestStore<S36Search> in
      let store = TestStore(initialState: S36Search.State()) { S36Search() }
      store.gate("search", at: \.s36Client.search) { request in
        [.success([S36Play(id: request.1 ? 1 : 2, title: request.0)]), .failure(S36SoldOut())]
      }
      store.gate("hold", at: \.s36Client.hold) { _ in [.success(()), .failure(S36SoldOut())] }
      store.gate("release", at: \.s36Client.release) { _ in [.success(()), .failure(S36SoldOut())] }
      store.gate("minutes", at: \.s36Client.minutes) { _ in [.element(2), .element(0)] }
      return store
    }
  }
}
