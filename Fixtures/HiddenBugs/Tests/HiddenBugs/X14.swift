import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The programme guide of a radio station, day by day, with reminders.
struct X14Guide: Reducer {
  struct State: Equatable {
    var day = X14Day.today
    var programmes: [X14Day: [X14Programme]] = [:]
    var isLoading = false
    var hasFailed = false
    var reminders: Set<String> = []
    var pendingReminders: Set<String> = []
    var showsReminderNotice = false

    /// The rows of the list.
    var shown: [X14Programme] { programmes[day] ?? [] }
  }

  enum Input: Equatable, Sendable {
    case appeared
    case dayChosen(X14Day)
    case refreshPulled
    case retryTapped
    case reminderTapped(String)
    case noticeClosed
  }

  enum Feedback: Equatable, Sendable {
    case loaded(X14Day, [X14Programme])
    case failed
    case reminderSet(X14Reminder)
    case reminderFailed(String)
  }

  private enum CancelID { case load }

  @Dependency(\.x14Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      return show(&state)

    case .input(.dayChosen(let day)):
      guard day != state.day else { return .none }
      state.day = day
      state.isLoading = false
      state.hasFailed = false
      return .merge(.cancel(id: CancelID.load), show(&state))

    case .input(.refreshPulled):
      guard !state.isLoading else { return .none }
      return load(&state)

    case .input(.retryTapped):
      guard state.hasFailed else { return .none }
      return show(&state)

    case .input(.reminderTapped(let id)):
      guard !state.pendingReminders.contains(id) else { return .none }
      state.pendingReminders.insert(id)
      state.showsReminderNotice = false
      let reminder = X14Reminder(programme: id, isOn: !state.reminders.contains(id))
      return .run("reminder", of: reminder) { send in
        try await client.setReminder(reminder)
        await send(.reminderSet(reminder))
      } catch: { _, send in
        await send(.reminderFailed(id))
      }

    case .input(.noticeClosed):
      state.showsReminderNotice = false
      return .none

    case .feedback(.loaded(let day, let programmes)):
      state.isLoading = false
      state.programmes[day] = programmes
      return .none

    case .feedback(.failed):
      state.isLoading = false
      state.hasFailed = true
      return .none

    case .feedback(.reminderSet(let reminder)):
      state.pendingReminders.remove(reminder.programme)
      if reminder.isOn {
        state.reminders.insert(reminder.programme)
      } else {
        state.reminders.remove(reminder.programme)
      }
      return .none

    case .feedback(.reminderFailed(let id)):
      state.pendingReminders.remove(id)
      state.showsReminderNotice = true
      return .none
    }
  }

  /// Shows the chosen day: from memory, or from the server.
  private func show(_ state: inout State) -> Effect<Feedback, Never> {
    guard state.programmes[state.day] == nil, !state.isLoading else { return .none }
    return load(&state)
  }

  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.hasFailed = false
    let day = state.day
    return .run("programmes", of: day) { send in
      await send(.loaded(day, try await client.programmes(day)))
    } catch: { _, send in
      await send(.failed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }
}

enum X14Day: String, Hashable, Sendable { case today, tomorrow }

struct X14Programme: Equatable, Identifiable, Sendable {
  var id: String
  var title: String
}

struct X14Reminder: Hashable, Sendable {
  var programme: String
  var isOn: Bool
}

struct X14Client: TestDependencyKey, Sendable {
  var programmes: @Sendable (_ day: X14Day) async throws -> [X14Programme]
  var setReminder: @Sendable (_ reminder: X14Reminder) async throws -> Void

  static let testValue = X14Client(
    programmes: unimplemented("X14Client.programmes"),
    setReminder: unimplemented("X14Client.setReminder")
  )
}

extension DependencyValues {
  var x14Client: X14Client {
    get { self[X14Client.self] }
    set { self[X14Client.self] = newValue }
  }
}

struct X14Offline: Error {}

struct X14Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: X14Guide.State) -> [X14Guide.Input] in
        var inputs: [X14Guide.Input] = [.dayChosen(.today), .dayChosen(.tomorrow)]
        if state.programmes.isEmpty, !state.isLoading, !state.hasFailed { inputs.append(.appeared) }
        if !state.isLoading { inputs.append(.refreshPulled) }
        if state.hasFailed { inputs.append(.retryTapped) }
        if let first = state.shown.first { inputs.append(.reminderTapped(first.id)) }
        if state.showsReminderNotice { inputs.append(.noticeClosed) }
        return inputs
      }
    ) { () -> TestStore<X14Guide> in
      let store = TestStore(initialState: X14Guide.State()) { X14Guide() }
      store.gate("programmes", at: \.x14Client.programmes) { day in
        [.success([X14Programme(id: "news \(day.rawValue)", title: "News")]), .failure(X14Offline())]
      }
      store.gate("reminder", at: \.x14Client.setReminder) { _ in [.success(()), .failure(X14Offline())] }
      return store
    }
  }
}
