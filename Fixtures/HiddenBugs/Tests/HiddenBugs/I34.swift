import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The podcasts of a listener, with a mark on those that have a new episode.
struct I34Library: Reducer {
  struct State: Equatable, Identifiable {
    /// The listener.
    let id: String
    var shows: [I34Show] = []
    var isLoading = true
    var hasFailed = false
    var news: Set<Int> = []
    /// The show that is open.
    var open: Int?
  }

  enum Input: Equatable, Sendable {
    case refreshTapped
    case showTapped(Int)
    case closeTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded([I34Show])
    case failed
    case refused
    case published(Int)
  }

  enum Output: Equatable, Sendable { case sessionExpired }

  @Dependency(\.i34Client) private var client

  func start(from state: State) -> Effect<Feedback, Output> {
    .merge(
      load(for: state.id),
      .run("news", of: state.id) { send in
        for await show in client.news(state.id) { await send(.published(show)) }
      }
    )
  }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.refreshTapped):
      guard !state.isLoading else { return .none }
      state.isLoading = true
      state.hasFailed = false
      return load(for: state.id)

    case .input(.showTapped(let id)):
      state.open = id
      state.news.remove(id)
      return .none

    case .input(.closeTapped):
      state.open = nil
      return .none

    case .feedback(.loaded(let shows)):
      state.isLoading = false
      state.shows = shows
      if !shows.contains(where: { $0.id == state.open }) { state.open = nil }
      return .none

    case .feedback(.failed):
      state.isLoading = false
      state.hasFailed = true
      return .none

    case .feedback(.refused):
      return .output(.sessionExpired)

    case .feedback(.published(let show)):
      if show != state.open { state.news.insert(show) }
      return .none
    }
  }

  private func load(for listener: String) -> Effect<Feedback, Output> {
    .run("shows", of: listener) { send in
      await send(.loaded(try await client.shows(listener)))
    } catch: { error, send in
      await send(error is I34SessionExpired ? .refused : .failed)
    }
  }
}

/// The app: a form to sign in, or the library of who has signed in. With the library, all of its work ends.
struct I34App: Reducer {
  enum State: Equatable {
    case signedOut(I34SignIn)
    case signedIn(I34Library.State)
  }

  enum Input: Equatable, Sendable {
    case signInTapped(String)
    case cancelTapped
    case signOutTapped
    case library(I34Library.Input)
  }

  enum Feedback: Equatable, Sendable {
    case signedIn(String)
    case signInFailed
    case library(ChildFeedback<I34Library>)
  }

  private enum CancelID { case signIn }

  let library = Scope<I34App, I34Library>(
    at: .ifCase(State.signedIn, of: \.self) { if case .signedIn(let library) = $0 { library } else { nil } },
    feedback: Feedback.library
  ) { I34Library() }

  @Dependency(\.i34Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.library(let input)):
      return library.reduce(.input(input), into: &state)

    case .feedback(.library(.feedback(let feedback))):
      return library.reduce(.feedback(feedback), into: &state)

    case .feedback(.library(.output(.sessionExpired))):
      state = .signedOut(I34SignIn(note: .expired))
      return .none

    case .input(.signInTapped(let name)):
      guard case .signedOut(let form) = state, !form.isBusy else { return .none }
      state = .signedOut(I34SignIn(isBusy: true))
      return .run("sign in", of: name) { send in
        await send(.signedIn(try await client.signIn(name)))
      } catch: { _, send in
        await send(.signInFailed)
      }
      .cancellable(id: CancelID.signIn)

    case .input(.cancelTapped):
      guard case .signedOut(let form) = state, form.isBusy else { return .none }
      state = .signedOut(I34SignIn())
      return .cancel(id: CancelID.signIn)

    case .input(.signOutTapped):
      guard case .signedIn = state else { return .none }
      state = .signedOut(I34SignIn())
      return .none

    case .feedback(.signedIn(let listener)):
      state = .signedIn(I34Library.State(id: listener))
      return library.start(from: state)

    case .feedback(.signInFailed):
      state = .signedOut(I34SignIn(note: .refused))
      return .none
    }
  }
}

struct I34SignIn: Equatable, Sendable {
  enum Note: Equatable, Sendable { case refused, expired }

  var isBusy = false
  var note: Note?
}

struct I34Show: Equatable, Sendable, Identifiable {
  var id: Int
  var title: String
}

struct I34Client: TestDependencyKey, Sendable {
  var signIn: @Sendable (_ name: String) async throws -> String
  var shows: @Sendable (_ listener: String) async throws -> [I34Show]
  /// The shows that publish an episode, as long as the listener is signed in.
  var news: @Sendable (_ listener: String) -> AsyncStream<Int>

  static let testValue = I34Client(
    signIn: unimplemented("I34Client.signIn"),
    shows: unimplemented("I34Client.shows"),
    news: unimplemented("I34Client.news", placeholder: AsyncStream { $0.finish() })
  )
}

extension DependencyValues {
  var i34Client: I34Client {
    get { self[I34Client.self] }
    set { self[I34Client.self] = newValue }
  }
}

struct I34Offline: Error {}
struct I34SessionExpired: Error {}

struct I34Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: I34App.State) -> [I34App.Input] in
        switch state {
        case .signedOut(let form):
          return form.isBusy ? [.cancelTapped] : [.signInTapped("Ada"), .signInTapped("Bob")]
        case .signedIn(let library):
          if library.open != nil { return [.library(.closeTapped), .signOutTapped] }
          var inputs: [I34App.Input] = [.signOutTapped]
          if !library.isLoading { inputs.append(.library(.refreshTapped)) }
          for show in library.shows { inputs.append(.library(.showTapped(show.id))) }
          return inputs
        }
      }
    ) { () -> TestStore<I34App> in
      let store = TestStore(initialState: I34App.State.signedOut(I34SignIn())) { I34App() }
      store.gate("signIn", at: \.i34Client.signIn) { name in [.success("@\(name)"), .failure(I34Offline())] }
      store.gate("shows", at: \.i34Client.shows) { listener in
        [
          .success([I34Show(id: 1, title: "Reel Talk"), I34Show(id: 2, title: "Picks for \(listener)")]),
          .failure(I34Offline()),
          .failure(I34SessionExpired()),
        ]
      }
      store.gate("news", at: \.i34Client.news) { _ in [.element(1)] }
      return store
    }
  }
}
