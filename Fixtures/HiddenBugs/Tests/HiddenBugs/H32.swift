import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A place in the queue of a practice. The patient may wait elsewhere, and looks at how many are ahead.
struct H32Queue: Reducer {
  struct State: Equatable {
    var reason: H32Reason?
    var ticket: Int?
    var ahead: Int?
    var isDrawing = false
    var isUpdating = false
    var problem: Problem?
    var isInBackground = false

    var isCalled: Bool { ahead == 0 }
  }

  enum Problem: Equatable { case notDrawn, notUpdated }

  enum Input: Equatable, Sendable {
    case reasonChosen(H32Reason)
    case drawTapped
    case updateTapped
    case leaveTapped
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case drawn(H32Ticket)
    case notDrawn
    case updated(ahead: Int)
    case notUpdated
    case updateDue
  }

  private enum CancelID { case update, wait }

  @Dependency(\.h32Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.reasonChosen(let reason)):
      guard state.ticket == nil, !state.isDrawing else { return .none }
      state.reason = reason
      return .none

    case .input(.drawTapped):
      guard let reason = state.reason, state.ticket == nil, !state.isDrawing else { return .none }
      state.isDrawing = true
      state.problem = nil
      return .run("draw", of: reason) { send in
        await send(.drawn(try await client.draw(reason)))
      } catch: { _, send in
        await send(.notDrawn)
      }

    case .input(.updateTapped):
      guard let ticket = state.ticket, !state.isUpdating, !state.isCalled else { return .none }
      return update(ticket, in: &state)

    case .input(.leaveTapped):
      guard let ticket = state.ticket else { return .none }
      let isCalled = state.isCalled
      state = State(isInBackground: state.isInBackground)
      return .merge(
        .cancel(id: CancelID.update),
        .cancel(id: CancelID.wait),
        isCalled ? .none : giveBack(ticket)
      )

    case .input(.wentToBackground):
      state.isInBackground = true
      return .cancel(id: CancelID.wait)

    case .input(.cameToForeground):
      state.isInBackground = false
      guard let ticket = state.ticket, !state.isUpdating, !state.isCalled else { return .none }
      return update(ticket, in: &state)

    case .feedback(.drawn(let ticket)):
      state.isDrawing = false
      state.ticket = ticket.number
      state.ahead = ticket.ahead
      return state.isCalled ? .none : wait()

    case .feedback(.notDrawn):
      state.isDrawing = false
      state.problem = .notDrawn
      return .none

    case .feedback(.updated(ahead: let ahead)):
      state.isUpdating = false
      state.ahead = ahead
      return state.isCalled || state.isInBackground ? .none : wait()

    case .feedback(.notUpdated):
      state.isUpdating = false
      state.problem = .notUpdated
      return state.isInBackground ? .none : wait()

    case .feedback(.updateDue):
      guard let ticket = state.ticket, !state.isUpdating else { return .none }
      return update(ticket, in: &state)
    }
  }

  /// Asks how many are ahead now, instead of waiting for the next time.
  private func update(_ ticket: Int, in state: inout State) -> Effect<Feedback, Never> {
    state.isUpdating = true
    state.problem = nil
    return .merge(
      .cancel(id: CancelID.wait),
      .run("ahead", of: ticket) { send in
        await send(.updated(ahead: try await client.ahead(ticket)))
      } catch: { _, send in
        await send(.notUpdated)
      }
      .cancellable(id: CancelID.update, cancelInFlight: true)
    )
  }

  private func wait() -> Effect<Feedback, Never> {
    .run("wait") { send in
      try await clock.sleep(for: .seconds(20))
      await send(.updateDue)
    }
    .cancellable(id: CancelID.wait, cancelInFlight: true)
  }

  /// A ticket that can't be given back is called in vain, which the practice knows how to handle.
  private func giveBack(_ ticket: Int) -> Effect<Feedback, Never> {
    .run("giveBack", of: ticket) { _ in
      try await client.giveBack(ticket)
    } catch: { _, _ in
    }
  }
}

enum H32Reason: Hashable, Sendable { case prescription, vaccination }

struct H32Ticket: Equatable, Sendable {
  var number: Int
  var ahead: Int
}

struct H32Client: TestDependencyKey, Sendable {
  var draw: @Sendable (_ reason: H32Reason) async throws -> H32Ticket
  var ahead: @Sendable (_ ticket: Int) async throws -> Int
  var giveBack: @Sendable (_ ticket: Int) async throws -> Void

  static let testValue = H32Client(
    draw: unimplemented("H32Client.draw"),
    ahead: unimplemented("H32Client.ahead"),
    giveBack: unimplemented("H32Client.giveBack")
  )
}

extension DependencyValues {
  var h32Client: H32Client {
    get { self[H32Client.self] }
    set { self[H32Client.self] = newValue }
  }
}

struct H32Offline: Error {}

struct H32Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: H32Queue.State) -> [H32Queue.Input] in
        if state.isInBackground { return [.cameToForeground] }
        var inputs: [H32Queue.Input] = [.wentToBackground]
        if state.ticket != nil {
          inputs.append(.leaveTapped)
          if !state.isCalled { inputs.append(.updateTapped) }
        } else if !state.isDrawing {
          inputs += [.reasonChosen(.prescription), .reasonChosen(.vaccination)]
          if state.reason != nil { inputs.append(.drawTapped) }
        }
        return inputs
      }
    ) { () -> TestStore<H32Queue> in
      let store = TestStore(initialState: H32Queue.State()) { H32Queue() }
      store.gate("draw", at: \.h32Client.draw) { _ in
        [.success(H32Ticket(number: 7, ahead: 2)), .failure(H32Offline())]
      }
      store.gate("ahead", at: \.h32Client.ahead) { _ in [.success(1), .success(0), .failure(H32Offline())] }
      store.gate("giveBack", at: \.h32Client.giveBack) { _ in [.success(()), .failure(H32Offline())] }
      return store
    }
  }
}
