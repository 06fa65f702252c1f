import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The films that a member of the cinema wants to see, in the order of their titles.
struct I26Watchlist: Reducer {
  struct State: Equatable {
    var member: String?
    var films: [I26Film] = []
    var isLoading = false
    var hasFailed = false
    /// The films that are being removed, and are no longer in the list.
    var removing: Set<Int> = []
    /// The film that could not be removed, for a toast.
    var kept: I26Film?
    var hidesSeen = false

    /// The rows of the list.
    var shown: [I26Film] { hidesSeen ? films.filter { !$0.isSeen } : films }
  }

  enum Input: Equatable, Sendable {
    case memberChosen(String)
    case reloadTapped
    case hideSeenTapped
    case removeTapped(Int)
    case toastTapped
    case signOutTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded([I26Film])
    case loadFailed
    case removed(Int)
    case removeFailed(I26Film)
    case toastDue
  }

  private enum CancelID { case load, toast }

  @Dependency(\.i26Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.memberChosen(let member)):
      guard state.member == nil else { return .none }
      state.member = member
      return load(member, into: &state)

    case .input(.reloadTapped):
      guard let member = state.member, !state.isLoading, state.removing.isEmpty else { return .none }
      return load(member, into: &state)

    case .input(.hideSeenTapped):
      state.hidesSeen.toggle()
      return .none

    case .input(.removeTapped(let id)):
      // While the list is loaded, its rows can't be swiped.
      guard let member = state.member, !state.isLoading else { return .none }
      guard let index = state.films.firstIndex(where: { $0.id == id }) else { return .none }
      let film = state.films.remove(at: index)
      state.removing.insert(id)
      state.kept = nil
      return .merge(
        .cancel(id: CancelID.toast),
        .run("remove", of: id) { send in
          try await client.remove(member, id)
          await send(.removed(id))
        } catch: { _, send in
          await send(.removeFailed(film))
        }
      )

    case .input(.toastTapped):
      state.kept = nil
      return .cancel(id: CancelID.toast)

    case .input(.signOutTapped):
      state = State()
      return .merge(.cancel(id: CancelID.load), .cancel(id: CancelID.toast))

    case .feedback(.loaded(let films)):
      state.isLoading = false
      state.films = films
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.hasFailed = true
      return .none

    case .feedback(.removed(let id)):
      state.removing.remove(id)
      return .none

    case .feedback(.removeFailed(let film)):
      state.removing.remove(film.id)
      state.films.append(film)
      state.films.sort { $0.title < $1.title }
      state.kept = film
      return .run("toast") { send in
        try await clock.sleep(for: .seconds(4))
        await send(.toastDue)
      }
      .cancellable(id: CancelID.toast, cancelInFlight: true)

    case .feedback(.toastDue):
      state.kept = nil
      return .none
    }
  }

  private func load(_ member: String, into state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.hasFailed = false
    return .run("films", of: member) { send in
      await send(.loaded(try await client.films(member)))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }
}

struct I26Film: Equatable, Sendable, Identifiable {
  var id: Int
  var title: String
  var isSeen = false
}

struct I26Client: TestDependencyKey, Sendable {
  var films: @Sendable (_ member: String) async throws -> [I26Film]
  var remove: @Sendable (_ member: String, _ film: Int) async throws -> Void

  static let testValue = I26Client(
    films: unimplemented("I26Client.films"),
    remove: unimplemented("I26Client.remove")
  )
}

extension DependencyValues {
  var i26Client: I26Client {
    get { self[I26Client.self] }
    set { self[I26Client.self] = newValue }
  }
}

struct I26Offline: Error {}

struct I26Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: I26Watchlist.State) -> [I26Watchlist.Input] in
        guard state.member != nil else { return [.memberChosen("Ada"), .memberChosen("Bob")] }
        var inputs: [I26Watchlist.Input] = [.hideSeenTapped, .signOutTapped]
        if !state.isLoading {
          if state.removing.isEmpty { inputs.append(.reloadTapped) }
          if let film = state.shown.first { inputs.append(.removeTapped(film.id)) }
        }
        if state.kept != nil { inputs.append(.toastTapped) }
        return inputs
      }
    ) { () -> TestStore<I26Watchlist> in
      let store = TestStore(initialState: I26Watchlist.State()) { I26Watchlist() }
      store.gate("films", at: \.i26Client.films) { member in
        let ada = [I26Film(id: 1, title: "Alien", isSeen: true), I26Film(id: 2, title: "Brazil")]
        let bob = [I26Film(id: 3, title: "Charade")]
        return [.success(member == "Ada" ? ada : bob), .failure(I26Offline())]
      }
      store.gate("remove", at: \.i26Client.remove) { _ in [.success(()), .failure(I26Offline())] }
      return store
    }
  }
}
