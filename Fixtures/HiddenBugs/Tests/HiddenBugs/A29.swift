import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A bill that friends share. Each of them is asked for a share, and the bank reports who has paid.
struct A29Bill: Reducer {
  enum Connection: Equatable { case off, live, lost }

  struct State: Equatable {
    var amount = 12
    var shares: IdentifiedArray<A29Share> = [A29Share(id: "Ada"), A29Share(id: "Ben")]
    var connection = Connection.off

    var hasAsked: Bool { shares.contains { $0.status != .open } }
  }

  enum Input: Equatable, Sendable {
    case appeared
    case disappeared
    case amountChosen(Int)
    case requestTapped(String)
    case requestAgainTapped(String)
    case remindTapped(String)
    case reconnectTapped
  }

  enum Feedback: Equatable, Sendable {
    case requested(String)
    case notRequested(String)
    case reminded(String)
    case notReminded(String)
    case paid(String)
    case disconnected
    case pauseEnded
  }

  private enum CancelID { case connection }

  @Dependency(\.a29Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.connection == .off else { return .none }
      return listen(&state)

    case .input(.disappeared):
      state.connection = .off
      return .cancel(id: CancelID.connection)

    case .input(.amountChosen(let amount)):
      guard !state.hasAsked else { return .none }
      state.amount = amount
      return .none

    case .input(.requestTapped(let friend)):
      guard state.shares[id: friend]?.status == .open else { return .none }
      return request(friend, &state)

    case .input(.requestAgainTapped(let friend)):
      guard state.shares[id: friend]?.status == .failed else { return .none }
      return request(friend, &state)

    case .input(.remindTapped(let friend)):
      guard let share = state.shares[id: friend], share.status == .requested, share.reminder != .sending else {
        return .none
      }
      state.shares[id: friend]?.reminder = .sending
      return .run("remind", of: friend) { send in
        try await client.remind(friend)
        await send(.reminded(friend))
      } catch: { _, send in
        await send(.notReminded(friend))
      }

    case .input(.reconnectTapped):
      guard state.connection == .lost else { return .none }
      return listen(&state)

    case .feedback(.requested(let friend)):
      guard state.shares[id: friend]?.status == .requesting else { return .none }
      state.shares[id: friend]?.status = .requested
      return .none

    case .feedback(.notRequested(let friend)):
      state.shares[id: friend]?.status = .failed
      return .none

    case .feedback(.reminded(let friend)):
      state.shares[id: friend]?.reminder = .sent
      return .none

    case .feedback(.notReminded(let friend)):
      state.shares[id: friend]?.reminder = .failed
      return .none

    case .feedback(.paid(let friend)):
      state.shares[id: friend]?.status = .paid
      return .none

    case .feedback(.disconnected):
      state.connection = .lost
      return .run("pause") { send in
        try await clock.sleep(for: .seconds(5))
        await send(.pauseEnded)
      }
      .cancellable(id: CancelID.connection, cancelInFlight: true)

    case .feedback(.pauseEnded):
      guard state.connection == .lost else { return .none }
      return listen(&state)
    }
  }

  private func request(_ friend: String, _ state: inout State) -> Effect<Feedback, Never> {
    state.shares[id: friend]?.status = .requesting
    let amount = state.amount
    return .run("request", of: friend) { send in
      try await client.request(friend, amount)
      await send(.requested(friend))
    } catch: { _, send in
      await send(.notRequested(friend))
    }
  }

  private func listen(_ state: inout State) -> Effect<Feedback, Never> {
    state.connection = .live
    return .run("payments") { send in
      for try await friend in client.payments() { await send(.paid(friend)) }
      await send(.disconnected)
    } catch: { _, send in
      await send(.disconnected)
    }
    .cancellable(id: CancelID.connection, cancelInFlight: true)
  }
}

struct A29Share: Equatable, Identifiable, Sendable {
  enum Status: Equatable { case open, requesting, requested, paid, failed }
  enum Reminder: Equatable { case none, sending, sent, failed }

  var id: String
  var status = Status.open
  var reminder = Reminder.none
}

struct A29Client: TestDependencyKey, Sendable {
  var request: @Sendable (_ friend: String, _ amount: Int) async throws -> Void
  var remind: @Sendable (_ friend: String) async throws -> Void
  /// Begins with those who have paid already.
  var payments: @Sendable () -> AsyncThrowingStream<String, any Error>

  static let testValue = A29Client(
    request: unimplemented("A29Client.request"),
    remind: unimplemented("A29Client.remind"),
    payments: unimplemented("A29Client.payments", placeholder: AsyncThrowingStream { $0.finish() })
  )
}

extension DependencyValues {
  var a29Client: A29Client {
    get { self[A29Client.self] }
    set { self[A29Client.self] = newValue }
  }
}

struct A29Offline: Error {}

struct A29Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: A29Bill.State) -> [A29Bill.Input] in
        if state.connection == .off { return [.appeared] }
        var inputs: [A29Bill.Input] = [.disappeared]
        if !state.hasAsked { inputs += [.amountChosen(12), .amountChosen(15)] }
        if state.connection == .lost { inputs += [.reconnectTapped] }
        for share in state.shares {
          switch share.status {
          case .open: inputs += [.requestTapped(share.id)]
          case .failed: inputs += [.requestAgainTapped(share.id)]
          case .requested: if share.reminder != .sending { inputs += [.remindTapped(share.id)] }
          case .requesting, .paid: break
          }
        }
        return inputs
      }
    ) { () -> TestStore<A29Bill> in
      let store = TestStore(initialState: A29Bill.State()) { A29Bill() }
      store.gate("request", at: \.a29Client.request) { _ in [.success(()), .failure(A29Offline())] }
      store.gate("remind", at: \.a29Client.remind) { _ in [.success(()), .failure(A29Offline())] }
      store.gate("payments", at: \.a29Client.payments) { [.element("Ada"), .element("Ben"), .failure(A29Offline())] }
      return store
    }
  }
}
