import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The session of the app: who is signed in, and the requests to be that person's friend.
struct V32Session: Reducer {
  enum State: Equatable {
    case signedOut(notice: Notice?)
    case signingIn(String)
    case signedIn(V32Requests.State)
    case signingOut
  }

  enum Notice { case signInFailed, sessionExpired }

  enum Input: Equatable, Sendable {
    case signInTapped(String)
    case cancelTapped
    case signOutTapped
    case requests(V32Requests.Input)
  }

  enum Feedback: Equatable, Sendable {
    case signedIn(V32Token)
    case signInFailed
    case signedOut
    case requests(ChildFeedback<V32Requests>)
  }

  private enum CancelID { case signIn }

  private let requests = Scope<V32Session, V32Requests>(
    at: .ifCase(State.signedIn, of: \.self) { if case .signedIn(let requests) = $0 { requests } else { nil } },
    feedback: Feedback.requests
  ) { V32Requests() }

  @Dependency(\.v32Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.requests(let input)): return requests.reduce(.input(input), into: &state)
    case .feedback(.requests(.feedback(let feedback))): return requests.reduce(.feedback(feedback), into: &state)

    case .input(.signInTapped(let name)):
      guard case .signedOut = state else { return .none }
      state = .signingIn(name)
      return .run("sign in", of: name) { send in
        await send(.signedIn(try await client.signIn(name)))
      } catch: { _, send in
        await send(.signInFailed)
      }
      .cancellable(id: CancelID.signIn, cancelInFlight: true)

    case .input(.cancelTapped):
      guard case .signingIn = state else { return .none }
      state = .signedOut(notice: nil)
      return .cancel(id: CancelID.signIn)

    case .feedback(.signedIn(let token)):
      state = .signedIn(V32Requests.State(token: token))
      return requests.start(from: state)

    case .feedback(.signInFailed):
      state = .signedOut(notice: .signInFailed)
      return .none

    case .input(.signOutTapped):
      guard case .signedIn(let requests) = state, requests.accepting.isEmpty else { return .none }
      state = .signingOut
      return .run("revoke", of: requests.token) { send in
        // A token that the server still knows expires by itself.
        try? await client.revoke(requests.token)
        await send(.signedOut)
      }

    case .feedback(.signedOut):
      state = .signedOut(notice: nil)
      return .none

    case .feedback(.requests(.output(.expired))):
      state = .signedOut(notice: .sessionExpired)
      return .none
    }
  }
}

/// The requests of others, which are asked for again each half minute while the app is in front.
struct V32Requests: Reducer {
  struct State: Equatable, Identifiable {
    let token: V32Token
    var people: [Int] = []
    var isLoading = true
    var hasFailed = false
    var isInFront = true
    var accepting: Set<Int> = []
    var accepted: Set<Int> = []
    var couldNotAccept = false

    var id: V32Token { token }

    init(token: V32Token) { self.token = token }
  }

  enum Input: Equatable, Sendable {
    case refreshTapped
    case acceptTapped(Int)
    case alertDismissed
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case loaded([Int])
    case failed
    case expired
    case accepted(Int)
    case acceptFailed(Int)
    case pollDue
  }

  enum Output: Equatable, Sendable { case expired }

  private enum CancelID { case poll }

  @Dependency(\.v32Client) private var client
  @Dependency(\.continuousClock) private var clock

