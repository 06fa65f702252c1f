import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct S06Client: DependencyKey {
  /// Sends a code to the user, and returns the number of the attempt.
  var challenge: @Sendable (_ name: String) async throws -> Int
  /// Sends another code, which replaces the one of that attempt.
  var resend: @Sendable (_ attempt: Int) async throws -> Int
  /// Checks a code, and returns the user.
  var verify: @Sendable (_ attempt: Int, _ code: String) async throws -> String

  static let liveValue = S06Client(challenge: { _ in 1 }, resend: { _ in 2 }, verify: { _, _ in "ada" })
  static let testValue = S06Client(
    challenge: unimplemented("S06Client.challenge"),
    resend: unimplemented("S06Client.resend"),
    verify: unimplemented("S06Client.verify")
  )
}

extension DependencyValues {
  var s06Client: S06Client {
    get { self[S06Client.self] }
    set { self[S06Client.self] = newValue }
  }
}

/// The second step: the code that the user has got.
struct S06CodeEntry: Reducer {
  struct State: Equatable, Identifiable {
    let id: Int
    var code = ""
    var isVerifying = false
    var isWrong = false
  }

  enum Input: Equatable { case codeChanged(String), verifyTapped }
  enum Feedback: Equatable { case verified(String), rejected }
  enum Output: Equatable { case verified(String) }

  private enum CancelID { case verify }

  @Dependency(\.s06Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.codeChanged(let code)):
      guard !state.isVerifying else { return .none }
      state.code = code
      state.isWrong = false
      return .none

    case .input(.verifyTapped):
      guard !state.isVerifying, !state.code.isEmpty else { return .none }
      state.isVerifying = true
      state.isWrong = false
      let attempt = state.id
      let code = state.code
      return .run("verify", of: attempt) { send in
        await send(.verified(try await client.verify(attempt, code)))
      } catch: { _, send in
        await send(.rejected)
      }
      .cancellable(id: CancelID.verify)

    case .feedback(.verified(let user)):
      state.isVerifying = false
      return .output(.verified(user))

    case .feedback(.rejected):
      state.isVerifying = false
      state.isWrong = true
      state.code = ""
      return .none
    }
  }
}

/// A log-in in two steps: a name, and then a code.
struct S06Session: Reducer {
  struct State: Equatable {
    var isRequesting = false
    var hasFailed = false
    var code: S06CodeEntry.State?
    var user: String?
  }

  enum Input: Equatable {
    case signInTapped(String)
    case cancelTapped
    case code(S06CodeEntry.Input)
    case resendTapped
    case backTapped
    case logOutTapped
  }

  enum Feedback: Equatable {
    case challenged(Int)
    case requestFailed
    case code(ChildFeedback<S06CodeEntry>)
  }

  private enum CancelID { case request }

  private let code = Scope<S06Session, S06CodeEntry>(ifLet: \.code, feedback: Feedback.code) { S06CodeEntry() }

  @Dependency(\.s06Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.signInTapped(let name)):
      guard state.user == nil, state.code == nil, !state.isRequesting else { return .none }
      return request("challenge", &state) { try await client.challenge(name) }

    case .input(.cancelTapped):
      guard state.code == nil, state.isRequesting else { return .none }
      state.isRequesting = false
      return .cancel(id: CancelID.request)

    case .input(.code(let input)):
      // The code that is on its way replaces the one that was typed.
      guard input != .verifyTapped || !state.isRequesting else { return .none }
      return code.reduce(.input(input), into: &state)

    case .feedback(.code(.feedback(let feedback))):
      return code.reduce(.feedback(feedback), into: &state)

    case .input(.resendTapped):
      guard let entry = state.code, !entry.isVerifying, !state.isRequesting else { return .none }
      return request("resend", &state) { try await client.resend(entry.id) }

    case .input(.backTapped):
      guard state.code != nil else { return .none }
      state.code = nil
      state.isRequesting = false
      state.hasFailed = false
      return .none

    case .feedback(.challenged(let attempt)):
      state.isRequesting = false
      state.code = S06CodeEntry.State(id: attempt)
      return .none

    case .feedback(.requestFailed):
      state.isRequesting = false
      state.hasFailed = true
      return .none

    case .feedback(.code(.output(.verified(let user)))):
      state = State(user: user)
      return .none

    case .input(.logOutTapped):
      state.user = nil
      return .none
    }
  }

  /// Asks for a code. A newer request replaces an older one.
  private func request(
    _ name: String,
    _ state: inout State,
    _ call: @escaping @Sendable () async throws -> Int
  ) -> Effect<Feedback, Never> {
    state.isRequesting = true
    state.hasFailed = false
    return .run(name) { send in
      await send(.challenged(try await call()))
    } catch: { _, send in
      await send(.requestFailed)
    }
    .cancellable(id: CancelID.request, cancelInFlight: true)
  }
}

struct S06Offline: Error {}

struct S06Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: S06Session.State) -> [S06Session.Input] in
        if state.user != nil { return [.logOutTapped] }
        if state.code != nil { return [.code(.codeChanged("123")), .code(.verifyTapped), .resendTapped, .backTapped] }
        return [.signInTapped("ada"), .cancelTapped]
      }
    ) { () -> TestStore<S06Session> in
      let store = TestStore(initialState: S06Session.State()) { S06Session() }
      store.gate("challenge", at: \.s06Client.challenge) { _ in [.success(1), .failure(S06Offline())] }
      store.gate("resend", at: \.s06Client.resend) { attempt in [.success(3 - attempt), .failure(S06Offline())] }
      store.gate("verify", at: \.s06Client.verify) { _ in [.success("ada"), .failure(S06Offline())] }
      return store
    }
  }
}
