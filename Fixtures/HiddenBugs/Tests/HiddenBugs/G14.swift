import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The digital mailbox of a citizen, with the letters of all offices. Several citizens may share a device.
struct G14Mailbox: Reducer {
  struct State: Equatable {
    var citizen: String?
    var isSigningIn = false
    var signInFailed = false
    var letters: [G14Letter] = []
    var archived: Set<Int> = []
    var opened: G14Letter?
    var isLoading = false
    var loadFailed = false
    var notice: String?

    /// The rows of the list.
    var shown: [G14Letter] { letters.filter { !archived.contains($0.id) } }
  }

  enum Input: Equatable, Sendable {
    case signInTapped(String)
    case reloadTapped
    case letterTapped(Int)
    case letterClosed
    case archiveTapped(Int)
    case noticeDismissed
    case signOutTapped
  }

  enum Feedback: Equatable, Sendable {
    case signedIn(String)
    case signInFailed
    case loaded([G14Letter])
    case loadFailed
    case archiveFailed(G14Letter)
    case noticeExpired
  }

  private enum CancelID { case load, notice }

  @Dependency(\.g14Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.signInTapped(let card)):
      guard state.citizen == nil, !state.isSigningIn else { return .none }
      state.isSigningIn = true
      state.signInFailed = false
      return .run("signIn", of: card) { send in
        await send(.signedIn(try await client.signIn(card)))
      } catch: { _, send in
        await send(.signInFailed)
      }

    case .input(.reloadTapped):
      guard let citizen = state.citizen, !state.isLoading else { return .none }
      return load(citizen, into: &state)

    case .input(.letterTapped(let id)):
      state.opened = state.shown.first { $0.id == id }
      return .none

    case .input(.letterClosed):
      state.opened = nil
      return .none

    case .input(.archiveTapped(let id)):
      guard let letter = state.shown.first(where: { $0.id == id }) else { return .none }
      state.archived.insert(id)
      state.opened = nil
      return archive(letter)

    case .input(.noticeDismissed):
      state.notice = nil
      return .cancel(id: CancelID.notice)

    case .input(.signOutTapped):
      state = State()
      return .merge(.cancel(id: CancelID.load), .cancel(id: CancelID.notice))

    case .feedback(.signedIn(let citizen)):
      state.isSigningIn = false
      state.citizen = citizen
      return load(citizen, into: &state)

    case .feedback(.signInFailed):
      state.isSigningIn = false
      state.signInFailed = true
      return .none

    case .feedback(.loaded(let letters)):
      state.isLoading = false
      state.letters = letters
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.loadFailed = true
      return .none

    case .feedback(.archiveFailed(let letter)):
      guard state.citizen != nil else { return .none }
      state.archived.remove(letter.id)
      return show("“\(letter.subject)” could not be archived.", in: &state)

    case .feedback(.noticeExpired):
      state.notice = nil
      return .none
    }
  }

  private func load(_ citizen: String, into state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.loadFailed = false
    return .run("letters", of: citizen) { send in
      await send(.loaded(try await client.letters(citizen)))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }

  private func archive(_ letter: G14Letter) -> Effect<Feedback, Never> {
    .run("archive", of: letter.id) { _ in
      try await client.archive(letter.id)
    } catch: { _, send in
      await send(.archiveFailed(letter))
    }
  }

  /// Shows a notice for some seconds.
  private func show(_ notice: String, in state: inout State) -> Effect<Feedback, Never> {
    state.notice = notice
    return .run("notice") { send in
      try await clock.sleep(for: .seconds(6))
      await send(.noticeExpired)
    }
    .cancellable(id: CancelID.notice, cancelInFlight: true)
  }
}

struct G14Letter: Equatable, Sendable {
  var id: Int
  var subject: String
}

extension G14Letter {
  static func samples(of citizen: String) -> [G14Letter] {
    switch citizen {
    case "Ada": [G14Letter(id: 1, subject: "Tax assessment"), G14Letter(id: 2, subject: "Parking permit")]
    default: [G14Letter(id: 7, subject: "New passport")]
    }
  }
}

struct G14Client: TestDependencyKey, Sendable {
  var signIn: @Sendable (_ card: String) async throws -> String
  var letters: @Sendable (_ citizen: String) async throws -> [G14Letter]
  var archive: @Sendable (_ letter: Int) async throws -> Void

  static let testValue = G14Client(
    signIn: unimplemented("G14Client.signIn"),
    letters: unimplemented("G14Client.letters"),
    archive: unimplemented("G14Client.archive")
  )
}

extension DependencyValues {
  var g14Client: G14Client {
    get { self[G14Client.self] }
    set { self[G14Client.self] = newValue }
  }
}

struct G14Offline: Error {}

struct G14Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: G14Mailbox.State) -> [G14Mailbox.Input] in
        if state.citizen == nil { return [.signInTapped("Ada"), .signInTapped("Ben")] }
        var inputs: [G14Mailbox.Input] = []
        if state.notice != nil { inputs.append(.noticeDismissed) }
        if let opened = state.opened { return inputs + [.archiveTapped(opened.id), .letterClosed] }
        inputs += [.reloadTapped, .signOutTapped]
        for letter in state.shown { inputs.append(.letterTapped(letter.id)) }
        return inputs
      }
    ) { () -> TestStore<G14Mailbox> in
      let store = TestStore(initialState: G14Mailbox.State()) { G14Mailbox() }
      store.gate("signIn", at: \.g14Client.signIn) { card in [.success(card), .failure(G14Offline())] }
      store.gate("letters", at: \.g14Client.letters) { citizen in
        [.success(G14Letter.samples(of: citizen)), .failure(G14Offline())]
      }
      store.gate("archive", at: \.g14Client.archive) { _ in [.success(()), .failure(G14Offline())] }
      return store
    }
  }
}
