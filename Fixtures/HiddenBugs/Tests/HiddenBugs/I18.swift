import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The booked trips of a traveller. The name of the guest can be changed; links in mails open a trip.
struct I18Trips: Reducer {
  struct State: Equatable {
    enum Screen: Equatable {
      case list
      case trip(Int, Details)
      case guest(I18Form)
    }

    enum Details: Equatable {
      case loading
      case loaded(String)
      case failed
    }

    var screen = Screen.list
    var linkedTrip: Int?

    /// The question whether the changes of the form may be lost.
    var asksToLeave: Bool {
      guard case .guest(let form) = screen else { return false }
      return linkedTrip != nil && form.phase != .saving
    }
  }

  enum Input: Equatable, Sendable {
    case tripTapped(Int)
    case retryTapped
    case editTapped
    case nameChanged(String)
    case saveTapped
    case backTapped
    case linkOpened(Int)
    case leaveTapped
    case stayTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded(String)
    case loadFailed
    case saved
    case saveFailed
  }

  private enum CancelID { case details }

  @Dependency(\.i18Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.tripTapped(let trip)):
      guard state.screen == .list else { return .none }
      return show(trip, in: &state)

    case .input(.linkOpened(let trip)):
      guard case .guest(let form) = state.screen, form.isAtRisk else { return show(trip, in: &state) }
      state.linkedTrip = trip
      return .none

    case .input(.retryTapped):
      guard case .trip(let trip, .failed) = state.screen else { return .none }
      return show(trip, in: &state)

    case .feedback(.loaded(let guest)):
      guard case .trip(let trip, .loading) = state.screen else { return .none }
      state.screen = .trip(trip, .loaded(guest))
      return .none

    case .feedback(.loadFailed):
      guard case .trip(let trip, .loading) = state.screen else { return .none }
      state.screen = .trip(trip, .failed)
      return .none

    case .input(.editTapped):
      guard case .trip(let trip, .loaded(let guest)) = state.screen else { return .none }
      state.screen = .guest(I18Form(trip: trip, name: guest, savedName: guest))
      return .none

    case .input(.nameChanged(let name)):
      guard case .guest(var form) = state.screen, form.phase != .saving else { return .none }
      form.name = name
      form.phase = .editing
      state.screen = .guest(form)
      return .none

    case .input(.saveTapped):
      guard case .guest(var form) = state.screen, form.phase != .saving, form.hasChanges else { return .none }
      form.phase = .saving
      state.screen = .guest(form)
      let guest = I18Guest(trip: form.trip, name: form.name)
      return .run("save", of: guest) { send in
        try await client.save(guest)
        await send(.saved)
      } catch: { _, send in
        await send(.saveFailed)
      }

    case .feedback(.saved):
      guard case .guest(let form) = state.screen else { return .none }
      return show(state.linkedTrip ?? form.trip, in: &state)

    case .feedback(.saveFailed):
      guard case .guest(var form) = state.screen else { return .none }
      form.phase = .failed
      state.screen = .guest(form)
      return .none

    case .input(.backTapped):
      switch state.screen {
      case .list:
        return .none
      case .trip:
        state.screen = .list
        return .cancel(id: CancelID.details)
      case .guest(let form):
        guard form.isAtRisk else { return show(form.trip, in: &state) }
        if form.phase != .saving { state.linkedTrip = form.trip }
        return .none
      }

    case .input(.leaveTapped):
      guard state.asksToLeave, let trip = state.linkedTrip else { return .none }
      return show(trip, in: &state)

    case .input(.stayTapped):
      guard state.asksToLeave else { return .none }
      state.linkedTrip = nil
      return .none
    }
  }

  private func show(_ trip: Int, in state: inout State) -> Effect<Feedback, Never> {
    state.linkedTrip = nil
    state.screen = .trip(trip, .loading)
    return .run("details", of: trip) { send in
      await send(.loaded(try await client.guest(trip)))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.details, cancelInFlight: true)
  }
}

struct I18Form: Equatable {
  enum Phase: Equatable { case editing, saving, failed }

  var trip: Int
  var name: String
  var savedName: String
  var phase = Phase.editing

  var hasChanges: Bool { name != savedName }
  var isAtRisk: Bool { hasChanges || phase == .saving }
}

struct I18Guest: Hashable, Sendable {
  var trip: Int
  var name: String
}

struct I18Client: TestDependencyKey, Sendable {
  var guest: @Sendable (_ trip: Int) async throws -> String
  var save: @Sendable (_ guest: I18Guest) async throws -> Void

  static let testValue = I18Client(
    guest: unimplemented("I18Client.guest"),
    save: unimplemented("I18Client.save")
  )
}

extension DependencyValues {
  var i18Client: I18Client {
    get { self[I18Client.self] }
    set { self[I18Client.self] = newValue }
  }
}

struct I18Offline: Error {}

struct I18Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: I18Trips.State) -> [I18Trips.Input] in
        if state.asksToLeave { return [.leaveTapped, .stayTapped] }
        switch state.screen {
        case .list: return [.tripTapped(1), .tripTapped(2), .linkOpened(2)]
        case .trip(_, .loading): return [.backTapped, .linkOpened(2)]
        case .trip(_, .loaded): return [.editTapped, .backTapped, .linkOpened(2)]
        case .trip(_, .failed): return [.retryTapped, .backTapped, .linkOpened(2)]
        case .guest(let form):
          if form.phase == .saving { return [.linkOpened(2)] }
          let edits: [I18Trips.Input] = [.nameChanged("Bo"), .nameChanged("Cy"), .backTapped, .linkOpened(2)]
          return form.hasChanges ? edits + [.saveTapped] : edits
        }
      }
    ) { () -> TestStore<I18Trips> in
      let store = TestStore(initialState: I18Trips.State()) { I18Trips() }
      store.gate("guest", at: \.i18Client.guest) { _ in [.success("Ada"), .failure(I18Offline())] }
      store.gate("save", at: \.i18Client.save) { _ in [.success(()), .failure(I18Offline())] }
      return store
    }
  }
}
