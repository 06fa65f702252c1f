import StoreCore
import StoreTesting
import Testing

@Suite struct PlaceTests {
  /// A child with an effect, and an output.
  private struct Timer: Reducer {
    struct State: Equatable, Identifiable {
      var id = 1
      var seconds = 0
    }

    enum Input: Equatable { case start, close }
    enum Feedback: Equatable { case passed }
    enum Output: Equatable { case closed }

    func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
      switch message {
      case .input(.start):
        return .run("timer") { send in
          @Dependency(\.continuousClock) var clock
          try await clock.sleep(for: .seconds(1))
          await send(.passed)
        }
      case .input(.close): return .output(.closed)
      case .feedback(.passed):
        state.seconds += 1
        return .none
      }
    }
  }

  /// A child with one type of action, and without an id.
  private struct Switch: ActionReducer {
    struct State: Equatable { var isOn = false }
    enum Action: Equatable { case tapped, warmedUp }

    func reduce(action: Action, into state: inout State) -> Effect<Action, Never> {
      switch action {
      case .tapped:
        return .run("warm up") { send in
          @Dependency(\.continuousClock) var clock
          try await clock.sleep(for: .seconds(1))
          await send(.warmedUp)
        }
      case .warmedUp:
        state.isOn = true
        return .none
      }
    }
  }

  /// What a house presents; nothing while it is nil.
  private enum Sheet: Equatable { case timer(Timer.State), lamp(Switch.State) }

  /// A parent with a child at each kind of place.
  private struct House: Reducer {
    struct State: Equatable {
      var hall = Timer.State()
      var guest: Timer.State?
      var sheet: Sheet?
      var rows: IdentifiedArray<Timer.State> = []
      var lamp: Switch.State?
      var closed: [String] = []
    }

    enum Input {
      case hall(Timer.Input), guest(Timer.Input), sheet(Timer.Input), row(Int, Timer.Input)
      case lamp(Switch.Action), sheetLamp(Switch.Action)
      case change(@Sendable (inout State) -> Void)
    }

    enum Feedback: Equatable {
      case hall(ChildFeedback<Timer>), guest(ChildFeedback<Timer>), sheet(ChildFeedback<Timer>)
      case row(Int, ChildFeedback<Timer>)
      case lamp(Switch.Action), sheetLamp(Switch.Action)
    }

    let hall = Scope<House, Timer>(at: .always(\.hall), feedback: Feedback.hall) { Timer() }
    let guest = Scope<House, Timer>(at: .ifLet(\.guest), feedback: Feedback.guest) { Timer() }
    let sheet = Scope<House, Timer>(
      at: .ifCase(Sheet.timer, of: \.sheet) { if case .timer(let timer) = $0 { timer } else { nil } },
      feedback: Feedback.sheet
    ) { Timer() }
    let rows = ScopeEach<House, Timer>(at: .each(\.rows), feedback: Feedback.row) { Timer() }
    let lamp = Scope<House, Switch>(at: .ifLet(\.lamp), action: Feedback.lamp) { Switch() }
    let sheetLamp = Scope<House, Switch>(
      at: .ifCase(Sheet.lamp, of: \.sheet) { if case .lamp(let lamp) = $0 { lamp } else { nil } },
      action: Feedback.sheetLamp
    ) { Switch() }

    func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
      switch message {
      case .input(.hall(let input)): return hall.reduce(.input(input), into: &state)
      case .input(.guest(let input)): return guest.reduce(.input(input), into: &state)
      case .input(.sheet(let input)): return sheet.reduce(.input(input), into: &state)
      case .input(.row(let id, let input)): return rows.reduce(.input(input), id: id, into: &state)
      case .input(.lamp(let action)), .feedback(.lamp(let action)): return lamp.reduce(action, into: &state)
      case .input(.sheetLamp(let action)), .feedback(.sheetLamp(let action)):
        return sheetLamp.reduce(action, into: &state)
      case .input(.change(let change)):
        change(&state)
        return .none
      case .feedback(.hall(.feedback(let feedback))): return hall.reduce(.feedback(feedback), into: &state)
      case .feedback(.guest(.feedback(let feedback))): return guest.reduce(.feedback(feedback), into: &state)
      case .feedback(.sheet(.feedback(let feedback))): return sheet.reduce(.feedback(feedback), into: &state)
      case .feedback(.row(let id, .feedback(let feedback))):
        return rows.reduce(.feedback(feedback), id: id, into: &state)
      case .feedback(.hall(.output)): state.closed.append("hall")
      case .feedback(.guest(.output)): state.closed.append("guest")
      case .feedback(.sheet(.output)): state.closed.append("sheet")
      case .feedback(.row(let id, .output)): state.closed.append("row \(id)")
      }
      return .none
    }
  }

  /// A place of a timer in a house.
  private enum Room: String, CaseIterable, Sendable {
    case hall, guest, sheet, row

    func input(_ input: Timer.Input) -> House.Input {
      switch self {
      case .hall: .hall(input)
      case .guest: .guest(input)
      case .sheet: .sheet(input)
      case .row: .row(1, input)
      }
    }

    func feedback(_ feedback: ChildFeedback<Timer>) -> House.Feedback {
      switch self {
      case .hall: .hall(feedback)
      case .guest: .guest(feedback)
      case .sheet: .sheet(feedback)
      case .row: .row(1, feedback)
      }
    }

    /// Returns a change that puts a timer in the place.
    func put(_ timer: Timer.State) -> @Sendable (inout House.State) -> Void {
      switch self {
      case .hall: { $0.hall = timer }
      case .guest: { $0.guest = timer }
      case .sheet: { $0.sheet = .timer(timer) }
      case .row: { $0.rows = [timer] }
      }
    }
  }

  private func testStore(_ room: Room) -> TestStore<House> {
    var state = House.State()
    room.put(Timer.State())(&state)
    return TestStore(initialState: state) { House() }
  }

  @Test(arguments: Room.allCases)
  private func `a child at each place has effects and outputs`(room: Room) async {
    let store = testStore(room)
    await store.send(room.input(.start))
    await store.clock.advance(by: .seconds(1))
    await store.receive(room.feedback(.feedback(.passed)), assert: room.put(Timer.State(seconds: 1)))
    await store.send(room.input(.close))
    await store.receive(room.feedback(.output(.closed))) {
      $0.closed = [room == .row ? "row 1" : room.rawValue]
    }
    await store.finish()
  }

  @Test(arguments: Room.allCases)
  private func `a child with another id at the place ends the effects of the first`(room: Room) async {
    let store = testStore(room)
    await store.send(room.input(.start))
    await store.send(.change(room.put(Timer.State(id: 2))), assert: room.put(Timer.State(id: 2)))
    #expect(store.inFlightEffects.isEmpty)
    await store.finish()
  }

  @Test func `a child in a case of an optional enum ends with its case`() async {
    let store = TestStore(initialState: House.State(sheet: .timer(Timer.State()))) { House() }
    await store.send(.sheet(.start))
    await store.send(.change { $0.sheet = .lamp(Switch.State()) }) { $0.sheet = .lamp(Switch.State()) }
    await store.send(.sheetLamp(.tapped))
    await store.clock.advance(by: .seconds(1))
    await store.receive(.sheetLamp(.warmedUp)) { $0.sheet = .lamp(Switch.State(isOn: true)) }
    await store.send(.sheetLamp(.tapped))
    await store.send(.change { $0.sheet = nil }) { $0.sheet = nil }
    await store.finish()
  }

  @Test func `a flat child without an id ends when it is absent`() async {
    let store = TestStore(initialState: House.State(lamp: Switch.State())) { House() }
    await store.send(.lamp(.tapped))
    await store.send(.change { $0.lamp = Switch.State(isOn: true) }) { $0.lamp?.isOn = true }
    #expect(store.inFlightEffects.count == 1)
    await store.send(.change { $0.lamp = nil }) { $0.lamp = nil }
    await store.finish()
  }
}
