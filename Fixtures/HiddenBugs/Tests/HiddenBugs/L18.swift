import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The queue in front of an exhibition. Visitors wait elsewhere, and the app tells them their place.
struct L18Queue: Reducer {
  struct State: Equatable {
    var phase = Phase.outside
    var isInBackground = false
    var isStale = false
    var notice: Notice?
  }

  enum Phase: Equatable {
    case outside
    case joining
    case waiting(Int)
    case leaving(Int)
    case called
  }

  enum Notice: Equatable { case notJoined, notLeft }

  enum Input: Equatable, Sendable {
    case joinTapped
    case leaveTapped
    case enteredTapped
    case noticeClosed
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case joined(Int)
    case joinFailed
    case moved(Int)
    case pollFailed
    case left
    case leaveFailed
  }

  private enum CancelID { case poll }

  @Dependency(\.l18Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.joinTapped):
      guard state.phase == .outside else { return .none }
      state.phase = .joining
      state.notice = nil
      return .run("join") { send in
        await send(.joined(try await client.join()))
      } catch: { _, send in
        await send(.joinFailed)
      }

    case .input(.leaveTapped):
      guard case .waiting(let place) = state.phase else { return .none }
      state.phase = .leaving(place)
      state.isStale = false
      state.notice = nil
      return .merge(
        .cancel(id: CancelID.poll),
        .run("leave") { send in
          try await client.leave()
          await send(.left)
        } catch: { _, send in
          await send(.leaveFailed)
        }
      )

    case .input(.enteredTapped):
      guard state.phase == .called else { return .none }
      state.phase = .outside
      return .none

    case .input(.noticeClosed):
      state.notice = nil
      return .none

    case .input(.wentToBackground):
      state.isInBackground = true
      return .cancel(id: CancelID.poll)

    case .input(.cameToForeground):
      state.isInBackground = false
      guard case .waiting = state.phase else { return .none }
      return poll(after: .zero)

    case .feedback(.joined(let place)):
      state.phase = .waiting(place)
      return state.isInBackground ? .none : poll(after: .seconds(20))

    case .feedback(.joinFailed):
      state.phase = .outside
      state.notice = .notJoined
      return .none

    case .feedback(.moved(let place)):
      state.isStale = false
      guard place > 0 else {
        state.phase = .called
        return .none
      }
      state.phase = .waiting(place)
      return poll(after: .seconds(20))

    case .feedback(.pollFailed):
      state.isStale = true
      return poll(after: .seconds(20))

    case .feedback(.left):
      state.phase = .outside
      return .none

    case .feedback(.leaveFailed):
      guard case .leaving(let place) = state.phase else { return .none }
      state.phase = .waiting(place)
      state.notice = .notLeft
      return poll(after: .seconds(20))
    }
  }

  private func poll(after pause: Duration) -> Effect<Feedback, Never> {
    .run("poll") { send in
      if pause > .zero { try await clock.sleep(for: pause) }
      await send(.moved(try await client.place()))
    } catch: { _, send in
      await send(.pollFailed)
    }
    .cancellable(id: CancelID.poll, cancelInFlight: true)
  }
}

struct L18Client: TestDependencyKey, Sendable {
  var join: @Sendable () async throws -> Int
  var place: @Sendable () async throws -> Int
  var leave: @Sendable () async throws -> Void

  static let testValue = L18Client(
    join: unimplemented("L18Client.join"),
    place: unimplemented("L18Client.place"),
    leave: unimplemented("L18Client.leave")
  )
}

extension DependencyValues {
  var l18Client: L18Client {
    get { self[L18Client.self] }
    set { self[L18Client.self] = newValue }
  }
}

struct L18Offline: Error {}

struct L18Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: L18Queue.State) -> [L18Queue.Input] in
        if state.isInBackground { return [.cameToForeground] }
        var inputs: [L18Queue.Input] = [.wentToBackground]
        switch state.phase {
        case .outside: inputs.append(.joinTapped)
        case .waiting: inputs.append(.leaveTapped)
        case .called: inputs.append(.enteredTapped)
        case .joining, .leaving: break
        }
        if state.notice != nil { inputs.append(.noticeClosed) }
        return inputs
      }
    ) { () -> TestStore<L18Queue> in
      let store = TestStore(initialState: L18Queue.State()) { L18Queue() }
      store.gate("join", at: \.l18Client.join) { [.success(2), .failure(L18Offline())] }
      store.gate("place", at: \.l18Client.place) { [.success(1), .success(0), .failure(L18Offline())] }
      store.gate("leave", at: \.l18Client.leave) { [.success(()), .failure(L18Offline())] }
      return store
    }
  }
}
