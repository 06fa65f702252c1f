import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct H09Client: TestDependencyKey, Sendable {
  /// Downloads a deck. The elements are percents; the stream finishes once the deck is complete.
  var download: @Sendable (_ deck: String) -> AsyncThrowingStream<Int, any Error>
  /// Saves all words that the user has learned in a deck.
  var save: @Sendable (_ deck: String, _ words: [String]) async throws -> Void

  static let testValue = H09Client(
    download: unimplemented("H09Client.download", placeholder: AsyncThrowingStream { $0.finish() }),
    save: unimplemented("H09Client.save")
  )
}

extension DependencyValues {
  var h09Client: H09Client {
    get { self[H09Client.self] }
    set { self[H09Client.self] = newValue }
  }
}

struct H09Offline: Error {}

/// A round through the cards of a deck. A card turns by a tap, or by itself after ten seconds.
struct H09Session: Reducer {
  struct State: Equatable, Identifiable {
    /// The deck.
    var id: String
    /// The cards that are left, the present one first.
    var words: [String]
    var isTurned = false
  }

  enum Input: Equatable, Sendable { case turnTapped, knownTapped, againTapped, closeTapped }
  enum Feedback: Equatable, Sendable { case timeUp }
  enum Output: Equatable, Sendable { case learned(String), closed }

  private enum CancelID { case turn }

  @Dependency(\.continuousClock) private var clock

  func start(from state: State) -> Effect<Feedback, Output> {
    turnLater(state)
  }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.turnTapped):
      guard !state.words.isEmpty, !state.isTurned else { return .none }
      state.isTurned = true
      return .cancel(id: CancelID.turn)

    case .feedback(.timeUp):
      state.isTurned = true
      return .none

    case .input(.knownTapped):
      guard state.isTurned else { return .none }
      let word = state.words.removeFirst()
      state.isTurned = false
      return .merge(.output(.learned(word)), turnLater(state))

    case .input(.againTapped):
      guard state.isTurned else { return .none }
      let word = state.words.removeFirst()
      state.words.append(word)
      state.isTurned = false
      return turnLater(state)

    case .input(.closeTapped):
      return .output(.closed)
    }
  }

  private func turnLater(_ state: State) -> Effect<Feedback, Output> {
    guard !state.words.isEmpty else { return .none }
    return .run("turn") { send in
      try await clock.sleep(for: .seconds(10))
      await send(.timeUp)
    }
    .cancellable(id: CancelID.turn, cancelInFlight: true)
  }
}

/// The decks of a language learner: their downloads, what was learned, and the round that is played.
struct H09Decks: Reducer {
  struct Row: Equatable {
    enum Copy: Equatable {
      case absent
      case loading(percent: Int)
      case complete
      case failed
    }

    enum Sync: Equatable {
      case done
      case running
      case failed
    }

    var copy = Copy.absent
    var learned: [String] = []
    var sync = Sync.done

    var isLoading: Bool { if case .loading = copy { true } else { false } }
  }

  struct State: Equatable {
    var rows: [String: Row] = ["es": Row(), "it": Row()]
    var session: H09Session.State?
  }

  enum Input: Equatable, Sendable {
    case downloadTapped(String)
    case cancelTapped(String)
    case openTapped(String)
    case syncTapped(String)
    case session(H09Session.Input)
  }

  enum Feedback: Equatable, Sendable {
    case progress(String, Int)
    case downloaded(String)
    case downloadFailed(String)
    case saved(String)
    case saveFailed(String)
    case session(ChildFeedback<H09Session>)
  }

  private enum CancelID: Hashable { case download(String), save(String) }

  static let words = ["es": ["gato", "perro"], "it": ["gatto"]]

  @Dependency(\.h09Client) private var client

  private let session = Scope<H09Decks, H09Session>(ifLet: \.session, feedback: Feedback.session) { H09Session() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.session(let input)):
      guard state.session != nil else { return .none }
      return session.reduce(.input(input), into: &state)

    case .feedback(.session(.feedback(let feedback))):
      return session.reduce(.feedback(feedback), into: &state)

    case .feedback(.session(.output(.learned(let word)))):
      guard let deck = state.session?.id else { return .none }
      state.rows[deck]?.learned.append(word)
      return save(deck, &state)

    case .feedback(.session(.output(.closed))):
      state.session = nil
      return .none

    case .input(.downloadTapped(let deck)):
      guard let row = state.rows[deck], row.copy == .absent || row.copy == .failed else { return .none }
      state.rows[deck]?.copy = .loading(percent: 0)
      return .run("download", of: deck) { send in
        for try await percent in client.download(deck) { await send(.progress(deck, percent)) }
        await send(.downloaded(deck))
      } catch: { _, send in
        await send(.downloadFailed(deck))
      }
      .cancellable(id: CancelID.download(deck), cancelInFlight: true)

    case .input(.cancelTapped(let deck)):
      guard state.rows[deck]?.isLoading == true else { return .none }
      state.rows[deck]?.copy = .absent
      return .cancel(id: CancelID.download(deck))

    case .feedback(.progress(let deck, let percent)):
      state.rows[deck]?.copy = .loading(percent: percent)
      return .none

    case .feedback(.downloaded(let deck)):
      state.rows[deck]?.copy = .complete
      return .none

    case .feedback(.downloadFailed(let deck)):
      state.rows[deck]?.copy = .failed
      return .none

    case .input(.openTapped(let deck)):
      guard state.session == nil, let row = state.rows[deck], row.copy == .complete else { return .none }
      let left = (Self.words[deck] ?? []).filter { !row.learned.contains($0) }
      state.session = H09Session.State(id: deck, words: left)
      return session.start(from: state)

    case .input(.syncTapped(let deck)):
      guard state.rows[deck]?.sync == .failed else { return .none }
      return save(deck, &state)

    case .feedback(.saved(let deck)):
      state.rows[deck]?.sync = .done
      return .none

    case .feedback(.saveFailed(let deck)):
      state.rows[deck]?.sync = .failed
      return .none
    }
  }

  /// Saves all learned words of a deck, in place of an older save of fewer words.
  private func save(_ deck: String, _ state: inout State) -> Effect<Feedback, Never> {
    let words = state.rows[deck]?.learned ?? []
    state.rows[deck]?.sync = .running
    return .run("save", of: words) { send in
      try await client.save(deck, words)
      await send(.saved(deck))
    } catch: { _, send in
      await send(.saveFailed(deck))
    }
    .cancellable(id: CancelID.save(deck), cancelInFlight: true)
  }
}

struct H09Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: H09Decks.State) -> [H09Decks.Input] in
        if state.session != nil {
          return [.session(.turnTapped), .session(.knownTapped), .session(.againTapped), .session(.closeTapped)]
        }
        return [
          .downloadTapped("es"), .cancelTapped("es"), .openTapped("es"), .syncTapped("es"), .downloadTapped("it"),
        ]
      }
    ) { () -> TestStore<H09Decks> in
      let store = TestStore(initialState: H09Decks.State()) { H09Decks() }
      store.gate("download", at: \.h09Client.download) { _ in [.element(50), .finish, .failure(H09Offline())] }
      store.gate("save", at: \.h09Client.save) { _ in [.success(()), .failure(H09Offline())] }
      return store
    }
  }
}
