import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct G08Motion: Hashable, Sendable {
  var title: String
  var options: [String]
}

/// The server of the club.
struct G08Club: Sendable {
  var motion: @Sendable () async throws -> G08Motion
  var vote: @Sendable (_ option: String) async throws -> Void
}

enum G08ClubKey: TestDependencyKey {
  static let testValue = G08Club(
    motion: unimplemented("G08Club.motion"),
    vote: unimplemented("G08Club.vote")
  )
}

extension DependencyValues {
  var g08Club: G08Club {
    get { self[G08ClubKey.self] }
    set { self[G08ClubKey.self] = newValue }
  }
}

struct G08Offline: Error {}

/// The motion that the club votes on. A member may vote again, and the last vote counts.
struct G08Voting: Reducer {
  struct State: Equatable {
    var motion: G08Motion?
    var isLoading = false
    var hasLoadFailed = false

    /// The option that is marked.
    var choice: String?
    /// The option that the server has.
    var votedFor: String?
    var isSending = false
    var hasVoteFailed = false
    var showsThanks = false

    /// Whether the button "Vote" can be tapped.
    var canVote: Bool { choice != nil && choice != votedFor && !isSending }
  }

  enum Input: Equatable {
    case refreshTapped
    case choiceTapped(String)
    case voteTapped
    case thanksTapped
  }

  enum Feedback: Equatable {
    case loaded(G08Motion)
    case loadFailed
    case voted(String)
    case voteFailed(String)
    case thanksShown
  }

  @Dependency(\.continuousClock) private var clock
  @Dependency(\.g08Club) private var club

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.refreshTapped):
      guard !state.isLoading else { return .none }
      state.isLoading = true
      state.hasLoadFailed = false
      return .run("motion") { send in
        await send(.loaded(try await club.motion()))
      } catch: { _, send in
        await send(.loadFailed)
      }

    case .input(.choiceTapped(let option)):
      guard let motion = state.motion, motion.options.contains(option) else { return .none }
      guard option != state.choice else { return .none }
      state.choice = option
      state.hasVoteFailed = false
      return .none

    case .input(.voteTapped):
      guard state.canVote, let choice = state.choice else { return .none }
      state.isSending = true
      state.hasVoteFailed = false
      state.showsThanks = false
      return .merge(
        .cancel(id: "thanks"),
        .run("vote", of: choice) { send in
          try await club.vote(choice)
          await send(.voted(choice))
        } catch: { _, send in
          await send(.voteFailed(choice))
        }
        .cancellable(id: "vote")
      )

    case .input(.thanksTapped):
      guard state.showsThanks else { return .none }
      state.showsThanks = false
      return .cancel(id: "thanks")

    case .feedback(.loaded(let motion)):
      state.isLoading = false
      state.motion = motion
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.hasLoadFailed = true
      return .none

    case .feedback(.voted(let option)):
      state.isSending = false
      state.votedFor = option
      state.showsThanks = true
      return .run("thanks") { send in
        try await clock.sleep(for: .seconds(3))
        await send(.thanksShown)
      }
      .cancellable(id: "thanks", cancelInFlight: true)

    case .feedback(.voteFailed(let option)):
      guard option == state.choice else { return .none }
      state.isSending = false
      state.hasVoteFailed = true
      return .none

    case .feedback(.thanksShown):
      state.showsThanks = false
      return .none
    }
  }
}

struct G08Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [.refreshTapped, .choiceTapped("Yes"), .choiceTapped("No"), .voteTapped, .thanksTapped]
    ) { () -> TestStore<G08Voting> in
      let store = TestStore(initialState: G08Voting.State()) { G08Voting() }
      store.gate("motion", at: \.g08Club.motion) {
        [.success(G08Motion(title: "A new boat", options: ["Yes", "No"])), .failure(G08Offline())]
      }
      store.gate("vote", at: \.g08Club.vote) { _ in [.success(()), .failure(G08Offline())] }
      return store
    }
  }
}
