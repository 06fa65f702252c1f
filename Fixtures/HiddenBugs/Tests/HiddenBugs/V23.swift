import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The sheet in which the user says how far away people may live.
struct V23Preferences: Reducer {
  struct State: Equatable {
    var saved: Int
    var draft: Int
    var isSaving = false
    var hasFailed = false
    var asksToDiscard = false

    var hasChanges: Bool { draft != saved }
  }

  enum Input: Equatable, Sendable {
    case distanceChanged(Int)
    case saveTapped
    case closeTapped
    case discardTapped
    case keepTapped
  }

  enum Feedback: Equatable, Sendable {
    case saveSucceeded
    case saveFailed(previous: Int)
  }

  enum Output: Equatable, Sendable {
    case saved(Int)
    case closed
    case kept
  }

  @Dependency(\.v23Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.distanceChanged(let distance)):
      guard !state.isSaving, !state.asksToDiscard else { return .none }
      state.draft = distance
      state.hasFailed = false
      return .none

    case .input(.saveTapped):
      guard state.hasChanges, !state.isSaving, !state.asksToDiscard else { return .none }
      let previous = state.saved
      let distance = state.draft
      state.saved = distance
      state.isSaving = true
      state.hasFailed = false
      return .run("save", of: distance) { send in
        try await client.save(distance)
        await send(.saveSucceeded)
      } catch: { _, send in
        await send(.saveFailed(previous: previous))
      }

    case .feedback(.saveSucceeded):
      state.isSaving = false
      return .output(.saved(state.saved))

    case .feedback(.saveFailed(let previous)):
      state.isSaving = false
      state.saved = previous
      state.hasFailed = true
      return .none

    case .input(.closeTapped):
      guard !state.isSaving, !state.asksToDiscard else { return .none }
      guard state.hasChanges else { return .output(.closed) }
      state.asksToDiscard = true
      return .none

    case .input(.discardTapped):
      guard state.asksToDiscard else { return .none }
      return .output(.closed)

    case .input(.keepTapped):
      guard state.asksToDiscard else { return .none }
      state.asksToDiscard = false
      return .output(.kept)
    }
  }
}

/// The home screen. A link opens a profile on it.
struct V23Home: Reducer {
  struct State: Equatable {
    var distance = 25
    var preferences: V23Preferences.State?
    var profile: Profile?
    var waitingLink: Int?
  }

  struct Profile: Equatable {
    var id: Int
    var name: String?
    var hasFailed = false
  }

  enum Input: Equatable, Sendable {
    case preferencesTapped
    case preferences(V23Preferences.Input)
    case linkOpened(Int)
    case retryTapped
    case profileClosed
  }

  enum Feedback: Equatable, Sendable {
    case preferences(ChildFeedback<V23Preferences>)
    case profileLoaded(String)
    case profileFailed
  }

  private enum CancelID { case profile }

  private let preferences = Scope<V23Home, V23Preferences>(ifLet: \.preferences, feedback: Feedback.preferences) {
    V23Preferences()
  }

  @Dependency(\.v23Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.preferences(let input)): return preferences.reduce(.input(input), into: &state)
    case .feedback(.preferences(.feedback(let feedback))):
      return preferences.reduce(.feedback(feedback), into: &state)

    case .input(.preferencesTapped):
      guard state.preferences == nil, state.profile == nil else { return .none }
      state.preferences = V23Preferences.State(saved: state.distance, draft: state.distance)
      return .none

    case .feedback(.preferences(.output(.saved(let distance)))):
      state.distance = distance
      state.preferences = nil
      return .none

    case .feedback(.preferences(.output(.closed))):
      state.preferences = nil
      guard let id = state.waitingLink else { return .none }
      state.waitingLink = nil
      return open(id, in: &state)

    case .feedback(.preferences(.output(.kept))):
      state.waitingLink = nil
      return .none

    case .input(.linkOpened(let id)):
      if let preferences = state.preferences, preferences.hasChanges {
        state.preferences?.asksToDiscard = true
        state.waitingLink = id
        return .none
      }
      state.preferences = nil
      return open(id, in: &state)

    case .input(.retryTapped):
      guard let profile = state.profile, profile.hasFailed else { return .none }
      return open(profile.id, in: &state)

    case .input(.profileClosed):
      state.profile = nil
      return .cancel(id: CancelID.profile)

    case .feedback(.profileLoaded(let name)):
      state.profile?.name = name
      return .none

    case .feedback(.profileFailed):
      state.profile?.hasFailed = true
      return .none
    }
  }

  private func open(_ id: Int, in state: inout State) -> Effect<Feedback, Never> {
    if let profile = state.profile, profile.id == id, !profile.hasFailed { return .none }
    state.profile = Profile(id: id)
    return .run("profile", of: id) { send in
      await send(.profileLoaded(try await client.profile(id)))
    } catch: { _, send in
      await send(.profileFailed)
    }
    .cancellable(id: CancelID.profile, cancelInFlight: true)
  }
}

struct V23Client: TestDependencyKey, Sendable {
  var save: @Sendable (_ distance: Int) async throws -> Void
  var profile: @Sendable (_ id: Int) async throws -> String

  static let testValue = V23Client(
    save: unimplemented("V23Client.save"),
    profile: unimplemented("V23Client.profile")
  )
}

extension DependencyValues {
  var v23Client: V23Client {
    get { self[V23Client.self] }
    set { self[V23Client.self] = newValue }
  }
}

struct V23Offline: Error {}

struct V23Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: V23Home.State) -> [V23Home.Input] in
        var inputs: [V23Home.Input] = [.linkOpened(7)]
        if let preferences = state.preferences {
          if preferences.asksToDiscard {
            inputs += [.preferences(.discardTapped), .preferences(.keepTapped)]
          } else if !preferences.isSaving {
            inputs += [.preferences(.distanceChanged(10)), .preferences(.distanceChanged(50))]
            inputs += [.preferences(.saveTapped), .preferences(.closeTapped)]
          }
        } else if let profile = state.profile {
          inputs.append(.profileClosed)
          if profile.hasFailed { inputs.append(.retryTapped) }
        } else {
          inputs.append(.preferencesTapped)
        }
        return inputs
      }
    ) { () -> TestStore<V23Home> in
      let store = TestStore(initialState: V23Home.State()) { V23Home() }
      store.gate("save", at: \.v23Client.save) { _ in [.success(()), .failure(V23Offline())] }
      store.gate("profile", at: \.v23Client.profile) { id in [.success("Sam \(id)"), .failure(V23Offline())] }
      return store
    }
  }
}
