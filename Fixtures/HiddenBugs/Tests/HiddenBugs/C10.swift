import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct C10Room: Equatable, Sendable {
  var isFree: Bool
  /// The number of the user's booking.
  var booking: Int?
}

struct C10Desk: TestDependencyKey, Sendable {
  var freeRooms: @Sendable () async throws -> [String]
  var pay: @Sendable (_ room: String) async throws -> Int

  static let testValue = C10Desk(
    freeRooms: unimplemented("C10Desk.freeRooms"),
    pay: unimplemented("C10Desk.pay")
  )
}

extension DependencyValues {
  var c10Desk: C10Desk {
    get { self[C10Desk.self] }
    set { self[C10Desk.self] = newValue }
  }
}

/// The sheet in which the user pays for a room.
struct C10Checkout: Reducer {
  struct State: Equatable, Identifiable {
    let id: String
    var isPaying = false
    var hasFailed = false
  }

  enum Input: Equatable {
    case payTapped
    case closeTapped
  }

  enum Feedback: Equatable {
    case paid(Int)
    case notPaid
  }

  enum Output: Equatable {
    case booked(String, number: Int)
    case closed
  }

  @Dependency(\.c10Desk) private var desk

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.payTapped):
      guard !state.isPaying else { return .none }
      state.isPaying = true
      state.hasFailed = false
      return .run("pay", of: state.id) { [id = state.id] send in
        await send(.paid(try await desk.pay(id)))
      } catch: { _, send in
        await send(.notPaid)
      }

    case .input(.closeTapped):
      return state.isPaying ? .none : .output(.closed)

    case .feedback(.paid(let number)):
      state.isPaying = false
      return .output(.booked(state.id, number: number))

    case .feedback(.notPaid):
      state.isPaying = false
      state.hasFailed = true
      return .none
    }
  }
}

/// The escape rooms of this evening. The list is kept up to date while the user looks at it.
struct C10Rooms: Reducer {
  struct State: Equatable {
    var isActive = true
    var hasAppeared = false
    var rooms: [String: C10Room] = [:]
    var isLoading = false
    var hasFailed = false
    var checkout: C10Checkout.State?
  }

  enum Input: Equatable {
    case appeared
    case enteredBackground
    case enteredForeground
    case roomTapped(String)
    case checkout(C10Checkout.Input)
  }

  enum Feedback: Equatable {
    case pollFired
    case loaded([String])
    case loadFailed
    case checkout(ChildFeedback<C10Checkout>)
  }

  private enum CancelID { case poll, load }

  private let checkout = Scope<C10Rooms, C10Checkout>(ifLet: \.checkout, feedback: Feedback.checkout) {
    C10Checkout()
  }

  @Dependency(\.c10Desk) private var desk
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.checkout(let input)): return checkout.reduce(.input(input), into: &state)
    case .feedback(.checkout(.feedback(let feedback))): return checkout.reduce(.feedback(feedback), into: &state)

    case .input(.appeared):
      guard !state.hasAppeared else { return .none }
      state.hasAppeared = true
      return watch(&state)

    case .input(.enteredBackground):
      state.isActive = false
      return unwatch(&state)

    case .input(.enteredForeground):
      guard !state.isActive else { return .none }
      state.isActive = true
      guard state.hasAppeared, state.checkout == nil else { return .none }
      return watch(&state)

    case .input(.roomTapped(let id)):
      guard state.checkout == nil, let room = state.rooms[id], room.isFree, room.booking == nil else { return .none }
      state.checkout = C10Checkout.State(id: id)
      return unwatch(&state)

    case .feedback(.checkout(.output(.closed))):
      state.checkout = nil
      return watch(&state)

    case .feedback(.checkout(.output(.booked(let id, let number)))):
      state.rooms[id]?.booking = number
      state.checkout = nil
      return watch(&state)

    case .feedback(.pollFired):
      return state.isLoading ? .none : load(&state)

    case .feedback(.loaded(let free)):
      state.isLoading = false
      for id in state.rooms.keys { state.rooms[id]?.isFree = free.contains(id) }
      for id in free where state.rooms[id] == nil { state.rooms[id] = C10Room(isFree: true) }
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.hasFailed = true
      return .none
    }
  }

  /// Loads the rooms now, and then every 20 seconds.
  private func watch(_ state: inout State) -> Effect<Feedback, Never> {
    .merge(
      load(&state),
      .run("poll") { send in
        for await _ in clock.timer(interval: .seconds(20)) { await send(.pollFired) }
      }
      .cancellable(id: CancelID.poll, cancelInFlight: true)
    )
  }

  private func unwatch(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = false
    return .merge(.cancel(id: CancelID.poll), .cancel(id: CancelID.load))
  }

  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.hasFailed = false
    return .run("load") { send in
      await send(.loaded(try await desk.freeRooms()))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }
}

struct C10Offline: Error {}

struct C10Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: C10Rooms.State) -> [C10Rooms.Input] in
        guard state.isActive else { return [.enteredForeground] }
        var inputs: [C10Rooms.Input] = [.enteredBackground]
        if state.checkout != nil {
          inputs += [.checkout(.payTapped), .checkout(.closeTapped)]
        } else {
          inputs += [.appeared, .roomTapped("Crypt"), .roomTapped("Vault")]
        }
        return inputs
      }
    ) { () -> TestStore<C10Rooms> in
      let store = TestStore(initialState: C10Rooms.State()) { C10Rooms() }
      store.gate("freeRooms", at: \.c10Desk.freeRooms) { [.success(["Crypt", "Vault"]), .failure(C10Offline())] }
      store.gate("pay", at: \.c10Desk.pay) { room in
        [.success(room == "Crypt" ? 1 : 2), .failure(C10Offline())]
      }
      return store
    }
  }
}
