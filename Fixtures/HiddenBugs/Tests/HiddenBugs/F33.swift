import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The albums of the user who is signed in. A rename belongs to the library, and so goes on when another album is shown.
struct F33Library: Reducer {
  struct State: Equatable {
    let user: String

    /// The album of a link that waits for the albums.
    var link: String?

    var albums: IdentifiedArray<F33Album> = []
    var isLoading = true
    var hasFailed = false
    var opened: String?
    var renaming: String?
    var failedRename: String?
  }

  enum Input: Equatable, Sendable {
    case refreshTapped
    case albumTapped(String)
    case renameTapped(String)
    case backTapped
    case linkOpened(String)
  }

  enum Feedback: Equatable, Sendable {
    case loaded([F33Album])
    case loadFailed
    case renamed(String)
    case renameFailed
  }

  @Dependency(\.f33Client) private var client

  func start(from state: State) -> Effect<Feedback, Never> { load(state.user) }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.refreshTapped):
      // The answer to a refresh could still have the old title.
      guard !state.isLoading, state.renaming == nil else { return .none }
      state.isLoading = true
      state.hasFailed = false
      state.failedRename = nil
      return load(state.user)

    case .input(.albumTapped(let id)):
      guard state.albums[id: id] != nil else { return .none }
      state.opened = id
      state.link = nil
      return .none

    case .input(.renameTapped(let title)):
      guard let id = state.opened, state.renaming == nil, !state.isLoading else { return .none }
      state.renaming = id
      state.failedRename = nil
      return .run("rename", of: title) { send in
        try await client.rename(id, title)
        await send(.renamed(title))
      } catch: { _, send in
        await send(.renameFailed)
      }

    case .input(.backTapped):
      state.opened = nil
      return .none

    case .input(.linkOpened(let id)):
      if state.albums[id: id] != nil {
        state.opened = id
        state.link = nil
      } else if state.isLoading || state.hasFailed {
        state.link = id
      }
      return .none

    case .feedback(.loaded(let albums)):
      state.isLoading = false
      state.albums = IdentifiedArray(albums)
      if let id = state.link.take(), state.albums[id: id] != nil { state.opened = id }
      if let id = state.opened, state.albums[id: id] == nil { state.opened = nil }
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.hasFailed = true
      return .none

    case .feedback(.renamed(let title)):
      guard let id = state.renaming.take() else { return .none }
      state.albums[id: id]?.title = title
      return .none

    case .feedback(.renameFailed):
      state.failedRename = state.renaming.take()
      return .none
    }
  }

  private func load(_ user: String) -> Effect<Feedback, Never> {
    .run("albums", of: user) { send in
      await send(.loaded(try await client.albums(user)))
    } catch: { _, send in
      await send(.loadFailed)
    }
  }
}

/// The sign-in, and the library behind it.
struct F33App: Reducer {
  enum Screen: Equatable {
    case signedOut
    case signingIn
    case failed
    case signedIn(F33Library.State)
  }

  struct State: Equatable {
    var screen = Screen.signedOut

    /// The album of a link that waits for the sign-in.
    var link: String?
  }

  enum Input: Equatable, Sendable {
    case signInTapped(String)
    case cancelTapped
    case signOutTapped
    case linkOpened(String)
    case library(F33Library.Input)
  }

  enum Feedback: Equatable, Sendable {
    case signedIn(String)
    case signInFailed
    case library(ChildFeedback<F33Library>)
  }

  private enum CancelID { case signIn }

  let library = Scope<F33App, F33Library>(
    at: .ifCase(Screen.signedIn, of: \.screen) { if case .signedIn(let library) = $0 { library } else { nil } },
    feedback: Feedback.library
  ) { F33Library() }

  @Dependency(\.f33Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.library(let input)): return library.reduce(.input(input), into: &state)
    case .feedback(.library(.feedback(let feedback))): return library.reduce(.feedback(feedback), into: &state)

    case .input(.signInTapped(let user)):
      guard state.screen == .signedOut || state.screen == .failed else { return .none }
      state.screen = .signingIn
      return .run("sign in", of: user) { send in
        await send(.signedIn(try await client.signIn(user)))
      } catch: { _, send in
        await send(.signInFailed)
      }
      .cancellable(id: CancelID.signIn)

    case .input(.cancelTapped):
      guard state.screen == .signingIn else { return .none }
      state.screen = .signedOut
      return .cancel(id: CancelID.signIn)

    case .input(.signOutTapped):
      // The button is disabled until a new title has arrived.
      guard case .signedIn(let current) = state.screen, current.renaming == nil else { return .none }
      state.screen = .signedOut
      return .none

    case .input(.linkOpened(let album)):
      if case .signedIn = state.screen { return library.reduce(.input(.linkOpened(album)), into: &state) }
      state.link = album
      return .none

    case .feedback(.signedIn(let user)):
      let link = state.link.take()
      state.screen = .signedIn(F33Library.State(user: user, link: link))
      return library.start(from: state)

    case .feedback(.signInFailed):
      state.screen = .failed
      return .none
    }
  }
}

struct F33Album: Equatable, Identifiable, Sendable {
  let id: String
  var title: String
}

struct F33Client: TestDependencyKey, Sendable {
  var signIn: @Sendable (_ name: String) async throws -> String
  var albums: @Sendable (_ user: String) async throws -> [F33Album]
  var rename: @Sendable (_ album: String, _ title: String) async throws -> Void

  static let testValue = F33Client(
    signIn: unimplemented("F33Client.signIn"),
    albums: unimplemented("F33Client.albums"),
    rename: unimplemented("F33Client.rename")
  )
}

extension DependencyValues {
  var f33Client: F33Client {
    get { self[F33Client.self] }
    set { self[F33Client.self] = newValue }
  }
}

struct F33Offline: Error {}

struct F33Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: F33App.State) -> [F33App.Input] in
        switch state.screen {
        case .signedOut, .failed: return [.signInTapped("Ada"), .linkOpened("b")]
        case .signingIn: return [.cancelTapped, .linkOpened("b")]
        case .signedIn(let library):
          var inputs: [F33App.Input] = [.linkOpened("b")]
          if library.renaming == nil { inputs.append(.signOutTapped) }
          if library.opened == nil {
            if !library.albums.isEmpty { inputs.append(.library(.albumTapped("a"))) }
            if !library.isLoading, library.renaming == nil { inputs.append(.library(.refreshTapped)) }
          } else {
            inputs.append(.library(.backTapped))
            if library.renaming == nil, !library.isLoading { inputs.append(.library(.renameTapped("Summer"))) }
          }
          return inputs
        }
      }
    ) { () -> TestStore<F33App> in
      let store = TestStore(initialState: F33App.State()) { F33App() }
      store.gate("signIn", at: \.f33Client.signIn) { name in [.success(name), .failure(F33Offline())] }
      store.gate("albums", at: \.f33Client.albums) { _ in
        [.success([F33Album(id: "a", title: "Alps"), F33Album(id: "b", title: "Beach")]), .failure(F33Offline())]
      }
      store.gate("rename", at: \.f33Client.rename) { _ in [.success(()), .failure(F33Offline())] }
      return store
    }
  }
}
