import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The app of a school for parents. Behind the sign-in are the absences of the child.
struct L35School: Reducer {
  struct State: Equatable {
    var session = Session.signedOut
    var problem: Problem?

    enum Session: Equatable {
      case signedOut
      case signingIn(String)
      case signedIn(L35Absences.State)
    }

    enum Problem { case refused, expired }
  }

  enum Input: Equatable, Sendable {
    case signInTapped(String)
    case cancelTapped
    case signOutTapped
    case absences(L35Absences.Input)
  }

  enum Feedback: Equatable, Sendable {
    case signedIn(String)
    case refused
    case absences(ChildFeedback<L35Absences>)
  }

  private enum CancelID { case signIn }

  private let absences = Scope<L35School, L35Absences>(
    at: .ifCase(State.Session.signedIn, of: \.session) { if case .signedIn(let child) = $0 { child } else { nil } },
    feedback: Feedback.absences
  ) { L35Absences() }

  @Dependency(\.l35Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.signInTapped(let name)):
      guard state.session == .signedOut else { return .none }
      state.session = .signingIn(name)
      state.problem = nil
      return .run("sign in", of: name) { send in
        await send(.signedIn(try await client.signIn(name)))
      } catch: { _, send in
        await send(.refused)
      }
      .cancellable(id: CancelID.signIn)

    case .input(.cancelTapped):
      guard case .signingIn = state.session else { return .none }
      state.session = .signedOut
      return .cancel(id: CancelID.signIn)

    case .input(.signOutTapped):
      // A note that is on its way reaches the school first.
      guard case .signedIn(let absences) = state.session, absences.excusing == nil else { return .none }
      state.session = .signedOut
      return .none

    case .input(.absences(let input)):
      return absences.reduce(.input(input), into: &state)

    case .feedback(.signedIn(let token)):
      state.session = .signedIn(L35Absences.State(token: token))
      return absences.start(from: state)

    case .feedback(.refused):
      state.session = .signedOut
      state.problem = .refused
      return .none

    case .feedback(.absences(.feedback(let feedback))):
      return absences.reduce(.feedback(feedback), into: &state)

    case .feedback(.absences(.output(.expired))):
      state.session = .signedOut
      state.problem = .expired
      return .none
    }
  }
}

/// The absences of a child, which its parents excuse. The school tells when they have changed.
struct L35Absences: Reducer {
  struct State: Equatable {
    let token: String
    var absences: [L35Absence] = []
    var isLoading = true
    var hasFailed = false
    var excusing: Int?
    var notExcused: Int?
  }

  enum Input: Equatable, Sendable {
    case reloadTapped
    case excuseTapped(Int)
    case problemDismissed
  }

  enum Feedback: Equatable, Sendable {
    case changed
    case loaded([L35Absence])
    case loadFailed
    case excused(Int)
    case excuseFailed(Int)
    case expired
  }

  enum Output: Equatable, Sendable {
    case expired
  }

  private enum CancelID { case load }

  @Dependency(\.l35Client) private var client

  func start(from state: State) -> Effect<Feedback, Output> {
    .merge(
      absences(state.token),
      .run("changes", of: state.token) { [token = state.token] send in
        for await _ in client.changes(token) { await send(.changed) }
      }
    )
  }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.reloadTapped):
      return state.isLoading ? .none : load(&state)

    case .input(.excuseTapped(let id)):
      guard state.excusing == nil else { return .none }
      guard state.absences.contains(where: { $0.id == id && !$0.isExcused }) else { return .none }
      state.excusing = id
      state.notExcused = nil
      return .run("excuse", of: id) { send in
        try await client.excuse(id)
        await send(.excused(id))
      } catch: { error, send in
        await send(error is L35Expired ? .expired : .excuseFailed(id))
      }

    case .input(.problemDismissed):
      state.notExcused = nil
      return .none

    case .feedback(.changed):
      return load(&state)

    case .feedback(.loaded(let absences)):
      state.isLoading = false
      state.absences = absences
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.hasFailed = true
      return .none

    case .feedback(.excused(let id)):
      state.excusing = nil
      if let index = state.absences.firstIndex(where: { $0.id == id }) { state.absences[index].isExcused = true }
      return load(&state)

    case .feedback(.excuseFailed(let id)):
      state.excusing = nil
      state.notExcused = id
      return .none

    case .feedback(.expired):
      return .output(.expired)
    }
  }

  /// Asks for the list as it is now. An answer that is on its way may be older.
  private func load(_ state: inout State) -> Effect<Feedback, Output> {
    state.isLoading = true
    state.hasFailed = false
    return absences(state.token)
  }

  private func absences(_ token: String) -> Effect<Feedback, Output> {
    .run("absences", of: token) { send in
      await send(.loaded(try await client.absences(token)))
    } catch: { error, send in
      await send(error is L35Expired ? .expired : .loadFailed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }
}

struct L35Absence: Equatable, Sendable {
  var id: Int
  var isExcused = false
}

struct L35Client: TestDependencyKey, Sendable {
  var signIn: @Sendable (_ name: String) async throws -> String
  var absences: @Sendable (_ token: String) async throws -> [L35Absence]
  var changes: @Sendable (_ token: String) -> AsyncStream<String>
  var excuse: @Sendable (_ absence: Int) async throws -> Void

  static let testValue = L35Client(
    signIn: unimplemented("L35Client.signIn"),
    absences: unimplemented("L35Client.absences"),
    changes: unimplemented("L35Client.changes", placeholder: AsyncStream { $0.finish() }),
    excuse: unimplemented("L35Client.excuse")
  )
}

extension DependencyValues {
  var l35Client: L35Client {
    get { self[L35Client.self] }
    set { self[L35Client.self] = newValue }
  }
}

struct L35Offline: Error {}

/// The token is no longer valid.
struct L35Expired: Error {}

struct L35Bugs {
  static func absences(_ token: String) -> [L35Absence] {
    let number = token == "token of Ada" ? 10 : 20
    return [L35Absence(id: number), L35Absence(id: number + 1, isExcused: true)]
  }

  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: L35School.State) -> [L35School.Input] in
        switch state.session {
        case .signedOut: return [.signInTapped("Ada"), .signInTapped("Ben")]
        case .signingIn: return [.cancelTapped]
        case .signedIn(let absences):
          var inputs: [L35School.Input] = [.absences(.reloadTapped)]
          if absences.notExcused != nil { inputs.append(.absences(.problemDismissed)) }
          if absences.excusing == nil {
            inputs.append(.signOutTapped)
            for absence in absences.absences where !absence.isExcused {
              inputs.append(.absences(.excuseTapped(absence.id)))
            }
          }
          return inputs
        }
      }
    ) { () -> TestStore<L35School> in
      let store = TestStore(initialState: L35School.State()) { L35School() }
      store.gate("signIn", at: \.l35Client.signIn) { name in [.success("token of \(name)"), .failure(L35Offline())] }
      store.gate("absences", at: \.l35Client.absences) { token in
        [.success(L35Bugs.absences(token)), .failure(L35Offline()), .failure(L35Expired())]
      }
      store.gate("changes", at: \.l35Client.changes) { _ in [.element("absences")] }
      store.gate("excuse", at: \.l35Client.excuse) { _ in
        [.success(()), .failure(L35Offline()), .failure(L35Expired())]
      }
      return store
    }
  }
}
