import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// Orders a print of a photo, and follows the parcel.
struct N19Print: Reducer {
  enum Step: Int, Equatable, Sendable, Comparable {
    case choosing, placing, ordered, printed, shipped, delivered, cancelled

    static func < (one: Step, other: Step) -> Bool { one.rawValue < other.rawValue }
  }

  enum Notice: Equatable, Sendable {
    case orderFailed
    case cancellationFailed
    case tooLateToCancel
  }

  struct State: Equatable {
    var size: String?
    var step = Step.choosing
    var isCancelling = false
    var notice: Notice?

    var isUnderWay: Bool { step > .placing && step < .delivered }
    var canCancel: Bool { (step == .ordered || step == .printed) && !isCancelling }
  }

  enum Input: Equatable, Sendable {
    case sizeChosen(String)
    case orderTapped
    case cancelTapped
    case noticeClosed
    case anotherPrintTapped
  }

  enum Feedback: Equatable, Sendable {
    case placed
    case orderFailed
    case moved(N19Event)
    case trackingEnded
    case trackingDue
    case cancelled
    case cancellationFailed
  }

  private enum CancelID { case tracking, cancellation }

  @Dependency(\.n19Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.sizeChosen(let size)):
      guard state.step == .choosing else { return .none }
      state.size = size
      return .none

    case .input(.orderTapped):
      guard state.step == .choosing, let size = state.size else { return .none }
      state.step = .placing
      state.notice = nil
      return .run("order", of: size) { send in
        try await client.order(size)
        await send(.placed)
      } catch: { _, send in
        await send(.orderFailed)
      }

    case .input(.cancelTapped):
      guard state.canCancel else { return .none }
      state.isCancelling = true
      state.notice = nil
      return .run("cancel") { send in
        try await client.cancel()
        await send(.cancelled)
      } catch: { _, send in
        await send(.cancellationFailed)
      }
      .cancellable(id: CancelID.cancellation)

    case .input(.noticeClosed):
      state.notice = nil
      return .none

    case .input(.anotherPrintTapped):
      guard state.step >= .delivered else { return .none }
      state = State()
      return .none

    case .feedback(.placed):
      state.step = .ordered
      return track()

    case .feedback(.orderFailed):
      state.step = .choosing
      state.notice = .orderFailed
      return .none

    case .feedback(.moved(let event)):
      guard event.step > state.step else { return .none }
      state.step = event.step
      let tracking: Effect<Feedback, Never> = event == .delivered ? .cancel(id: CancelID.tracking) : .none
      guard state.isCancelling, event.step >= .shipped else { return tracking }
      // The printer doesn't take a parcel back that has left.
      state.isCancelling = false
      state.notice = .tooLateToCancel
      return .merge(tracking, .cancel(id: CancelID.cancellation))

    case .feedback(.trackingEnded):
      return .run("pause") { send in
        try await clock.sleep(for: .seconds(60))
        await send(.trackingDue)
      }
      .cancellable(id: CancelID.tracking, cancelInFlight: true)

    case .feedback(.trackingDue):
      return state.isUnderWay ? track() : .none

    case .feedback(.cancelled):
      state.isCancelling = false
      state.step = .cancelled
      return .cancel(id: CancelID.tracking)

    case .feedback(.cancellationFailed):
      state.isCancelling = false
      state.notice = .cancellationFailed
      return .none
    }
  }

  private func track() -> Effect<Feedback, Never> {
    .run("track") { send in
      for try await event in client.events() { await send(.moved(event)) }
      await send(.trackingEnded)
    } catch: { _, send in
      await send(.trackingEnded)
    }
    .cancellable(id: CancelID.tracking, cancelInFlight: true)
  }
}

enum N19Event: Equatable, Sendable {
  case printed
  case shipped
  case delivered

  var step: N19Print.Step {
    switch self {
    case .printed: .printed
    case .shipped: .shipped
    case .delivered: .delivered
    }
  }
}

struct N19Client: TestDependencyKey, Sendable {
  var order: @Sendable (_ size: String) async throws -> Void
  var cancel: @Sendable () async throws -> Void
  var events: @Sendable () -> AsyncThrowingStream<N19Event, any Error>

  static let testValue = N19Client(
    order: unimplemented("N19Client.order"),
    cancel: unimplemented("N19Client.cancel"),
    events: unimplemented("N19Client.events", placeholder: AsyncThrowingStream { $0.finish() })
  )
}

extension DependencyValues {
  var n19Client: N19Client {
    get { self[N19Client.self] }
    set { self[N19Client.self] = newValue }
  }
}

struct N19Refused: Error {}

struct N19Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: N19Print.State) -> [N19Print.Input] in
        var inputs: [N19Print.Input] = state.notice == nil ? [] : [.noticeClosed]
        if state.step == .choosing { inputs += [.sizeChosen("A3"), .orderTapped] }
        if state.canCancel { inputs.append(.cancelTapped) }
        if state.step >= .delivered { inputs.append(.anotherPrintTapped) }
        return inputs
      }
    ) { () -> TestStore<N19Print> in
      let store = TestStore(initialState: N19Print.State()) { N19Print() }
      store.gate("order", at: \.n19Client.order) { _ in [.success(()), .failure(N19Refused())] }
      store.gate("cancel", at: \.n19Client.cancel) { [.success(()), .failure(N19Refused())] }
      store.gate("events", at: \.n19Client.events) {
        [.element(.printed), .element(.shipped), .element(.delivered), .finish, .failure(N19Refused())]
      }
      return store
    }
  }
}
