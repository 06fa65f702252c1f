import StoreCore
import StoreTesting
import Testing

@Suite struct ScopeActionsTests {
  /// A child with one type of action and an effect.
  private struct Lamp: ActionReducer {
    struct State: Equatable {
      var isOn = false
    }

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

  /// The same child with an id.
  private struct NamedLamp: ActionReducer {
    struct State: Equatable, Identifiable {
      let id: String
      var lamp = Lamp.State()
    }

    func reduce(action: Lamp.Action, into state: inout State) -> Effect<Lamp.Action, Never> {
      Lamp().reduce(action: action, into: &state.lamp)
    }
  }

  /// A parent with a child in every kind of place.
  private struct House: ActionReducer {
    enum Room: Equatable { case dark, lit(Lamp.State), named(NamedLamp.State) }

    struct State: Equatable {
      var hall = Lamp.State()
      var door = NamedLamp.State(id: "door")
      var shed: Lamp.State?
      var guest: NamedLamp.State?
      var room = Room.dark
      var others: IdentifiedArray<NamedLamp.State> = []
      var warmedUp = 0
    }

    enum Action: Equatable {
      case hall(Lamp.Action), door(Lamp.Action), shed(Lamp.Action), guest(Lamp.Action), room(Lamp.Action)
      case named(Lamp.Action), other(String, Lamp.Action), changed(State)
    }

    let hall = Scope<House, Lamp>(\.hall, action: Action.hall) { Lamp() }
    let door = Scope<House, NamedLamp>(\.door, action: Action.door) { NamedLamp() }
    let shed = Scope<House, Lamp>(ifLet: \.shed, action: Action.shed) { Lamp() }
    let guest = Scope<House, NamedLamp>(ifLet: \.guest, action: Action.guest) { NamedLamp() }
    let room = Scope<House, Lamp>(
      ifCase: Room.lit,
      of: \.room,
      extract: { if case .lit(let lamp) = $0 { lamp } else { nil } },
      action: Action.room
    ) { Lamp() }
    let named = Scope<House, NamedLamp>(
      ifCase: Room.named,
      of: \.room,
      extract: { if case .named(let lamp) = $0 { lamp } else { nil } },
      action: Action.named
    ) { NamedLamp() }
    let others = ScopeEach<House, NamedLamp>(\.others, action: Action.other) { NamedLamp() }

    func reduce(action: Action, into state: inout State) -> Effect<Action, Never> {
      switch action {
      case .hall(.warmedUp):
        state.warmedUp += 1
        return hall.reduce(.warmedUp, into: &state)
      case .hall(let action): return hall.reduce(action, into: &state)
      case .door(let action): return door.reduce(action, into: &state)
      case .shed(let action): return shed.reduce(action, into: &state)
      case .guest(let action): return guest.reduce(action, into: &state)
      case .room(let action): return room.reduce(action, into: &state)
      case .named(let action): return named.reduce(action, into: &state)
      case .other(let id, let action): return others.reduce(action, id: id, into: &state)
      case .changed(let new):
        state = new
        return .none
      }
    }
  }

  /// The actions for a lamp in each place.
  private static let places: [(action: @Sendable (Lamp.Action) -> House.Action, isNamed: Bool)] = [
    (House.Action.hall, false), (House.Action.door, true), (House.Action.shed, false), (House.Action.guest, true),
    (House.Action.room, false), (House.Action.named, true), ({ .other("a", $0) }, true),
  ]

  /// Returns a house with a lamp in every place.
  private static func house(isNamed: Bool, _ name: String = "a") -> House.State {
    let lamp = NamedLamp.State(id: name)
    return House.State(
      shed: Lamp.State(),
      guest: lamp,
      room: isNamed ? .named(lamp) : .lit(Lamp.State()),
      others: [lamp]
    )
  }

  @Test(arguments: places.indices)
  func `feedback of a child's effects is an action of the parent, in every kind of scope`(place: Int) async {
    let (action, isNamed) = Self.places[place]
    let store = TestStore(initialState: Self.house(isNamed: isNamed)) { House() }
    store.exhaustivity = .off
    await store.send(action(.tapped))
    await store.clock.advance(by: .seconds(1))
    await store.receive(action(.warmedUp))
    await store.finish()
  }

  @Test func `a parent handles the actions of its child's effects, and passes them to the child`() async {
    let store = TestStore(initialState: House.State()) { House() }
    await store.send(.hall(.tapped))
    await store.clock.advance(by: .seconds(1))
    await store.receive(.hall(.warmedUp)) {
      $0.hall.isOn = true
      $0.warmedUp = 1
    }
    await store.finish()
  }

  @Test(arguments: 1..<7)
  func `effects of a child are cancelled when it is removed or replaced`(place: Int) async {
    let (action, isNamed) = Self.places[place]
    let store = TestStore(initialState: Self.house(isNamed: isNamed)) { House() }
    store.exhaustivity = .off
    await store.send(action(.tapped))
    #expect(store.inFlightEffects.count == 1)
    var new = isNamed ? Self.house(isNamed: true, "b") : House.State()
    new.door = NamedLamp.State(id: "other door")
    await store.send(.changed(new))
    #expect(store.inFlightEffects.isEmpty)
    await store.finish()
  }
}
