import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct S02Profile: Equatable, Sendable {
  var name: String
}

struct S02Client: DependencyKey {
  var load: @Sendable () async throws -> S02Profile
  var save: @Sendable (_ profile: S02Profile) async throws -> Void

  static let liveValue = S02Client(load: { S02Profile(name: "Ada") }, save: { _ in })
  static let testValue = S02Client(load: unimplemented("S02Client.load"), save: unimplemented("S02Client.save"))
}

extension DependencyValues {
  var s02Client: S02Client {
    get { self[S02Client.self] }
    set { self[S02Client.self] = newValue }
  }
}

struct S02ProfileEditor: Reducer {
  struct Draft: Equatable {
    /// The profile as the server has it.
    var profile: S02Profile
    var name: String
    var hasFailed = false

    var hasChanges: Bool { name != profile.name }
  }

  enum State: Equatable {
    case idle
    case loading
    case loadFailed
    case viewing(S02Profile, showsHint: Bool)
    case editing(Draft)
    case saving(Draft, then: String?)
    /// A link was opened: save, discard, or go on with the draft?
    case asking(Draft, link: String)
    case left(to: String)
  }

  enum Input: Equatable {
    case appeared
    case editTapped
    case nameChanged(String)
    case saveTapped
    case cancelTapped
    case discardTapped
    case linkOpened(String)
  }

  enum Feedback: Equatable {
    case loaded(S02Profile)
    case loadFailed
    case saved(S02Profile)
    case saveFailed
    case hintEnded
  }

  private enum CancelID { case load, save, hint }

  @Dependency(\.s02Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch (message, state) {
    case (.input(.appeared), .idle), (.input(.appeared), .loadFailed), (.input(.appeared), .left):
      state = .loading
      return load()

    case (.feedback(.loaded(let profile)), .loading):
      state = .viewing(profile, showsHint: false)
      return .none

    case (.feedback(.loadFailed), .loading):
      state = .loadFailed
      return .none

    case (.input(.editTapped), .viewing(let profile, _)):
      state = .editing(Draft(profile: profile, name: profile.name))
      return .cancel(id: CancelID.hint)

    case (.input(.nameChanged(let name)), .editing(var draft)):
      draft.name = name
      draft.hasFailed = false
      state = .editing(draft)
      return .none

    case (.input(.saveTapped), .editing(let draft)):
      guard draft.hasChanges else {
        state = .viewing(draft.profile, showsHint: false)
        return .none
      }
      return save(draft, then: nil, &state)

    case (.input(.saveTapped), .asking(let draft, let link)):
      return save(draft, then: link, &state)

    case (.input(.cancelTapped), .editing(let draft)):
      state = .viewing(draft.profile, showsHint: false)
      return .none

    case (.input(.cancelTapped), .asking(let draft, _)):
      state = .editing(draft)
      return .none

    case (.input(.discardTapped), .asking(_, let link)):
      state = .left(to: link)
      return .none

    case (.feedback(.saved), .saving(_, let link?)):
      state = .left(to: link)
      return .none

    case (.feedback(.saved(let profile)), .saving(_, nil)):
      state = .viewing(profile, showsHint: true)
      return hint()

    case (.feedback(.saveFailed), .saving(var draft, let link)):
      draft.hasFailed = true
      if let link { state = .asking(draft, link: link) } else { state = .editing(draft) }
      return .none

    case (.feedback(.hintEnded), .viewing(let profile, _)):
      state = .viewing(profile, showsHint: false)
      return .none

    case (.input(.linkOpened(let link)), .editing(let draft)) where draft.hasChanges:
      state = .asking(draft, link: link)
      return .none

    case (.input(.linkOpened(let link)), .asking(let draft, _)):
      state = .asking(draft, link: link)
      return .none

    case (.input(.linkOpened(let link)), .saving(let draft, _)):
      state = .saving(draft, then: link)
      return .none

    case (.input(.linkOpened(let link)), _):
      state = .left(to: link)
      return .merge(.cancel(id: CancelID.load), .cancel(id: CancelID.hint))

    default:
      return .none
    }
  }

  private func load() -> Effect<Feedback, Never> {
    .run("load") { send in
      await send(.loaded(try await client.load()))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }

  private func save(_ draft: Draft, then link: String?, _ state: inout State) -> Effect<Feedback, Never> {
    var draft = draft
    draft.hasFailed = false
    state = .saving(draft, then: link)
    let profile = S02Profile(name: draft.name)
    return .run("save", of: profile.name) { send in
      try await client.save(profile)
      await send(.saved(profile))
    } catch: { _, send in
      await send(.saveFailed)
    }
    .cancellable(id: CancelID.save, cancelInFlight: true)
  }

  private func hint() -> Effect<Feedback, Never> {
    .run("hint") { send in
      try await clock.sleep(for: .seconds(2))
      await send(.hintEnded)
    }
    .cancellable(id: CancelID.hint, cancelInFlight: true)
  }
}

struct S02Offline: Error {}

struct S02Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [
        .appeared, .editTapped, .nameChanged("Ada L."), .saveTapped, .cancelTapped, .discardTapped, .linkOpened("chat"),
      ]
    ) { () -> TestStore<S02ProfileEditor> in
      let store = TestStore(initialState: S02ProfileEditor.State.idle) { S02ProfileEditor() }
      store.gate("load", at: \.s02Client.load) { [.success(S02Profile(name: "Ada")), .failure(S02Offline())] }
      store.gate("save", at: \.s02Client.save) { _ in [.success(()), .failure(S02Offline())] }
      return store
    }
  }
}
