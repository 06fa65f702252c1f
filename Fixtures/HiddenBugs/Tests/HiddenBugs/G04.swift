import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The school's register.
struct G04Register: Sendable {
  var classes: @Sendable () async throws -> [String]
  var present: @Sendable (_ className: String) async throws -> [String]
  var week: @Sendable (_ className: String) async throws -> Int
}

enum G04RegisterKey: TestDependencyKey {
  static let testValue = G04Register(
    classes: unimplemented("G04Register.classes"),
    present: unimplemented("G04Register.present"),
    week: unimplemented("G04Register.week")
  )
}

extension DependencyValues {
  var g04Register: G04Register {
    get { self[G04RegisterKey.self] }
    set { self[G04RegisterKey.self] = newValue }
  }
}

struct G04Offline: Error {}

/// Who is in a class today, and how well it was attended this week.
struct G04Roster: Reducer {
  enum Today: Equatable {
    case loading
    case loaded([String])
    case failed
  }

  enum Week: Equatable {
    case hidden
    case loading
    case shown(percent: Int)
    case failed
  }

  struct State: Equatable {
    let className: String
    var today = Today.loading
    var week = Week.hidden
  }

  enum Input: Equatable { case reloadTapped, weekTapped }

  enum Feedback: Equatable {
    case loaded([String])
    case loadFailed
    case weekLoaded(percent: Int)
    case weekFailed
  }

  private enum CancelID { case today, week }

  @Dependency(\.g04Register) private var register

  func start(from state: State) -> Effect<Feedback, Never> {
    loadToday(of: state.className)
  }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.reloadTapped):
      guard state.today != .loading else { return .none }
      state.today = .loading
      return loadToday(of: state.className)

    case .input(.weekTapped):
      switch state.week {
      case .hidden, .failed:
        state.week = .loading
        return loadWeek(of: state.className)
      case .loading, .shown:
        state.week = .hidden
        return .cancel(id: CancelID.week)
      }

    case .feedback(.loaded(let pupils)):
      state.today = .loaded(pupils)
      return .none

    case .feedback(.loadFailed):
      state.today = .failed
      return .none

    case .feedback(.weekLoaded(let percent)):
      state.week = .shown(percent: percent)
      return .none

    case .feedback(.weekFailed):
      state.week = .failed
      return .none
    }
  }

  private func loadToday(of className: String) -> Effect<Feedback, Never> {
    .run("today", of: className) { send in
      await send(.loaded(try await register.present(className)))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.today, cancelInFlight: true)
  }

  private func loadWeek(of className: String) -> Effect<Feedback, Never> {
    .run("week", of: className) { send in
      await send(.weekLoaded(percent: try await register.week(className)))
    } catch: { _, send in
      await send(.weekFailed)
    }
    .cancellable(id: CancelID.week, cancelInFlight: true)
  }
}

/// The classes of a teacher, and the roster of the chosen one beside them.
struct G04Attendance: Reducer {
  struct State: Equatable {
    var classes: [String] = []
    var isLoading = false
    var hasFailed = false
    var roster: G04Roster.State?
  }

  enum Input: Equatable {
    case appeared
    case classTapped(String)
    case closeTapped
    case roster(G04Roster.Input)
  }

  enum Feedback: Equatable {
    case classesLoaded([String])
    case classesFailed
    case roster(ChildFeedback<G04Roster>)
  }

  let roster = Scope<G04Attendance, G04Roster>(ifLet: \.roster, feedback: Feedback.roster) { G04Roster() }

  @Dependency(\.g04Register) private var register

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.classes.isEmpty, !state.isLoading else { return .none }
      state.isLoading = true
      state.hasFailed = false
      return .run("classes") { send in
        await send(.classesLoaded(try await register.classes()))
      } catch: { _, send in
        await send(.classesFailed)
      }

    case .input(.classTapped(let name)):
      guard state.classes.contains(name), state.roster?.className != name else { return .none }
      state.roster = G04Roster.State(className: name)
      return roster.start(from: state)

    case .input(.closeTapped):
      state.roster = nil
      return .none

    case .input(.roster(let input)):
      return roster.reduce(.input(input), into: &state)

    case .feedback(.roster(.feedback(let feedback))):
      return roster.reduce(.feedback(feedback), into: &state)

    case .feedback(.classesLoaded(let classes)):
      state.isLoading = false
      state.classes = classes
      return .none

    case .feedback(.classesFailed):
      state.isLoading = false
      state.hasFailed = true
      return .none
    }
  }
}

struct G04Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: G04Attendance.State) -> [G04Attendance.Input] in
        var inputs: [G04Attendance.Input] = [.appeared, .classTapped("3a"), .classTapped("3b")]
        if state.roster != nil { inputs += [.closeTapped, .roster(.reloadTapped), .roster(.weekTapped)] }
        return inputs
      }
    ) { () -> TestStore<G04Attendance> in
      let store = TestStore(initialState: G04Attendance.State()) { G04Attendance() }
      store.gate("classes", at: \.g04Register.classes) { [.success(["3a", "3b"]), .failure(G04Offline())] }
      store.gate("present", at: \.g04Register.present) { name in
        [.success(name == "3a" ? ["Ada", "Ben"] : ["Cem"]), .failure(G04Offline())]
      }
      store.gate("week", at: \.g04Register.week) { name in
        [.success(name == "3a" ? 92 : 78), .failure(G04Offline())]
      }
      return store
    }
  }
}
