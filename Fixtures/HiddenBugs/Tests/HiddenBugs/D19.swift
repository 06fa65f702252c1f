import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// What the sensors of a house have noticed, newest first, below the switch of the alarm.
struct D19Log: Reducer {
  enum Phase: Equatable { case idle, refreshing, loadingMore, failed }

  struct State: Equatable {
    var events: IdentifiedArray<D19Event> = []
    /// Where the next page begins; nil at the end of the log.
    var cursor: Int?
    var phase = Phase.idle
    var onlyDoors = false
    var isArmed = false
    var isSwitching = false
    var hasAlarmFailed = false

    /// The rows of the list.
    var shown: [D19Event] { onlyDoors ? events.filter { $0.isDoor }.elements : events.elements }
  }

  enum Input: Equatable, Sendable {
    case appeared
    case refreshPulled
    case endReached
    case retryTapped
    case onlyDoorsTapped
    case alarmTapped
  }

  enum Feedback: Equatable, Sendable {
    case refreshed(D19Page)
    case loadedMore(D19Page)
    case failed
    case alarmSwitched(Bool)
    case alarmFailed
  }

  private enum CancelID { case events }

  @Dependency(\.d19Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.events.isEmpty, state.phase == .idle else { return .none }
      return refresh(&state)

    case .input(.refreshPulled):
      guard state.phase != .refreshing else { return .none }
      return refresh(&state)

    case .input(.endReached):
      guard state.phase == .idle else { return .none }
      return loadMore(&state)

    case .input(.retryTapped):
      guard state.phase == .failed else { return .none }
      return state.events.isEmpty ? refresh(&state) : loadMore(&state)

    case .input(.onlyDoorsTapped):
      state.onlyDoors.toggle()
      return .none

    case .input(.alarmTapped):
      guard !state.isSwitching else { return .none }
      state.isSwitching = true
      state.hasAlarmFailed = false
      let isArmed = !state.isArmed
      return .run("alarm", of: isArmed) { send in
        try await client.switchAlarm(isArmed)
        await send(.alarmSwitched(isArmed))
      } catch: { _, send in
        await send(.alarmFailed)
      }

    case .feedback(.refreshed(let page)):
      state.phase = .idle
      state.events = IdentifiedArray(page.events)
      state.cursor = page.next
      return .none

    case .feedback(.loadedMore(let page)):
      state.phase = .idle
      for event in page.events { state.events.updateOrAppend(event) }
      state.cursor = page.next
      return .none

    case .feedback(.failed):
      state.phase = .failed
      return .none

    case .feedback(.alarmSwitched(let isArmed)):
      state.isSwitching = false
      state.isArmed = isArmed
      return .none

    case .feedback(.alarmFailed):
      state.isSwitching = false
      state.hasAlarmFailed = true
      return .none
    }
  }

  /// Asks for the newest events. The ones that are shown stay until they arrive.
  private func refresh(_ state: inout State) -> Effect<Feedback, Never> {
    state.phase = .refreshing
    return .run("events", of: 0) { send in
      await send(.refreshed(try await client.events(nil)))
    } catch: { _, send in
      await send(.failed)
    }
    .cancellable(id: CancelID.events, cancelInFlight: true)
  }

  /// Asks for the events after those that are shown.
  private func loadMore(_ state: inout State) -> Effect<Feedback, Never> {
    guard let cursor = state.cursor else { return .none }
    state.phase = .loadingMore
    return .run("events", of: cursor) { send in
      await send(.loadedMore(try await client.events(cursor)))
    } catch: { _, send in
      await send(.failed)
    }
    .cancellable(id: CancelID.events, cancelInFlight: true)
  }
}

struct D19Event: Equatable, Identifiable, Sendable {
  let id: Int
  var isDoor: Bool
}

struct D19Page: Equatable, Sendable {
  var events: [D19Event]
  var next: Int?
}

struct D19Client: TestDependencyKey, Sendable {
  var events: @Sendable (_ cursor: Int?) async throws -> D19Page
  var switchAlarm: @Sendable (_ isArmed: Bool) async throws -> Void

  static let testValue = D19Client(
    events: unimplemented("D19Client.events"),
    switchAlarm: unimplemented("D19Client.switchAlarm")
  )
}

extension DependencyValues {
  var d19Client: D19Client {
    get { self[D19Client.self] }
    set { self[D19Client.self] = newValue }
  }
}

struct D19Offline: Error {}

struct D19Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: D19Log.State) -> [D19Log.Input] in
        var inputs: [D19Log.Input] = [.refreshPulled, .onlyDoorsTapped]
        if !state.isSwitching { inputs.append(.alarmTapped) }
        switch state.phase {
        case .idle:
          if state.events.isEmpty { inputs.append(.appeared) }
          if state.cursor != nil { inputs.append(.endReached) }
        case .failed: inputs.append(.retryTapped)
        case .refreshing, .loadingMore: break
        }
        return inputs
      }
    ) { () -> TestStore<D19Log> in
      let store = TestStore(initialState: D19Log.State()) { D19Log() }
      store.gate("events", at: \.d19Client.events) { cursor in
        let page =
          if let cursor {
            D19Page(events: [D19Event(id: cursor, isDoor: true)], next: nil)
          } else {
            D19Page(events: [D19Event(id: 8, isDoor: false)], next: 7)
          }
        return [.success(page), .failure(D19Offline())]
      }
      store.gate("alarm", at: \.d19Client.switchAlarm) { _ in [.success(()), .failure(D19Offline())] }
      return store
    }
  }
}
