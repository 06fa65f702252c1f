import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The way in to the season ticket of an opera house.
struct S34Entrance: Reducer {
  enum Notice: Equatable { case signInFailed, sessionEnded }

  enum State: Equatable {
    case signedOut(Notice?)
    case signingIn(String)
    case signedIn(S34Season.State)
  }

  enum Input: Equatable, Sendable {
    case signInTapped(String)
    case cancelTapped
    case signOutTapped
    case season(S34Season.Input)
  }

  enum Feedback: Equatable, Sendable {
    case signedIn(String)
    case signInFailed
    case season(ChildFeedback<S34Season>)
  }

  private enum CancelID { case signIn }

  @Dependency(\.s34Client) private var client

  let season = Scope<S34Entrance, S34Season>(
    at: .ifCase(State.signedIn, of: \.self) { if case .signedIn(let season) = $0 { season } else { nil } },
    feedback: Feedback.season
  ) { S34Season() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.season(let input)): return season.reduce(.input(input), into: &state)
    case .feedback(.season(.feedback(let feedback))): return season.reduce(.feedback(feedback), into: &state)

    case .feedback(.season(.output(.sessionEnded))):
      state = .signedOut(.sessionEnded)

    case .input(.signInTapped(let name)):
      guard case .signedOut = state else { return .none }
      state = .signingIn(name)
      return .run("signIn", of: name) { send in
        try await client.signIn(name)
        await send(.signedIn(name))
      } catch: { _, send in
        await send(.signInFailed)
      }
      .cancellable(id: CancelID.signIn)

    case .input(.cancelTapped):
      guard case .signingIn = state else { return .none }
      state = .signedOut(nil)
      return .cancel(id: CancelID.signIn)

    case .input(.signOutTapped):
      guard case .signedIn = state else { return .none }
      state = .signedOut(nil)

    case .feedback(.signedIn(let name)):
      state = .signedIn(S34Season.State(id: name))
      return season.start(from: state)

    case .feedback(.signInFailed):
      state = .signedOut(.signInFailed)
    }
    return .none
  }
}

/// The evenings of a subscriber, and the code that opens the doors.
struct S34Season: Reducer {
  enum Pass: Equatable { case loading, shown(String), failed }

  struct State: Equatable, Identifiable {
    let id: String
    var evenings: [String] = []
    var isLoading = true
    var hasFailed = false
    var pass: Pass?
  }

  enum Input: Equatable, Sendable { case reloadTapped, passTapped, passRetryTapped, passClosed }
  enum Feedback: Equatable, Sendable { case loaded([String]), failed, passLoaded(String), passFailed, sessionEnded }
  enum Output: Equatable, Sendable { case sessionEnded }

  private enum CancelID { case pass }

  @Dependency(\.s34Client) private var client

  func start(from state: State) -> Effect<Feedback, Output> { evenings(of: state.id) }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.reloadTapped):
      guard !state.isLoading else { return .none }
      state.isLoading = true
      state.hasFailed = false
      return evenings(of: state.id)

    case .input(.passTapped):
      guard state.pass == nil else { return .none }
      return pass(&state)

    case .input(.passRetryTapped):
      guard state.pass == .failed else { return .none }
      return pass(&state)

    case .input(.passClosed):
      state.pass = nil
      return .cancel(id: CancelID.pass)

    case .feedback(.loaded(let evenings)):
      state.isLoading = false
      state.evenings = evenings

    case .feedback(.failed):
      state.isLoading = false
      state.hasFailed = true

    case .feedback(.passLoaded(let code)): state.pass = .shown(code)
    case .feedback(.passFailed): state.pass = .failed
    case .feedback(.sessionEnded): return .output(.sessionEnded)
    }
    return .none
  }

  private func evenings(of id: String) -> Effect<Feedback, Output> {
    .run("evenings", of: id) { send in
      await send(.loaded(try await client.evenings(id)))
    } catch: { error, send in
      await send(error is S34SessionEnded ? .sessionEnded : .failed)
    }
  }

  private func pass(_ state: inout State) -> Effect<Feedback, Output> {
    state.pass = .loading
    return .run("pass", of: state.id) { [id = state.id] send in
      await send(.passLoaded(try await client.pass(id)))
    } catch: { error, send in
      await send(error is S34SessionEnded ? .sessionEnded : .passFailed)
    }
    .cancellable(id: CancelID.pass, cancelInFlight: true)
  }
}

struct S34Client: TestDependencyKey, Sendable {
  var signIn: @Sendable (_ name: String) async throws -> Void
  var evenings: @Sendable (_ name: String) async throws -> [String]
  var pass: @Sendable (_ name: String) async throws -> String

  static let testValue = S34Client(
    signIn: unimplemented("S34Client.signIn"),
    evenings: unimplemented("S34Client.evenings"),
    pass: unimplemented("S34Client.pass")
  )
}

extension DependencyValues {
  var s34Client: S34Client {
    get { self[S34Client.self] }
    set { self[S34Client.self] = newValue }
  }
}

struct S34Offline: Error {}
struct S34SessionEnded: Error {}

struct S34Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: S34Entrance.State) -> [S34Entrance.Input] in
        switch state {
        case .signedOut: return [.signInTapped("Ada"), .signInTapped("Bob")]
        case .signingIn: return [.cancelTapped]
        case .signedIn(let season):
          switch season.pass {
          case nil: return [.season(.reloadTapped), .season(.passTapped), .signOutTapped]
          case .failed?: return [.season(.passRetryTapped), .season(.passClosed)]
          case .loading?, .shown?: return [.season(.passClosed)]
          }
        }
      }
    ) { () -> TestStore<S34Entrance> in
      let store = TestStore(initialState: S34Entrance.State.signedOut(nil)) { S34Entrance() }
      store.gate("signIn", at: \.s34Client.signIn) { _ in [.success(()), .failure(S34Offline())] }
      store.gate("evenings", at: \.s34Client.evenings) { name in
        [.success(["Tosca, \(name)"]), .failure(S34Offline()), .failure(S34SessionEnded())]
      }
      store.gate("pass", at: \.s34Client.pass) { name in
        [.success("Door code of \(name)"), .failure(S34Offline()), .failure(S34SessionEnded())]
      }
      return store
    }
  }
}