  func start(from state: State) -> Effect<Feedback, Output> { request(with: state.token) }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.refreshTapped), .feedback(.pollDue):
      return load(&state)

    case .input(.acceptTapped(let person)):
      guard state.people.contains(person), !state.accepting.contains(person) else { return .none }
      state.accepting.insert(person)
      state.couldNotAccept = false
      return .run("accept", of: person) { send in
        try await client.accept(person)
        await send(.accepted(person))
      } catch: { _, send in
        await send(.acceptFailed(person))
      }

    case .input(.alertDismissed):
      state.couldNotAccept = false
      return .none

    case .input(.wentToBackground):
      state.isInFront = false
      return .cancel(id: CancelID.poll)

    case .input(.cameToForeground):
      state.isInFront = true
      return load(&state)

    case .feedback(.loaded(let people)):
      state.isLoading = false
      state.people = people.filter { !state.accepted.contains($0) }
      return poll(state)

    case .feedback(.failed):
      state.isLoading = false
      state.hasFailed = true
      return poll(state)

    case .feedback(.expired):
      return .output(.expired)

    case .feedback(.accepted(let person)):
      state.accepting.remove(person)
      state.accepted.insert(person)
      state.people.removeAll { $0 == person }
      return .none

    case .feedback(.acceptFailed(let person)):
      state.accepting.remove(person)
      state.couldNotAccept = true
      return .none
    }
  }

  private func load(_ state: inout State) -> Effect<Feedback, Output> {
    guard !state.isLoading else { return .none }
    state.isLoading = true
    state.hasFailed = false
    return .merge(.cancel(id: CancelID.poll), request(with: state.token))
  }

  private func request(with token: V32Token) -> Effect<Feedback, Output> {
    .run("requests", of: token) { send in
      await send(.loaded(try await client.requests(token)))
    } catch: { error, send in
      await send(error is V32Expired ? .expired : .failed)
    }
  }

  private func poll(_ state: State) -> Effect<Feedback, Output> {
    guard state.isInFront else { return .none }
    return .run("poll") { send in
      try await clock.sleep(for: .seconds(30))
      await send(.pollDue)
    }
    .cancellable(id: CancelID.poll, cancelInFlight: true)
  }
}

struct V32Token: Hashable, Sendable {
  var name: String
}

struct V32Client: TestDependencyKey, Sendable {
  var signIn: @Sendable (_ name: String) async throws -> V32Token
  var revoke: @Sendable (_ token: V32Token) async throws -> Void
  var requests: @Sendable (_ token: V32Token) async throws -> [Int]
  var accept: @Sendable (_ person: Int) async throws -> Void

  static let testValue = V32Client(
    signIn: unimplemented("V32Client.signIn"),
    revoke: unimplemented("V32Client.revoke"),
    requests: unimplemented("V32Client.requests"),
    accept: unimplemented("V32Client.accept")
  )
}

extension DependencyValues {
  var v32Client: V32Client {
    get { self[V32Client.self] }
    set { self[V32Client.self] = newValue }
  }
}

struct V32Offline: Error {}
struct V32Expired: Error {}

struct V32Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: V32Session.State) -> [V32Session.Input] in
        switch state {
        case .signedOut: return [.signInTapped("ana"), .signInTapped("ben")]
        case .signingIn: return [.cancelTapped]
        case .signingOut: return []
        case .signedIn(let requests):
          guard requests.isInFront else { return [.requests(.cameToForeground)] }
          var inputs: [V32Session.Input] = [.requests(.refreshTapped), .requests(.wentToBackground)]
          if requests.accepting.isEmpty { inputs.append(.signOutTapped) }
          for person in requests.people where !requests.accepting.contains(person) {
            inputs.append(.requests(.acceptTapped(person)))
          }
          if requests.couldNotAccept { inputs.append(.requests(.alertDismissed)) }
          return inputs
        }
      }
    ) { () -> TestStore<V32Session> in
      let store = TestStore(initialState: V32Session.State.signedOut(notice: nil)) { V32Session() }
      store.gate("signIn", at: \.v32Client.signIn) { name in
        [.success(V32Token(name: name)), .failure(V32Offline())]
      }
      store.gate("revoke", at: \.v32Client.revoke) { _ in [.success(()), .failure(V32Offline())] }
      store.gate("requests", at: \.v32Client.requests) { _ in
        [.success([7, 8]), .failure(V32Offline()), .failure(V32Expired())]
      }
      store.gate("accept", at: \.v32Client.accept) { _ in [.success(()), .failure(V32Offline())] }
      return store
    }
  }
}
