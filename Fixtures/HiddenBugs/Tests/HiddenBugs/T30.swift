import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The app of a cooperative: the sign-in, and behind it the delivery contracts of a member.
struct T30Cooperative: Reducer {
  struct SignIn: Equatable {
    /// The member that is being signed in.
    var user: String?
    var hasFailed = false
  }

  enum State: Equatable {
    case signedOut(SignIn)
    case signedIn(T30Home.State)
  }

  enum Input: Equatable, Sendable {
    case signInTapped(String)
    case cancelTapped
    case home(T30Home.Input)
  }

  enum Feedback: Equatable, Sendable {
    case signedIn(String)
    case signInFailed
    case home(ChildFeedback<T30Home>)
  }

  private enum CancelID { case signIn }

  @Dependency(\.t30Client) private var client

  let home = Scope<T30Cooperative, T30Home>(
    at: .ifCase(State.signedIn, of: \.self) { if case .signedIn(let home) = $0 { home } else { nil } },
    feedback: Feedback.home
  ) { T30Home() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.signInTapped(let user)):
      guard case .signedOut(let form) = state, form.user == nil else { return .none }
      state = .signedOut(SignIn(user: user))
      return .run("sign in", of: user) { send in
        try await client.signIn(user)
        await send(.signedIn(user))
      } catch: { _, send in
        await send(.signInFailed)
      }
      .cancellable(id: CancelID.signIn)

    case .input(.cancelTapped):
      guard case .signedOut = state else { return .none }
      state = .signedOut(SignIn())
      return .cancel(id: CancelID.signIn)

    case .input(.home(let input)):
      return home.reduce(.input(input), into: &state)

    case .feedback(.signedIn(let user)):
      state = .signedIn(T30Home.State(user: user))
      return home.start(from: state)

    case .feedback(.signInFailed):
      state = .signedOut(SignIn(hasFailed: true))
      return .none

    case .feedback(.home(.feedback(let feedback))):
      return home.reduce(.feedback(feedback), into: &state)

    case .feedback(.home(.output(.signedOut))):
      state = .signedOut(SignIn())
      return .none
    }
  }
}

/// The contracts of a member.
struct T30Home: Reducer {
  enum Loading: Equatable, Sendable { case idle, running, failed }

  struct State: Equatable {
    var user: String
    var contracts: [T30Contract] = []
    var loading = Loading.running
    /// The contract whose signature is on its way.
    var signing: Int?
    /// The contract whose signature did not arrive, as far as it is known.
    var failedSignature: Int?
    var signsOutNext = false

    func isSigned(_ id: Int) -> Bool { contracts.contains { $0.id == id && $0.isSigned } }
  }

  enum Input: Equatable, Sendable { case refreshTapped, signTapped(Int), signOutTapped, stayTapped }
  enum Feedback: Equatable, Sendable { case loaded([T30Contract]), loadFailed, signed(Int), signingFailed(Int) }
  enum Output: Equatable, Sendable { case signedOut }

  @Dependency(\.t30Client) private var client

  func start(from state: State) -> Effect<Feedback, Output> { load(for: state.user) }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.refreshTapped):
      guard state.loading != .running else { return .none }
      state.loading = .running
      return load(for: state.user)

    case .input(.signTapped(let id)):
      guard state.signing == nil, state.contracts.contains(where: { $0.id == id && !$0.isSigned }) else { return .none }
      state.signing = id
      state.failedSignature = nil
      return .run("sign", of: id) { send in
        try await client.sign(id)
        await send(.signed(id))
      } catch: { _, send in
        await send(.signingFailed(id))
      }

    case .input(.signOutTapped):
      // A signature that is on its way needs the session.
      guard state.signing != nil else { return .output(.signedOut) }
      state.signsOutNext = true
      return .none

    case .input(.stayTapped):
      state.signsOutNext = false
      return .none

    case .feedback(.loaded(let contracts)):
      state.loading = .idle
      // A signature can't be taken back, so a list from before it doesn't say otherwise.
      state.contracts = contracts.map { [state] contract in
        T30Contract(id: contract.id, crop: contract.crop, isSigned: contract.isSigned || state.isSigned(contract.id))
      }
      if let id = state.failedSignature, state.isSigned(id) { state.failedSignature = nil }
      return .none

    case .feedback(.loadFailed):
      state.loading = .failed
      return .none

    case .feedback(.signed(let id)):
      state.signing = nil
      if let index = state.contracts.firstIndex(where: { $0.id == id }) { state.contracts[index].isSigned = true }
      return state.signsOutNext ? .output(.signedOut) : .none

    case .feedback(.signingFailed(let id)):
      state.signing = nil
      // Only the answer was lost if the list has the signature already.
      if state.isSigned(id) { return state.signsOutNext ? .output(.signedOut) : .none }
      state.failedSignature = id
      state.signsOutNext = false
      return .none
    }
  }

  private func load(for user: String) -> Effect<Feedback, Output> {
    .run("contracts", of: user) { send in
      await send(.loaded(try await client.contracts(user)))
    } catch: { _, send in
      await send(.loadFailed)
    }
  }
}

struct T30Contract: Equatable, Identifiable, Sendable {
  let id: Int
  var crop: String
  var isSigned = false
}

struct T30Client: TestDependencyKey, Sendable {
  var signIn: @Sendable (_ user: String) async throws -> Void
  var contracts: @Sendable (_ user: String) async throws -> [T30Contract]
  var sign: @Sendable (_ contract: Int) async throws -> Void

  static let testValue = T30Client(
    signIn: unimplemented("T30Client.signIn"),
    contracts: unimplemented("T30Client.contracts"),
    sign: unimplemented("T30Client.sign")
  )
}

extension DependencyValues {
  var t30Client: T30Client {
    get { self[T30Client.self] }
    set { self[T30Client.self] = newValue }
  }
}

struct T30Offline: Error {}

struct T30Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: T30Cooperative.State) -> [T30Cooperative.Input] in
        switch state {
        case .signedOut(let form):
          return form.user == nil ? [.signInTapped("Ada"), .signInTapped("Ben")] : [.cancelTapped]
        case .signedIn(let home):
          var inputs: [T30Cooperative.Input] = [.home(home.signsOutNext ? .stayTapped : .signOutTapped)]
          if home.loading != .running { inputs.append(.home(.refreshTapped)) }
          if home.signing == nil {
            for contract in home.contracts where !contract.isSigned { inputs.append(.home(.signTapped(contract.id))) }
          }
          return inputs
        }
      }
    ) { () -> TestStore<T30Cooperative> in
      let store = TestStore(initialState: T30Cooperative.State.signedOut(T30Cooperative.SignIn())) { T30Cooperative() }
      store.gate("signIn", at: \.t30Client.signIn) { _ in [.success(()), .failure(T30Offline())] }
      store.gate("contracts", at: \.t30Client.contracts) { _ in
        [
          .success([T30Contract(id: 1, crop: "Barley"), T30Contract(id: 2, crop: "Rape")]),
          .success([T30Contract(id: 1, crop: "Barley", isSigned: true), T30Contract(id: 2, crop: "Rape")]),
          .failure(T30Offline()),
        ]
      }
      store.gate("sign", at: \.t30Client.sign) { _ in [.success(()), .failure(T30Offline())] }
      return store
    }
  }
}
