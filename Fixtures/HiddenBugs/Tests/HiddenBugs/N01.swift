import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// An absence as the school knows it.
struct N01Entry: Equatable, Sendable {
  var id: Int
  var day: String
  var isExcused: Bool
}

struct N01School: TestDependencyKey, Sendable {
  var absences: @Sendable (_ pupil: String) async throws -> [N01Entry]
  var excuse: @Sendable (_ absence: Int) async throws -> Void

  static let testValue = N01School(
    absences: unimplemented("N01School.absences"),
    excuse: unimplemented("N01School.excuse")
  )
}

extension DependencyValues {
  var n01School: N01School {
    get { self[N01School.self] }
    set { self[N01School.self] = newValue }
  }
}

/// A row: one absence, which a parent can excuse. An excuse that the school has accepted is final.
struct N01Absence: Reducer {
  enum Phase: Equatable { case open, sending, excused, failed }

  struct State: Equatable, Identifiable {
    let id: Int
    var day: String
    var phase = Phase.open
  }

  enum Input: Equatable { case excuseTapped }
  enum Feedback: Equatable { case accepted, rejected }
  enum Output: Equatable { case excused(day: String) }

  private enum CancelID { case excuse }

  @Dependency(\.n01School) private var school

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.excuseTapped):
      guard state.phase == .open || state.phase == .failed else { return .none }
      state.phase = .sending
      return .run("excuse", of: state.id) { [id = state.id] send in
        try await school.excuse(id)
        await send(.accepted)
      } catch: { _, send in
        await send(.rejected)
      }
      .cancellable(id: CancelID.excuse, cancelInFlight: true)

    case .feedback(.accepted):
      guard state.phase == .sending else { return .none }
      state.phase = .excused
      return .output(.excused(day: state.day))

    case .feedback(.rejected):
      guard state.phase == .sending else { return .none }
      state.phase = .failed
      return .none
    }
  }
}

/// The absences of the pupil whose account is signed in.
struct N01Absences: Reducer {
  struct State: Equatable {
    var pupil: String?
    var rows: IdentifiedArray<N01Absence.State> = []
    var isRefreshing = false
    var isOffline = false
    var toast: String?
  }

  enum Input: Equatable {
    case signedIn(String)
    case signedOut
    case refreshPulled
    case row(Int, N01Absence.Input)
  }

  enum Feedback: Equatable {
    case refreshed([N01Entry])
    case refreshFailed
    case toastEnded
    case row(Int, ChildFeedback<N01Absence>)
  }

  private enum CancelID { case refresh, toast }

  let rows = ScopeEach<N01Absences, N01Absence>(\.rows, feedback: Feedback.row) { N01Absence() }

  @Dependency(\.n01School) private var school
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.signedIn(let pupil)):
      guard state.pupil == nil else { return .none }
      state.pupil = pupil
      return refresh(&state)

    case .input(.signedOut):
      state = State()
      return .merge(.cancel(id: CancelID.refresh), .cancel(id: CancelID.toast))

    case .input(.refreshPulled):
      guard !state.isRefreshing else { return .none }
      return refresh(&state)

    case .input(.row(let id, let input)):
      guard state.rows[id: id] != nil else { return .none }
      return rows.reduce(.input(input), id: id, into: &state)

    case .feedback(.row(let id, .feedback(let feedback))):
      return rows.reduce(.feedback(feedback), id: id, into: &state)

    case .feedback(.row(_, .output(.excused(let day)))):
      state.toast = "\(day) is excused."
      return .run("toast") { send in
        try await clock.sleep(for: .seconds(3))
        await send(.toastEnded)
      }
      .cancellable(id: CancelID.toast, cancelInFlight: true)

    case .feedback(.refreshed(let entries)):
      state.isRefreshing = false
      state.isOffline = false
      state.rows = merged(entries, into: state.rows)
      return .none

    case .feedback(.refreshFailed):
      state.isRefreshing = false
      state.isOffline = true
      return .none

    case .feedback(.toastEnded):
      state.toast = nil
      return .none
    }
  }

  private func refresh(_ state: inout State) -> Effect<Feedback, Never> {
    guard let pupil = state.pupil else { return .none }
    state.isRefreshing = true
    return .run("refresh", of: pupil) { send in
      await send(.refreshed(try await school.absences(pupil)))
    } catch: { _, send in
      await send(.refreshFailed)
    }
    .cancellable(id: CancelID.refresh, cancelInFlight: true)
  }

  /// The list may be older than what a row knows by now: a sent excuse goes on, and an accepted one stays.
  private func merged(
    _ entries: [N01Entry],
    into rows: IdentifiedArray<N01Absence.State>
  ) -> IdentifiedArray<N01Absence.State> {
    var result: IdentifiedArray<N01Absence.State> = []
    for entry in entries {
      let known = rows[id: entry.id]?.phase ?? .open
      result.append(N01Absence.State(id: entry.id, day: entry.day, phase: entry.isExcused ? .excused : known))
    }
    for row in rows where row.phase == .sending && result[id: row.id] == nil { result.append(row) }
    result.sort { $0.id < $1.id }
    return result
  }
}

struct N01Offline: Error {}

struct N01Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: N01Absences.State) -> [N01Absences.Input] in
        guard state.pupil != nil else { return [.signedIn("Ada")] }
        var inputs: [N01Absences.Input] = [.refreshPulled, .signedOut]
        for row in state.rows { inputs.append(.row(row.id, .excuseTapped)) }
        return inputs
      }
    ) { () -> TestStore<N01Absences> in
      let store = TestStore(initialState: N01Absences.State()) { N01Absences() }
      store.gate("absences", at: \.n01School.absences) { _ in
        [
          .success([N01Entry(id: 1, day: "Monday", isExcused: false), N01Entry(id: 2, day: "Friday", isExcused: false)]
          ),
          .failure(N01Offline()),
        ]
      }
      store.gate("excuse", at: \.n01School.excuse) { _ in [.success(()), .failure(N01Offline())] }
      return store
    }
  }
}
