import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The rooms of a guest house, and a form for the guest of one of them. A link opens the form of a room.
struct V06GuestHouse: Reducer {
  struct State: Equatable {
    var guests: [Int: String] = [:]
    var isLoading = false
    var hasFailed = false
    var editor: V06Booking.State?
    /// The room that a link asks for, until it can be shown. Over a form, the screen asks what to do.
    var link: Int?
  }

  enum Input: Equatable, Sendable {
    case appeared
    case retryTapped
    case roomTapped(Int)
    case linkOpened(Int)
    case discardTapped
    case stayTapped
    case booking(V06Booking.Input)
  }

  enum Feedback: Equatable, Sendable {
    case loaded([Int: String])
    case failed
    case booking(ChildFeedback<V06Booking>)
  }

  private enum CancelID { case load }

  private let booking = Scope<V06GuestHouse, V06Booking>(ifLet: \.editor, feedback: Feedback.booking) { V06Booking() }

  @Dependency(\.v06Desk) private var desk

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.booking(let input)): return booking.reduce(.input(input), into: &state)
    case .feedback(.booking(.feedback(let feedback))): return booking.reduce(.feedback(feedback), into: &state)

    case .feedback(.booking(.output(.saved(let room, let guest)))):
      state.guests[room] = guest
      close(&state)
      return .none

    case .feedback(.booking(.output(.cancelled))):
      close(&state)
      return .none

    case .input(.appeared), .input(.retryTapped):
      guard state.guests.isEmpty, !state.isLoading else { return .none }
      state.isLoading = true
      state.hasFailed = false
      return .run("guests") { send in
        await send(.loaded(try await desk.guests()))
      } catch: { _, send in
        await send(.failed)
      }
      .cancellable(id: CancelID.load, cancelInFlight: true)

    case .feedback(.loaded(let guests)):
      state.isLoading = false
      state.guests = guests
      if let room = state.link { show(room, in: &state) }
      return .none

    case .feedback(.failed):
      state.isLoading = false
      state.hasFailed = true
      return .none

    case .input(.roomTapped(let room)):
      guard state.editor == nil else { return .none }
      show(room, in: &state)
      return .none

    case .input(.linkOpened(let room)):
      guard !state.guests.isEmpty else {
        state.link = room
        return .none
      }
      guard state.guests[room] != nil else { return .none }
      guard state.editor?.id != room else {
        state.link = nil
        return .none
      }
      guard state.editor?.canSave != true else {
        state.link = room
        return .none
      }
      show(room, in: &state)
      return .none

    case .input(.discardTapped):
      guard let room = state.link, let editor = state.editor, !editor.isSaving else { return .none }
      show(room, in: &state)
      return .none

    case .input(.stayTapped):
      guard state.editor != nil else { return .none }
      state.link = nil
      return .none
    }
  }

  private func show(_ room: Int, in state: inout State) {
    state.link = nil
    guard let guest = state.guests[room] else { return }
    state.editor = V06Booking.State(id: room, guest: guest, stored: guest)
  }

  /// Closes the form, and opens what a link has asked for meanwhile.
  private func close(_ state: inout State) {
    state.editor = nil
    if let room = state.link { show(room, in: &state) }
  }
}

/// The form for the guest of a room.
struct V06Booking: Reducer {
  struct State: Equatable, Identifiable {
    let id: Int
    var guest: String
    var stored: String
    var isSaving = false
    var hasFailed = false

    /// Whether there is something to save.
    var canSave: Bool { guest != stored && !isSaving }
  }

  enum Input: Equatable, Sendable { case guestChanged(String), saveTapped, cancelTapped }
  enum Feedback: Equatable, Sendable { case saved, failed }
  enum Output: Equatable, Sendable { case saved(Int, String), cancelled }

  private enum CancelID { case save }

  @Dependency(\.v06Desk) private var desk

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.guestChanged(let guest)):
      guard !state.isSaving else { return .none }
      state.guest = guest
      state.hasFailed = false
      return .none

    case .input(.saveTapped):
      guard state.canSave else { return .none }
      state.isSaving = true
      state.hasFailed = false
      let (room, guest) = (state.id, state.guest)
      return .run("save", of: guest) { send in
        try await desk.save(room, guest)
        await send(.saved)
      } catch: { _, send in
        await send(.failed)
      }
      .cancellable(id: CancelID.save)

    case .input(.cancelTapped):
      return state.isSaving ? .none : .output(.cancelled)

    case .feedback(.saved):
      state.isSaving = false
      state.stored = state.guest
      return .output(.saved(state.id, state.guest))

    case .feedback(.failed):
      state.isSaving = false
      state.hasFailed = true
      return .none
    }
  }
}

struct V06Desk: TestDependencyKey, Sendable {
  var guests: @Sendable () async throws -> [Int: String]
  var save: @Sendable (_ room: Int, _ guest: String) async throws -> Void

  static let testValue = V06Desk(guests: unimplemented("V06Desk.guests"), save: unimplemented("V06Desk.save"))
}

extension DependencyValues {
  var v06Desk: V06Desk {
    get { self[V06Desk.self] }
    set { self[V06Desk.self] = newValue }
  }
}

struct V06Offline: Error {}

struct V06Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: V06GuestHouse.State) -> [V06GuestHouse.Input] in
        if state.guests.isEmpty { return [.appeared, .retryTapped, .linkOpened(2)] }
        if state.editor == nil { return [.roomTapped(1), .linkOpened(2)] }
        if state.link != nil { return [.discardTapped, .stayTapped, .booking(.saveTapped), .linkOpened(1)] }
        return [
          .booking(.guestChanged("Cleo")), .booking(.guestChanged("Dora")), .booking(.saveTapped),
          .booking(.cancelTapped), .linkOpened(1), .linkOpened(2),
        ]
      }
    ) { () -> TestStore<V06GuestHouse> in
      let store = TestStore(initialState: V06GuestHouse.State()) { V06GuestHouse() }
      store.gate("guests", at: \.v06Desk.guests) { [.success([1: "Ada", 2: "Ben"]), .failure(V06Offline())] }
      store.gate("save", at: \.v06Desk.save) { _ in [.success(()), .failure(V06Offline())] }
      return store
    }
  }
}
