import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A camera on a hut. It sends pictures while somebody looks.
struct P24Camera: Reducer {
  struct State: Equatable, Identifiable {
    let id: Int
    var phase = Phase.off
    var picture: Int?
  }

  enum Phase: Equatable, Sendable {
    case off, connecting, live, interrupted
  }

  enum Input: Equatable, Sendable {
    case start
    case stop
    case retryTapped
  }

  enum Feedback: Equatable, Sendable {
    case pictureCame(Int)
    case interrupted
    case reconnectDue
  }

  private enum CancelID { case connection }

  @Dependency(\.p24Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.start):
      return connect(&state)

    case .input(.stop):
      state.phase = .off
      return .cancel(id: CancelID.connection)

    case .input(.retryTapped):
      guard state.phase == .interrupted else { return .none }
      return connect(&state)

    case .feedback(.pictureCame(let picture)):
      state.phase = .live
      state.picture = picture
      return .none

    case .feedback(.interrupted):
      state.phase = .interrupted
      return .run("reconnect") { send in
        try await clock.sleep(for: .seconds(30))
        await send(.reconnectDue)
      }
      .cancellable(id: CancelID.connection, cancelInFlight: true)

    case .feedback(.reconnectDue):
      return connect(&state)
    }
  }

  /// The connection and the wait for the next one exclude each other, so they have one id.
  private func connect(_ state: inout State) -> Effect<Feedback, Never> {
    state.phase = .connecting
    return .run("pictures", of: state.id) { [id = state.id] send in
      for try await picture in client.pictures(id) { await send(.pictureCame(picture)) }
      await send(.interrupted)
    } catch: { _, send in
      await send(.interrupted)
    }
    .cancellable(id: CancelID.connection, cancelInFlight: true)
  }
}

/// The cameras of a region, as a list of which one row is open.
struct P24Cameras: Reducer {
  struct State: Equatable {
    var cameras: IdentifiedArray<P24Camera.State> = [P24Camera.State(id: 1), P24Camera.State(id: 2)]
    var open: Int?
    var isInBackground = false
    var report = Report.none
  }

  enum Report: Equatable, Sendable {
    case none
    case sending(Int)
    case thanked(Int)
    case failed(Int)
  }

  enum Input: Equatable, Sendable {
    case rowTapped(Int)
    case camera(Int, P24Camera.Input)
    case hideTapped(Int)
    case reportTapped(Int)
    case reportClosed
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case camera(Int, ChildFeedback<P24Camera>)
    case reported(Int)
    case reportFailed(Int)
  }

  @Dependency(\.p24Client) private var client

  private let cameras = ScopeEach<P24Cameras, P24Camera>(\.cameras, feedback: Feedback.camera) { P24Camera() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.rowTapped(let id)):
      guard state.cameras[id: id] != nil else { return .none }
      let stop = stopOpen(&state)
      guard state.open != id else {
        state.open = nil
        return stop
      }
      state.open = id
      return .merge(stop, cameras.reduce(.input(.start), id: id, into: &state))

    case .input(.camera(let id, let input)):
      return cameras.reduce(.input(input), id: id, into: &state)

    case .feedback(.camera(let id, .feedback(let feedback))):
      return cameras.reduce(.feedback(feedback), id: id, into: &state)

    case .input(.hideTapped(let id)):
      state.cameras.remove(id: id)
      if state.open == id { state.open = nil }
      return .none

    case .input(.reportTapped(let id)):
      if case .sending = state.report { return .none }
      state.report = .sending(id)
      return .run("report", of: id) { send in
        try await client.report(id)
        await send(.reported(id))
      } catch: { _, send in
        await send(.reportFailed(id))
      }

    case .input(.reportClosed):
      if case .sending = state.report { return .none }
      state.report = .none
      return .none

    case .input(.wentToBackground):
      state.isInBackground = true
      return stopOpen(&state)

    case .input(.cameToForeground):
      state.isInBackground = false
      guard let open = state.open else { return .none }
      return cameras.reduce(.input(.start), id: open, into: &state)

    case .feedback(.reported(let id)):
      state.report = .thanked(id)
      return .none

    case .feedback(.reportFailed(let id)):
      state.report = .failed(id)
      return .none
    }
  }

  private func stopOpen(_ state: inout State) -> Effect<Feedback, Never> {
    guard let open = state.open else { return .none }
    return cameras.reduce(.input(.stop), id: open, into: &state)
  }
}

struct P24Client: TestDependencyKey, Sendable {
  var pictures: @Sendable (_ camera: Int) -> AsyncThrowingStream<Int, any Error>
  var report: @Sendable (_ camera: Int) async throws -> Void

  static let testValue = P24Client(
    pictures: unimplemented("P24Client.pictures", placeholder: AsyncThrowingStream { $0.finish() }),
    report: unimplemented("P24Client.report")
  )
}

extension DependencyValues {
  var p24Client: P24Client {
    get { self[P24Client.self] }
    set { self[P24Client.self] = newValue }
  }
}

struct P24Offline: Error {}

struct P24Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: P24Cameras.State) -> [P24Cameras.Input] in
        if state.isInBackground { return [.cameToForeground] }
        var inputs: [P24Cameras.Input] = state.cameras.map { P24Cameras.Input.rowTapped($0.id) }
        inputs.append(.wentToBackground)
        if let open = state.open {
          inputs.append(.hideTapped(open))
          if state.cameras[id: open]?.phase == .interrupted { inputs.append(.camera(open, .retryTapped)) }
        }
        switch state.report {
        case .none: if let open = state.open { inputs.append(.reportTapped(open)) }
        case .sending: break
        case .thanked, .failed: inputs.append(.reportClosed)
        }
        return inputs
      }
    ) { () -> TestStore<P24Cameras> in
      let store = TestStore(initialState: P24Cameras.State()) { P24Cameras() }
      store.gate("pictures", at: \.p24Client.pictures) { camera in [.element(camera * 10), .failure(P24Offline())] }
      store.gate("report", at: \.p24Client.report) { _ in [.success(()), .failure(P24Offline())] }
      return store
    }
  }
}
