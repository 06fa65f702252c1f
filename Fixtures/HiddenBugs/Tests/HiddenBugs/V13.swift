import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The matches of whoever is signed in, and a boost that shows the profile first for half an hour.
struct V13Matches: Reducer {
  enum State: Equatable {
    case signedOut
    case signingIn(String)
    case signInFailed
    case signedIn(Member)
  }

  struct Member: Equatable {
    var name: String
    var matches: [String] = []
    var isLoading = false
    var hasFailed = false
    var boost = Boost.off
  }

  enum Boost: Equatable { case off, requested, on, refused }

  enum Input: Equatable, Sendable {
    case signInTapped(String)
    case cancelTapped
    case refreshTapped
    case boostTapped
    case signOutTapped
  }

  enum Feedback: Equatable, Sendable {
    case signedIn(String)
    case signInFailed
    case loaded([String])
    case loadFailed
    case boosted
    case boostRefused
    case boostEnded
  }

  private enum CancelID { case session }

  @Dependency(\.v13Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.signInTapped(let name)):
      guard state == .signedOut || state == .signInFailed else { return .none }
      state = .signingIn(name)
      return inSession(
        .run("sign in", of: name) { send in
          try await client.signIn(name)
          await send(.signedIn(name))
        } catch: { _, send in
          await send(.signInFailed)
        }
      )

    case .input(.cancelTapped):
      guard case .signingIn = state else { return .none }
      state = .signedOut
      return .cancel(id: CancelID.session)

    case .feedback(.signedIn(let name)):
      var member = Member(name: name)
      let effect = load(&member)
      state = .signedIn(member)
      return effect

    case .feedback(.signInFailed):
      state = .signInFailed
      return .none

    case .input(.signOutTapped):
      guard case .signedIn = state else { return .none }
      state = .signedOut
      return .cancel(id: CancelID.session)

    case .input(.refreshTapped):
      guard case .signedIn(var member) = state, !member.isLoading else { return .none }
      let effect = load(&member)
      state = .signedIn(member)
      return effect

    case .feedback(.loaded(let matches)):
      return change(&state) {
        $0.isLoading = false
        $0.matches = matches
      }

    case .feedback(.loadFailed):
      return change(&state) {
        $0.isLoading = false
        $0.hasFailed = true
      }

    case .input(.boostTapped):
      guard case .signedIn(var member) = state, member.boost == .off || member.boost == .refused else { return .none }
      member.boost = .requested
      state = .signedIn(member)
      return inSession(
        .run("boost", of: member.name) { [name = member.name] send in
          try await client.boost(name)
          await send(.boosted)
        } catch: { _, send in
          await send(.boostRefused)
        }
      )

    case .feedback(.boosted):
      _ = change(&state) { $0.boost = .on }
      return inSession(
        .run("boost time") { send in
          try await clock.sleep(for: .seconds(30 * 60))
          await send(.boostEnded)
        }
      )

    case .feedback(.boostRefused): return change(&state) { $0.boost = .refused }
    case .feedback(.boostEnded): return change(&state) { $0.boost = .off }
    }
  }

  private func change(_ state: inout State, _ body: (inout Member) -> Void) -> Effect<Feedback, Never> {
    guard case .signedIn(var member) = state else { return .none }
    body(&member)
    state = .signedIn(member)
    return .none
  }

  private func load(_ member: inout Member) -> Effect<Feedback, Never> {
    member.isLoading = true
    member.hasFailed = false
    return inSession(
      .run("matches", of: member.name) { [name = member.name] send in
        await send(.loaded(try await client.matches(name)))
      } catch: { _, send in
        await send(.loadFailed)
      }
    )
  }

  /// Everything that is done for a member ends with the session.
  private func inSession(_ effect: Effect<Feedback, Never>) -> Effect<Feedback, Never> {
    effect.cancellable(id: CancelID.session)
  }
}

struct V13Client: TestDependencyKey, Sendable {
  var signIn: @Sendable (_ name: String) async throws -> Void
  var matches: @Sendable (_ name: String) async throws -> [String]
  var boost: @Sendable (_ name: String) async throws -> Void

  static let testValue = V13Client(
    signIn: unimplemented("V13Client.signIn"),
    matches: unimplemented("V13Client.matches"),
    boost: unimplemented("V13Client.boost")
  )
}

extension DependencyValues {
  var v13Client: V13Client {
    get { self[V13Client.self] }
    set { self[V13Client.self] = newValue }
  }
}

struct V13Offline: Error {}

struct V13Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: V13Matches.State) -> [V13Matches.Input] in
        switch state {
        case .signedOut, .signInFailed: return [.signInTapped("mia"), .signInTapped("tom")]
        case .signingIn: return [.cancelTapped]
        case .signedIn: return [.refreshTapped, .boostTapped, .signOutTapped]
        }
      }
    ) { () -> TestStore<V13Matches> in
      let store = TestStore(initialState: V13Matches.State.signedOut) { V13Matches() }
      store.gate("sign in", at: \.v13Client.signIn) { _ in [.success(()), .failure(V13Offline())] }
      store.gate("matches", at: \.v13Client.matches) { name in [.success(["\(name)'s match"]), .failure(V13Offline())] }
      store.gate("boost", at: \.v13Client.boost) { _ in [.success(()), .failure(V13Offline())] }
      return store
    }
  }
}
