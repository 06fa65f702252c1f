import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct Q12Lesson: Equatable, Sendable {
  var id: Int
  var signs: Int
  var position: Int
}

struct Q12School: TestDependencyKey, Sendable {
  var lesson: @Sendable (_ id: Int) async throws -> Q12Lesson
  var save: @Sendable (_ lesson: Int, _ position: Int) async throws -> Void

  static let testValue = Q12School(
    lesson: unimplemented("Q12School.lesson"),
    save: unimplemented("Q12School.save")
  )
}

extension DependencyValues {
  var q12School: Q12School {
    get { self[Q12School.self] }
    set { self[Q12School.self] = newValue }
  }
}

/// A lesson shows one sign after another. How far the learner has come is saved before the lesson closes.
struct Q12SignLessons: Reducer {
  enum Pause: Equatable { case learner, background }

  enum Mode: Equatable {
    case catalogue
    case loading(Int)
    case unavailable(Int)
    case playing(Q12Lesson)
    case paused(Q12Lesson, Pause)
    case saving(Q12Lesson)
    case unsaved(Q12Lesson)
  }

  struct State: Equatable {
    var mode = Mode.catalogue
    var isInBackground = false
  }

  enum Input: Equatable {
    case lessonTapped(Int)
    case playTapped, closeTapped
    case retryTapped, discardTapped
    case enteredBackground, enteredForeground
  }

  enum Feedback: Equatable {
    case loaded(Q12Lesson), loadFailed
    case signShown
    case saved, saveFailed
  }

  private enum CancelID { case load, signs, save }

  @Dependency(\.q12School) private var school
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.lessonTapped(let id)):
      guard case .catalogue = state.mode else { return .none }
      state.mode = .loading(id)
      return load(id)

    case .input(.playTapped):
      switch state.mode {
      case .playing(let lesson):
        state.mode = .paused(lesson, .learner)
        return .cancel(id: CancelID.signs)
      case .paused(let lesson, _):
        guard !state.isInBackground else { return .none }
        state.mode = .playing(lesson)
        return play()
      case .catalogue, .loading, .unavailable, .saving, .unsaved:
        return .none
      }

    case .input(.closeTapped):
      switch state.mode {
      case .loading, .unavailable:
        state.mode = .catalogue
        return .cancel(id: CancelID.load)
      case .playing(let lesson), .paused(let lesson, _):
        state.mode = .saving(lesson)
        return .merge(.cancel(id: CancelID.signs), save(lesson))
      case .catalogue, .saving, .unsaved:
        return .none
      }

    case .input(.retryTapped):
      switch state.mode {
      case .unavailable(let id):
        state.mode = .loading(id)
        return load(id)
      case .unsaved(let lesson):
        state.mode = .saving(lesson)
        return save(lesson)
      case .catalogue, .loading, .playing, .paused, .saving:
        return .none
      }

    case .input(.discardTapped):
      guard case .unsaved = state.mode else { return .none }
      state.mode = .catalogue
      return .none

    case .input(.enteredBackground):
      state.isInBackground = true
      guard case .playing(let lesson) = state.mode else { return .none }
      state.mode = .paused(lesson, .background)
      return .cancel(id: CancelID.signs)

    case .input(.enteredForeground):
      state.isInBackground = false
      guard case .paused(let lesson, .background) = state.mode else { return .none }
      state.mode = .playing(lesson)
      return play()

    case .feedback(.loaded(var lesson)):
      guard case .loading = state.mode else { return .none }
      if lesson.position >= lesson.signs { lesson.position = 0 }
      guard !state.isInBackground else {
        state.mode = .paused(lesson, .background)
        return .none
      }
      state.mode = .playing(lesson)
      return play()

    case .feedback(.loadFailed):
      guard case .loading(let id) = state.mode else { return .none }
      state.mode = .unavailable(id)
      return .none

    case .feedback(.signShown):
      guard case .playing(var lesson) = state.mode else { return .none }
      lesson.position += 1
      guard lesson.position >= lesson.signs else {
        state.mode = .playing(lesson)
        return .none
      }
      state.mode = .saving(lesson)
      return .merge(.cancel(id: CancelID.signs), save(lesson))

    case .feedback(.saved):
      guard case .saving = state.mode else { return .none }
      state.mode = .catalogue
      return .none

    case .feedback(.saveFailed):
      guard case .saving(let lesson) = state.mode else { return .none }
      state.mode = .unsaved(lesson)
      return .none
    }
  }

  private func load(_ id: Int) -> Effect<Feedback, Never> {
    .run("lesson", of: id) { send in
      await send(.loaded(try await school.lesson(id)))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }

  private func play() -> Effect<Feedback, Never> {
    .run("signs") { send in
      for await _ in clock.timer(interval: .seconds(4)) { await send(.signShown) }
    }
    .cancellable(id: CancelID.signs, cancelInFlight: true)
  }

  private func save(_ lesson: Q12Lesson) -> Effect<Feedback, Never> {
    .run("save", of: lesson.position) { send in
      try await school.save(lesson.id, lesson.position)
      await send(.saved)
    } catch: { _, send in
      await send(.saveFailed)
    }
    .cancellable(id: CancelID.save, cancelInFlight: true)
  }
}

struct Q12Offline: Error {}

struct Q12Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [
        .lessonTapped(1), .playTapped, .closeTapped, .retryTapped, .discardTapped, .enteredBackground,
        .enteredForeground,
      ]
    ) { () -> TestStore<Q12SignLessons> in
      let store = TestStore(initialState: Q12SignLessons.State()) { Q12SignLessons() }
      store.gate("lesson", at: \.q12School.lesson) { id in
        [
          .success(Q12Lesson(id: id, signs: 3, position: 0)),
          .success(Q12Lesson(id: id, signs: 3, position: 2)),
          .failure(Q12Offline()),
        ]
      }
      store.gate("save", at: \.q12School.save) { _ in [.success(()), .failure(Q12Offline())] }
      return store
    }
  }
}
