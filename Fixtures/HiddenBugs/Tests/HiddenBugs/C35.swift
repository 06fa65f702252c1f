import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The shifts of one nurse.
struct C35Shifts: Reducer {
  struct State: Equatable, Identifiable {
    /// The nurse.
    let id: String
    var shifts: [String] = []
    var isLoading = true
    var hasLoadFailed = false
    /// The shift that is being offered to the colleagues.
    var offering: String?
    var offered: Set<String> = []
    var hasOfferFailed = false
  }

  enum Input: Equatable, Sendable { case reloadTapped, offerTapped(String) }

  enum Feedback: Equatable, Sendable {
    case loaded([String])
    case loadFailed
    case offered(String)
    case offerFailed
  }

  @Dependency(\.c35Client) private var client

  func start(from state: State) -> Effect<Feedback, Never> { load(state.id) }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.reloadTapped):
      guard !state.isLoading else { return .none }
      state.isLoading = true
      state.hasLoadFailed = false
      return load(state.id)

    case .input(.offerTapped(let shift)):
      guard state.offering == nil, !state.offered.contains(shift) else { return .none }
      state.offering = shift
      state.hasOfferFailed = false
      return .run("offer", of: shift) { send in
        try await client.offer(shift)
        await send(.offered(shift))
      } catch: { _, send in
        await send(.offerFailed)
      }

    case .feedback(.loaded(let shifts)):
      state.isLoading = false
      state.shifts = shifts
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.hasLoadFailed = true
      return .none

    case .feedback(.offered(let shift)):
      state.offering = nil
      state.offered.insert(shift)
      return .none

    case .feedback(.offerFailed):
      state.offering = nil
      state.hasOfferFailed = true
      return .none
    }
  }

  private func load(_ nurse: String) -> Effect<Feedback, Never> {
    .run("shifts", of: nurse) { send in
      await send(.loaded(try await client.shifts(nurse)))
    } catch: { _, send in
      await send(.loadFailed)
    }
  }
}

/// The phone of a ward, on which one nurse after another signs in.
struct C35WardPhone: Reducer {
  enum Choice: Equatable, Sendable { case signOut }

  enum Screen: Equatable {
    case signedOut
    case signingIn(String)
    case shifts(C35Shifts.State)
  }

  struct State: Equatable {
    var screen = Screen.signedOut
    var hasFailed = false
    var alert: AlertState<Choice>?
  }

  enum Input: Equatable, Sendable {
    case signInTapped(String)
    case cancelTapped
    case signOutTapped
    case alert(AlertState<Choice>.Answer)
    case shifts(C35Shifts.Input)
  }

  enum Feedback: Equatable, Sendable {
    case signedIn
    case signInFailed
    case shifts(ChildFeedback<C35Shifts>)
  }

  private enum CancelID { case signIn }

  /// The question before an offer is given up.
  static let question = AlertState(
    "Your shift is still being offered.",
    buttons: [.init("Sign out", role: .destructive, action: Choice.signOut), .init("Stay", role: .cancel)]
  )

  private let shifts = Scope<C35WardPhone, C35Shifts>(
    at: .ifCase(Screen.shifts, of: \.screen) { if case .shifts(let shifts) = $0 { shifts } else { nil } },
    feedback: Feedback.shifts
  ) { C35Shifts() }

  @Dependency(\.c35Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.shifts(let input)): return shifts.reduce(.input(input), into: &state)
    case .feedback(.shifts(.feedback(let feedback))): return shifts.reduce(.feedback(feedback), into: &state)

    case .input(.signInTapped(let nurse)):
      guard state.screen == .signedOut else { return .none }
      state.screen = .signingIn(nurse)
      state.hasFailed = false
      return .run("sign in", of: nurse) { send in
        try await client.signIn(nurse)
        await send(.signedIn)
      } catch: { _, send in
        await send(.signInFailed)
      }
      .cancellable(id: CancelID.signIn, cancelInFlight: true)

    case .input(.cancelTapped):
      guard case .signingIn = state.screen else { return .none }
      state.screen = .signedOut
      return .cancel(id: CancelID.signIn)

    case .input(.signOutTapped):
      guard case .shifts(let shifts) = state.screen else { return .none }
      if shifts.offering == nil { state.screen = .signedOut } else { state.alert = Self.question }
      return .none

    case .input(.alert(let answer)):
      if state.alert.close(by: answer) == .signOut { state.screen = .signedOut }
      return .none

    case .feedback(.signedIn):
      guard case .signingIn(let nurse) = state.screen else { return .none }
      state.screen = .shifts(C35Shifts.State(id: nurse))
      return shifts.start(from: state)

    case .feedback(.signInFailed):
      state.screen = .signedOut
      state.hasFailed = true
      return .none
    }
  }
}

struct C35Client: TestDependencyKey, Sendable {
  var signIn: @Sendable (_ nurse: String) async throws -> Void
  var shifts: @Sendable (_ nurse: String) async throws -> [String]
  var offer: @Sendable (_ shift: String) async throws -> Void

  static let testValue = C35Client(
    signIn: unimplemented("C35Client.signIn"),
    shifts: unimplemented("C35Client.shifts"),
    offer: unimplemented("C35Client.offer")
  )
}

extension DependencyValues {
  var c35Client: C35Client {
    get { self[C35Client.self] }
    set { self[C35Client.self] = newValue }
  }
}

struct C35Offline: Error {}

struct C35Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: C35WardPhone.State) -> [C35WardPhone.Input] in
        if state.alert != nil { return [.alert(.chosen(.signOut)), .alert(.dismissed)] }
        switch state.screen {
        case .signedOut: return [.signInTapped("Ines"), .signInTapped("Tom")]
        case .signingIn: return [.cancelTapped]
        case .shifts(let shifts):
          var inputs: [C35WardPhone.Input] = [.signOutTapped]
          if !shifts.isLoading { inputs.append(.shifts(.reloadTapped)) }
          for shift in shifts.shifts where shifts.offering == nil && !shifts.offered.contains(shift) {
            inputs.append(.shifts(.offerTapped(shift)))
          }
          return inputs
        }
      }
    ) { () -> TestStore<C35WardPhone> in
      let store = TestStore(initialState: C35WardPhone.State()) { C35WardPhone() }
      store.gate("sign in", at: \.c35Client.signIn) { _ in [.success(()), .failure(C35Offline())] }
      store.gate("shifts", at: \.c35Client.shifts) { nurse in
        [.success(["Night of \(nurse)", "Sunday of \(nurse)"]), .failure(C35Offline())]
      }
      store.gate("offer", at: \.c35Client.offer) { _ in [.success(()), .failure(C35Offline())] }
      return store
    }
  }
}
