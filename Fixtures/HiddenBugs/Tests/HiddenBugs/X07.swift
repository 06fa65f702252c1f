import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A breathing exercise: in for four seconds, out for six, twice. It rests while the user does not look.
struct X07Breathing: Reducer {
  enum Phase: Equatable { case running, pausedByUser, pausedByApp }

  struct State: Equatable, Identifiable {
    let id: Int
    var step = 0
    var phase = Phase.running
  }

  enum Input: Equatable, Sendable { case pauseTapped, resumeTapped, stopTapped, hidden, shown }
  enum Feedback: Equatable, Sendable { case stepOver }
  enum Output: Equatable, Sendable { case finished, stopped }

  private enum CancelID { case step }

  @Dependency(\.continuousClock) private var clock

  func start(from state: State) -> Effect<Feedback, Output> { breathe(state.step) }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.pauseTapped):
      guard state.phase == .running else { return .none }
      state.phase = .pausedByUser
      return .cancel(id: CancelID.step)

    case .input(.resumeTapped):
      guard state.phase == .pausedByUser else { return .none }
      state.phase = .running
      return breathe(state.step)

    case .input(.hidden):
      guard state.phase == .running else { return .none }
      state.phase = .pausedByApp
      return .cancel(id: CancelID.step)

    case .input(.shown):
      guard state.phase == .pausedByApp else { return .none }
      state.phase = .running
      return breathe(state.step)

    case .input(.stopTapped):
      return .output(.stopped)

    case .feedback(.stepOver):
      state.step += 1
      return state.step == 4 ? .output(.finished) : breathe(state.step)
    }
  }

  /// An interrupted breath begins anew.
  private func breathe(_ step: Int) -> Effect<Feedback, Output> {
    .run("breath", of: step) { send in
      try await clock.sleep(for: .seconds(step.isMultiple(of: 2) ? 4 : 6))
      await send(.stepOver)
    }
    .cancellable(id: CancelID.step)
  }
}

/// The exercises of the day, and the days in a row on which the user has done one.
struct X07Exercises: Reducer {
  enum Saving: Equatable { case running, failed }

  struct State: Equatable {
    var breathing: X07Breathing.State?
    var streak: Int?
    var isCounting = false
    var unsaved: Int?
    var saving: Saving?
    var isInBackground = false
  }

  enum Input: Equatable, Sendable {
    case appeared
    case exerciseTapped(Int)
    case breathing(X07Breathing.Input)
    case saveAgainTapped
    case discardTapped
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case breathing(ChildFeedback<X07Breathing>)
    case counted(Int?)
    case saved(streak: Int)
    case notSaved
  }

  private enum CancelID { case streak }

  let breathing = Scope<X07Exercises, X07Breathing>(ifLet: \.breathing, feedback: Feedback.breathing) { X07Breathing() }

  @Dependency(\.x07Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.streak == nil, !state.isCounting else { return .none }
      state.isCounting = true
      return .run("streak") { send in
        await send(.counted(try? await client.streak()))
      }
      .cancellable(id: CancelID.streak)

    case .input(.exerciseTapped(let id)):
      guard state.breathing == nil, state.unsaved == nil else { return .none }
      state.breathing = X07Breathing.State(id: id)
      return breathing.start(from: state)

    case .input(.breathing(let input)):
      return breathing.reduce(.input(input), into: &state)

    case .input(.saveAgainTapped):
      guard state.saving == .failed, let exercise = state.unsaved else { return .none }
      return save(exercise, &state)

    case .input(.discardTapped):
      guard state.saving == .failed else { return .none }
      state.unsaved = nil
      state.saving = nil
      return .none

    case .input(.wentToBackground):
      state.isInBackground = true
      return state.breathing == nil ? .none : breathing.reduce(.input(.hidden), into: &state)

    case .input(.cameToForeground):
      state.isInBackground = false
      return state.breathing == nil ? .none : breathing.reduce(.input(.shown), into: &state)

    case .feedback(.breathing(.feedback(let feedback))):
      return breathing.reduce(.feedback(feedback), into: &state)

    case .feedback(.breathing(.output(.stopped))):
      state.breathing = nil
      return .none

    case .feedback(.breathing(.output(.finished))):
      guard let exercise = state.breathing?.id else { return .none }
      state.breathing = nil
      return save(exercise, &state)

    case .feedback(.counted(let streak)):
      state.isCounting = false
      state.streak = streak
      return .none

    case .feedback(.saved(streak: let streak)):
      // An older count doesn't know this exercise yet.
      state.unsaved = nil
      state.saving = nil
      state.streak = streak
      state.isCounting = false
      return .cancel(id: CancelID.streak)

    case .feedback(.notSaved):
      state.saving = .failed
      return .none
    }
  }

  private func save(_ exercise: Int, _ state: inout State) -> Effect<Feedback, Never> {
    state.unsaved = exercise
    state.saving = .running
    return .run("save", of: exercise) { send in
      await send(.saved(streak: try await client.save(exercise)))
    } catch: { _, send in
      await send(.notSaved)
    }
  }
}

struct X07Client: TestDependencyKey, Sendable {
  var streak: @Sendable () async throws -> Int
  var save: @Sendable (_ exercise: Int) async throws -> Int

  static let testValue = X07Client(
    streak: unimplemented("X07Client.streak"),
    save: unimplemented("X07Client.save")
  )
}

extension DependencyValues {
  var x07Client: X07Client {
    get { self[X07Client.self] }
    set { self[X07Client.self] = newValue }
  }
}

struct X07Offline: Error {}

struct X07Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: X07Exercises.State) -> [X07Exercises.Input] in
        if state.isInBackground { return [.cameToForeground] }
        var inputs: [X07Exercises.Input] = [.wentToBackground]
        if let breathing = state.breathing {
          inputs.append(.breathing(.stopTapped))
          inputs.append(.breathing(breathing.phase == .running ? .pauseTapped : .resumeTapped))
          return inputs
        }
        if state.streak == nil { inputs.append(.appeared) }
        if state.unsaved == nil { inputs += [.exerciseTapped(1), .exerciseTapped(2)] }
        if state.saving == .failed { inputs += [.saveAgainTapped, .discardTapped] }
        return inputs
      }
    ) { () -> TestStore<X07Exercises> in
      let store = TestStore(initialState: X07Exercises.State()) { X07Exercises() }
      store.gate("streak", at: \.x07Client.streak) { [.success(4), .failure(X07Offline())] }
      store.gate("save", at: \.x07Client.save) { _ in [.success(5), .failure(X07Offline())] }
      return store
    }
  }
}
