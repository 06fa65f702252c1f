import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The portal of a health insurance. Whoever signs in sees his own claims, and those of his family.
struct B20Portal: Reducer {
  struct SignIn: Equatable {
    var isRunning = false
    var hasFailed = false
    /// Whether the server has ended the last session.
    var isExpired = false
  }

  enum State: Equatable {
    case signedOut(SignIn)
    case signedIn(B20Member.State)
  }

  enum Input: Equatable, Sendable {
    case signInTapped(String)
    case cancelTapped
    case signOutTapped
    case memberChosen(String)
    case member(B20Member.Input)
  }

  enum Feedback: Equatable, Sendable {
    case signedIn(String)
    case signInFailed
    case sessionEnded
    case member(ChildFeedback<B20Member>)
  }

  private enum CancelID { case signIn, session }

  @Dependency(\.b20Client) private var client

  let member = Scope<B20Portal, B20Member>(
    at: .ifCase(State.signedIn, of: \.self) { if case .signedIn(let member) = $0 { member } else { nil } },
    feedback: Feedback.member
  ) { B20Member() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.member(let input)): return member.reduce(.input(input), into: &state)
    case .feedback(.member(.feedback(let feedback))): return member.reduce(.feedback(feedback), into: &state)

    case .input(.signInTapped(let name)):
      guard case .signedOut(let signIn) = state, !signIn.isRunning else { return .none }
      state = .signedOut(SignIn(isRunning: true))
      return .run("signIn", of: name) { send in
        await send(.signedIn(try await client.signIn(name)))
      } catch: { _, send in
        await send(.signInFailed)
      }
      .cancellable(id: CancelID.signIn, cancelInFlight: true)

    case .input(.cancelTapped):
      guard case .signedOut(let signIn) = state, signIn.isRunning else { return .none }
      state = .signedOut(SignIn())
      return .cancel(id: CancelID.signIn)

    case .input(.signOutTapped):
      guard case .signedIn = state else { return .none }
      state = .signedOut(SignIn())
      return .cancel(id: CancelID.session)

    case .input(.memberChosen(let id)):
      guard case .signedIn(let current) = state, current.id != id else { return .none }
      return show(id, &state)

    case .feedback(.signedIn(let id)):
      return .merge(
        show(id, &state),
        .run("session") { send in
          for await _ in client.sessionEnds() { await send(.sessionEnded) }
        }
        .cancellable(id: CancelID.session, cancelInFlight: true)
      )

    case .feedback(.signInFailed):
      state = .signedOut(SignIn(hasFailed: true))
      return .none

    case .feedback(.sessionEnded):
      state = .signedOut(SignIn(isExpired: true))
      return .cancel(id: CancelID.session)
    }
  }

  /// Shows a member. Each is a child with its own id, so whatever the one before has asked for ends with it.
  private func show(_ id: String, _ state: inout State) -> Effect<Feedback, Never> {
    state = .signedIn(B20Member.State(id: id))
    return member.start(from: state)
  }
}

/// The claims of a member of the family, and his statement for the tax office.
struct B20Member: Reducer {
  struct State: Equatable, Identifiable {
    let id: String
    var claims: [B20Claim] = []
    var isLoading = true
    var hasFailed = false
    var onlyOpen = false
    var statement: String?
    var isPreparing = false
    var hasStatementFailed = false
  }

  enum Input: Equatable, Sendable {
    case reloadTapped
    case onlyOpenTapped
    case statementTapped
    case statementClosed
  }

  enum Feedback: Equatable, Sendable {
    case loaded([B20Claim])
    case loadFailed
    case statementPrepared(String)
    case statementFailed
  }

  @Dependency(\.b20Client) private var client

  func start(from state: State) -> Effect<Feedback, Never> { load(state.id) }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.reloadTapped):
      guard !state.isLoading else { return .none }
      state.isLoading = true
      state.hasFailed = false
      return load(state.id)

    case .input(.onlyOpenTapped):
      state.onlyOpen.toggle()
      return .none

    case .input(.statementTapped):
      guard !state.isPreparing, state.statement == nil else { return .none }
      state.isPreparing = true
      state.hasStatementFailed = false
      return .run("statement", of: state.id) { [id = state.id] send in
        await send(.statementPrepared(try await client.statement(id)))
      } catch: { _, send in
        await send(.statementFailed)
      }

    case .input(.statementClosed):
      state.statement = nil
      return .none

    case .feedback(.loaded(let claims)):
      state.isLoading = false
      state.claims = claims
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.hasFailed = true
      return .none

    case .feedback(.statementPrepared(let statement)):
      state.isPreparing = false
      state.statement = statement
      return .none

    case .feedback(.statementFailed):
      state.isPreparing = false
      state.hasStatementFailed = true
      return .none
    }
  }

  private func load(_ id: String) -> Effect<Feedback, Never> {
    .run("claims", of: id) { send in
      await send(.loaded(try await client.claims(id)))
    } catch: { _, send in
      await send(.loadFailed)
    }
  }
}

struct B20Claim: Equatable, Sendable {
  var title: String
  var isOpen: Bool
}

struct B20Client: TestDependencyKey, Sendable {
  /// Returns the id of the member.
  var signIn: @Sendable (_ name: String) async throws -> String
  var sessionEnds: @Sendable () -> AsyncStream<Void>
  var claims: @Sendable (_ member: String) async throws -> [B20Claim]
  var statement: @Sendable (_ member: String) async throws -> String

  static let testValue = B20Client(
    signIn: unimplemented("B20Client.signIn"),
    sessionEnds: unimplemented("B20Client.sessionEnds", placeholder: AsyncStream { $0.finish() }),
    claims: unimplemented("B20Client.claims"),
    statement: unimplemented("B20Client.statement")
  )
}

extension DependencyValues {
  var b20Client: B20Client {
    get { self[B20Client.self] }
    set { self[B20Client.self] = newValue }
  }
}

struct B20Offline: Error {}

struct B20Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: B20Portal.State) -> [B20Portal.Input] in
        switch state {
        case .signedOut(let signIn):
          return signIn.isRunning ? [.cancelTapped] : [.signInTapped("ada")]
        case .signedIn(let member):
          var inputs: [B20Portal.Input] = [
            .signOutTapped, .memberChosen(member.id == "ada" ? "ben" : "ada"), .member(.onlyOpenTapped),
          ]
          if !member.isLoading { inputs.append(.member(.reloadTapped)) }
          if member.statement != nil {
            inputs.append(.member(.statementClosed))
          } else if !member.isPreparing {
            inputs.append(.member(.statementTapped))
          }
          return inputs
        }
      }
    ) { () -> TestStore<B20Portal> in
      let store = TestStore(initialState: B20Portal.State.signedOut(B20Portal.SignIn())) { B20Portal() }
      store.gate("signIn", at: \.b20Client.signIn) { name in [.success(name), .failure(B20Offline())] }
      store.gate("sessionEnds", at: \.b20Client.sessionEnds) { [.element(()), .finish] }
      store.gate("claims", at: \.b20Client.claims) { member in
        [.success([B20Claim(title: "Dentist \(member)", isOpen: true)]), .failure(B20Offline())]
      }
      store.gate("statement", at: \.b20Client.statement) { member in
        [.success("Statement \(member)"), .failure(B20Offline())]
      }
      return store
    }
  }
}
