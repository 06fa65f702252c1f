import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The online check-in of a hotel: the bookings of a guest, and a form for each. E-mails link to the forms.
struct E21CheckIn: Reducer {
  struct State: Equatable {
    /// The passport numbers that the hotel has, by booking.
    var passports: [String: String] = [:]
    var form: E21Form.State?
    /// The booking of a link that waits for the form: for its save, or for an answer of the guest.
    var waitingLink: String?
    /// Whether the guest is asked to give up what was typed.
    var isAsking = false
    var hasAppeared = false
  }

  enum Input: Equatable, Sendable {
    case appeared
    case bookingTapped(String)
    case form(E21Form.Input)
    case leaveTapped
    case stayTapped
  }

  enum Feedback: Equatable, Sendable {
    case linkOpened(String)
    case form(ChildFeedback<E21Form>)
  }

  let form = Scope<E21CheckIn, E21Form>(ifLet: \.form, feedback: Feedback.form) { E21Form() }

  @Dependency(\.e21Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.form(let input)): return form.reduce(.input(input), into: &state)
    case .feedback(.form(.feedback(let feedback))): return form.reduce(.feedback(feedback), into: &state)

    case .input(.appeared):
      guard !state.hasAppeared else { return .none }
      state.hasAppeared = true
      return .run("links") { send in
        for await booking in client.links() { await send(.linkOpened(booking)) }
      }

    case .input(.bookingTapped(let booking)):
      if state.form == nil { open(booking, in: &state) }

    case .input(.leaveTapped):
      guard state.isAsking else { return .none }
      if let booking = state.waitingLink { open(booking, in: &state) } else { close(&state) }

    case .input(.stayTapped):
      state.isAsking = false
      state.waitingLink = nil

    case .feedback(.linkOpened(let booking)):
      guard let form = state.form else {
        open(booking, in: &state)
        return .none
      }
      if form.id == booking {
        state.waitingLink = nil
        state.isAsking = false
      } else if form.isSaving || form.isDirty {
        state.waitingLink = booking
        state.isAsking = !form.isSaving
      } else {
        open(booking, in: &state)
      }

    case .feedback(.form(.output(.saved(let passport)))):
      guard let form = state.form else { return .none }
      state.passports[form.id] = passport
      if let booking = state.waitingLink { open(booking, in: &state) } else { close(&state) }

    case .feedback(.form(.output(.notSaved))):
      state.isAsking = state.waitingLink != nil

    case .feedback(.form(.output(.cancelled))):
      if state.form?.isDirty == true { state.isAsking = true } else { close(&state) }
    }
    return .none
  }

  private func open(_ booking: String, in state: inout State) {
    close(&state)
    let passport = state.passports[booking] ?? ""
    state.form = E21Form.State(id: booking, passport: passport, saved: passport)
  }

  private func close(_ state: inout State) {
    state.form = nil
    state.waitingLink = nil
    state.isAsking = false
  }
}

/// The form of a booking. It can't be changed or left while it is being saved.
struct E21Form: Reducer {
  struct State: Equatable, Identifiable {
    let id: String
    var passport: String
    var saved: String
    var isSaving = false
    var hasFailed = false

    var isDirty: Bool { passport != saved }
  }

  enum Input: Equatable, Sendable { case passportTyped(String), saveTapped, cancelTapped }
  enum Feedback: Equatable, Sendable { case stored, notStored }
  enum Output: Equatable, Sendable { case saved(String), notSaved, cancelled }

  @Dependency(\.e21Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.passportTyped(let passport)):
      guard !state.isSaving else { return .none }
      state.passport = passport
      state.hasFailed = false
      return .none

    case .input(.saveTapped):
      guard state.isDirty, !state.isSaving else { return .none }
      state.isSaving = true
      state.hasFailed = false
      let (booking, passport) = (state.id, state.passport)
      return .run("save", of: booking) { send in
        try await client.save(booking, passport)
        await send(.stored)
      } catch: { _, send in
        await send(.notStored)
      }

    case .input(.cancelTapped):
      return state.isSaving ? .none : .output(.cancelled)

    case .feedback(.stored):
      state.isSaving = false
      state.saved = state.passport
      return .output(.saved(state.passport))

    case .feedback(.notStored):
      state.isSaving = false
      state.hasFailed = true
      return .output(.notSaved)
    }
  }
}

struct E21Client: TestDependencyKey, Sendable {
  var links: @Sendable () -> AsyncStream<String>
  var save: @Sendable (_ booking: String, _ passport: String) async throws -> Void

  static let testValue = E21Client(
    links: unimplemented("E21Client.links", placeholder: AsyncStream { $0.finish() }),
    save: unimplemented("E21Client.save")
  )
}

extension DependencyValues {
  var e21Client: E21Client {
    get { self[E21Client.self] }
    set { self[E21Client.self] = newValue }
  }
}

struct E21Offline: Error {}

struct E21Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: E21CheckIn.State) -> [E21CheckIn.Input] in
        guard state.hasAppeared else { return [.appeared] }
        if state.isAsking { return [.leaveTapped, .stayTapped] }
        guard let form = state.form else { return [.bookingTapped("Lisbon"), .bookingTapped("Porto")] }
        if form.isSaving { return [] }
        var inputs: [E21CheckIn.Input] = [.form(.cancelTapped)]
        if form.isDirty { inputs.append(.form(.saveTapped)) }
        inputs.append(.form(.passportTyped(form.passport == "C01X" ? "" : "C01X")))
        return inputs
      }
    ) { () -> TestStore<E21CheckIn> in
      let store = TestStore(initialState: E21CheckIn.State()) { E21CheckIn() }
      store.gate("links", at: \.e21Client.links) { [.element("Lisbon"), .element("Porto")] }
      store.gate("save", at: \.e21Client.save) { _ in [.success(()), .failure(E21Offline())] }
      return store
    }
  }
}
