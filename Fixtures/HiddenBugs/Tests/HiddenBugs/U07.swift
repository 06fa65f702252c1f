import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct U07School: Sendable {
  var assignment: @Sendable () async throws -> String
  var handIn: @Sendable (_ photo: String) async throws -> Void
}

enum U07SchoolKey: TestDependencyKey {
  static let testValue = U07School(
    assignment: unimplemented("U07School.assignment"),
    handIn: unimplemented("U07School.handIn")
  )
}

extension DependencyValues {
  var u07School: U07School {
    get { self[U07SchoolKey.self] }
    set { self[U07SchoolKey.self] = newValue }
  }
}

struct U07Offline: Error {}

/// The homework of the day: a child reads it, takes a photo of the page, and hands it in.
///
/// An answer of the school that takes longer than 20 seconds counts as a failure. The time in the background doesn't count.
struct U07Homework: Reducer {
  struct State: Equatable {
    var assignment: String?
    var isLoading = false
    var loadHasFailed = false

    var photo: String?
    var isSending = false
    var isHandedIn = false
    var sendHasFailed = false

    var isInBackground = false
    var isWatchSuspended = false
  }

  enum Input: Equatable {
    case appeared, reloadTapped
    case photoTaken(String), sendTapped, cancelTapped
    case movedToBackground, movedToForeground
  }

  enum Feedback: Equatable { case loaded(String), loadFailed, handedIn, handInFailed, timedOut }

  private enum CancelID { case assignment, handIn, watch }

  @Dependency(\.u07School) private var school
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.assignment == nil, !state.isLoading else { return .none }
      return load(&state)

    case .input(.reloadTapped):
      guard !state.isLoading else { return .none }
      return load(&state)

    case .feedback(.loaded(let assignment)):
      state.assignment = assignment
      state.isLoading = false
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.loadHasFailed = true
      return .none

    case .input(.photoTaken(let photo)):
      guard !state.isSending else { return .none }
      state.photo = photo
      state.isHandedIn = false
      state.sendHasFailed = false
      return .none

    case .input(.sendTapped):
      guard let photo = state.photo, !state.isSending, !state.isHandedIn else { return .none }
      state.isSending = true
      state.sendHasFailed = false
      return .merge(handIn(photo), watch())

    case .input(.cancelTapped):
      guard state.isSending else { return .none }
      state.isSending = false
      return .merge(.cancel(id: CancelID.handIn), .cancel(id: CancelID.watch))

    case .input(.movedToBackground):
      guard !state.isInBackground else { return .none }
      state.isInBackground = true
      state.isWatchSuspended = state.isSending
      return .cancel(id: CancelID.watch)

    case .input(.movedToForeground):
      guard state.isInBackground else { return .none }
      state.isInBackground = false
      guard state.isWatchSuspended else { return .none }
      state.isWatchSuspended = false
      return watch()

    case .feedback(.handedIn):
      state.isSending = false
      state.isHandedIn = true
      return .cancel(id: CancelID.watch)

    case .feedback(.handInFailed):
      state.isSending = false
      state.sendHasFailed = true
      return .cancel(id: CancelID.watch)

    case .feedback(.timedOut):
      state.isSending = false
      state.isHandedIn = false
      state.sendHasFailed = true
      return .cancel(id: CancelID.handIn)
    }
  }

  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.loadHasFailed = false
    return .run("assignment") { send in
      await send(.loaded(try await school.assignment()))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.assignment, cancelInFlight: true)
  }

  private func handIn(_ photo: String) -> Effect<Feedback, Never> {
    .run("handIn", of: photo) { send in
      try await school.handIn(photo)
      await send(.handedIn)
    } catch: { _, send in
      await send(.handInFailed)
    }
    .cancellable(id: CancelID.handIn, cancelInFlight: true)
  }

  private func watch() -> Effect<Feedback, Never> {
    .run("watch") { send in
      try await clock.sleep(for: .seconds(20))
      await send(.timedOut)
    }
    .cancellable(id: CancelID.watch, cancelInFlight: true)
  }
}

struct U07Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: U07Homework.State) -> [U07Homework.Input] in
        if state.isInBackground { return [.movedToForeground] }
        return [.appeared, .reloadTapped, .photoTaken("page 1"), .sendTapped, .cancelTapped, .movedToBackground]
      }
    ) { () -> TestStore<U07Homework> in
      let store = TestStore(initialState: U07Homework.State()) { U07Homework() }
      store.gate("assignment", at: \.u07School.assignment) { [.success("Read page 12"), .failure(U07Offline())] }
      store.gate("handIn", at: \.u07School.handIn) { _ in [.success(()), .failure(U07Offline())] }
      return store
    }
  }
}
