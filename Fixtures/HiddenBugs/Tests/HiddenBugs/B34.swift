import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The door of an event: a scanned ticket shows its guest, who is then checked in.
struct B34Door: Reducer {
  enum Notice: Equatable, Sendable {
    case unknownTicket
    case welcome(String)
    case notCheckedIn(String)
  }

  struct State: Equatable {
    var code: String?
    var guest: B34Guest?
    var isLookingUp = false
    var isCheckingIn = false
    var admitted: Set<String> = []
    var notice: Notice?

    var canCheckIn: Bool {
      guard let guest else { return false }
      return !isCheckingIn && !admitted.contains(guest.code)
    }
  }

  enum Input: Equatable, Sendable {
    case codeScanned(String)
    case checkInTapped
    case cardClosed
    case noticeTapped
  }

  enum Feedback: Equatable, Sendable {
    case guestFound(B34Guest)
    case lookUpFailed
    case checkedIn(String)
    case checkInFailed(String)
    case noticeExpired
  }

  private enum CancelID { case lookUp, notice }

  @Dependency(\.b34Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.codeScanned(let code)):
      // The camera reads the same ticket many times.
      guard code != state.code else { return .none }
      state.code = code
      state.guest = nil
      state.isLookingUp = true
      return .run("look up", of: code) { send in
        await send(.guestFound(try await client.lookUp(code)))
      } catch: { _, send in
        await send(.lookUpFailed)
      }
      .cancellable(id: CancelID.lookUp, cancelInFlight: true)

    case .input(.checkInTapped):
      guard state.canCheckIn, let guest = state.guest else { return .none }
      state.isCheckingIn = true
      return .run("check in", of: guest.code) { send in
        try await client.checkIn(guest.code)
        await send(.checkedIn(guest.code))
      } catch: { _, send in
        await send(.checkInFailed(guest.code))
      }

    case .input(.cardClosed):
      state.code = nil
      state.guest = nil
      state.isLookingUp = false
      return .cancel(id: CancelID.lookUp)

    case .input(.noticeTapped), .feedback(.noticeExpired):
      state.notice = nil
      return .cancel(id: CancelID.notice)

    case .feedback(.guestFound(let guest)):
      state.isLookingUp = false
      state.guest = guest
      return .none

    case .feedback(.lookUpFailed):
      state.isLookingUp = false
      state.code = nil
      return show(.unknownTicket, &state)

    case .feedback(.checkedIn(let code)):
      state.admitted.insert(code)
      guard let guest = state.guest, guest.code == code else { return .none }
      state.isCheckingIn = false
      return show(.welcome(guest.name), &state)

    case .feedback(.checkInFailed(let code)):
      state.isCheckingIn = false
      return show(.notCheckedIn(code), &state)
    }
  }

  /// Shows a notice for some seconds, in place of an older one.
  private func show(_ notice: Notice, _ state: inout State) -> Effect<Feedback, Never> {
    state.notice = notice
    return .run("notice") { send in
      try await clock.sleep(for: .seconds(3))
      await send(.noticeExpired)
    }
    .cancellable(id: CancelID.notice, cancelInFlight: true)
  }
}

struct B34Guest: Equatable, Sendable {
  var code: String
  var name: String
}

struct B34Client: TestDependencyKey, Sendable {
  var lookUp: @Sendable (_ code: String) async throws -> B34Guest
  var checkIn: @Sendable (_ code: String) async throws -> Void

  static let testValue = B34Client(
    lookUp: unimplemented("B34Client.lookUp"),
    checkIn: unimplemented("B34Client.checkIn")
  )
}

extension DependencyValues {
  var b34Client: B34Client {
    get { self[B34Client.self] }
    set { self[B34Client.self] = newValue }
  }
}

struct B34Offline: Error {}

struct B34Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: B34Door.State) -> [B34Door.Input] in
        var inputs: [B34Door.Input] = [.codeScanned("A1"), .codeScanned("B2")]
        if state.code != nil { inputs.append(.cardClosed) }
        if state.canCheckIn { inputs.append(.checkInTapped) }
        if state.notice != nil { inputs.append(.noticeTapped) }
        return inputs
      }
    ) { () -> TestStore<B34Door> in
      let store = TestStore(initialState: B34Door.State()) { B34Door() }
      store.gate("lookUp", at: \.b34Client.lookUp) { code in
        [.success(B34Guest(code: code, name: "Guest \(code)")), .failure(B34Offline())]
      }
      store.gate("checkIn", at: \.b34Client.checkIn) { _ in [.success(()), .failure(B34Offline())] }
      return store
    }
  }
}
