import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The spray reports of a day, which go to the plant protection office. The office confirms each of them.
struct T31Outbox: Reducer {
  enum Link: Equatable, Sendable { case off, listening, waiting }

  struct State: Equatable {
    var reports: IdentifiedArray<T31Report> = [
      T31Report(id: "North", product: "Sulphur"), T31Report(id: "South", product: "Copper"),
    ]
    var link = Link.off
  }

  enum Input: Equatable, Sendable {
    case appeared
    case disappeared
    case sendTapped(String)
    case retryTapped(String)
    case sendAllTapped
    case tidyTapped
  }

  enum Feedback: Equatable, Sendable {
    case accepted(String)
    case sendFailed(String)
    case tookLong(String)
    case confirmed(String)
    case confirmationsLost
    case pauseOver
  }

  private enum CancelID: Hashable { case send(String), confirmations, pause }

  @Dependency(\.t31Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.link == .off else { return .none }
      return listen(&state)

    case .input(.disappeared):
      // Reports go on their way without the screen. The office repeats its open confirmations to each listener.
      state.link = .off
      return .merge(.cancel(id: CancelID.confirmations), .cancel(id: CancelID.pause))

    case .input(.sendTapped(let id)):
      guard state.reports[id: id]?.status == .draft else { return .none }
      return dispatch(id, in: &state)

    case .input(.retryTapped(let id)):
      guard state.reports[id: id]?.status == .failed else { return .none }
      return dispatch(id, in: &state)

    case .input(.sendAllTapped):
      let unsent = state.reports.filter { $0.status == .draft || $0.status == .failed }.ids
      return .merge(unsent.map { dispatch($0, in: &state) })

    case .input(.tidyTapped):
      state.reports.removeAll { $0.status == .delivered }
      return .none

    case .feedback(.accepted(let id)):
      state.reports[id: id]?.status = .accepted
      return .cancel(id: CancelID.send(id))

    case .feedback(.sendFailed(let id)):
      state.reports[id: id]?.status = .failed
      return .cancel(id: CancelID.send(id))

    case .feedback(.tookLong(let id)):
      state.reports[id: id]?.status = .slow
      return .none

    case .feedback(.confirmed(let id)):
      // A report of a colleague's device, or one whose answer was lost, has arrived as well.
      state.reports[id: id]?.status = .delivered
      return .cancel(id: CancelID.send(id))

    case .feedback(.confirmationsLost):
      state.link = .waiting
      return .run("pause") { send in
        try await clock.sleep(for: .seconds(10))
        await send(.pauseOver)
      }
      .cancellable(id: CancelID.pause, cancelInFlight: true)

    case .feedback(.pauseOver):
      return listen(&state)
    }
  }

  /// Sends a report, and says so if that takes long.
  private func dispatch(_ id: String, in state: inout State) -> Effect<Feedback, Never> {
    state.reports[id: id]?.status = .sending
    return .merge(
      .run("send", of: id) { send in
        try await client.send(id)
        await send(.accepted(id))
      } catch: { _, send in
        await send(.sendFailed(id))
      },
      .run("patience", of: id) { send in
        try await clock.sleep(for: .seconds(20))
        await send(.tookLong(id))
      }
    )
    .cancellable(id: CancelID.send(id), cancelInFlight: true)
  }

  private func listen(_ state: inout State) -> Effect<Feedback, Never> {
    state.link = .listening
    return .run("confirmations") { send in
      for try await id in client.confirmations() { await send(.confirmed(id)) }
      await send(.confirmationsLost)
    } catch: { _, send in
      await send(.confirmationsLost)
    }
    .cancellable(id: CancelID.confirmations, cancelInFlight: true)
  }
}

struct T31Report: Equatable, Identifiable, Sendable {
  enum Status: Equatable, Sendable { case draft, sending, slow, accepted, delivered, failed }

  let id: String
  var product: String
  var status = Status.draft
}

struct T31Client: TestDependencyKey, Sendable {
  var send: @Sendable (_ report: String) async throws -> Void
  var confirmations: @Sendable () -> AsyncThrowingStream<String, any Error>

  static let testValue = T31Client(
    send: unimplemented("T31Client.send"),
    confirmations: unimplemented("T31Client.confirmations", placeholder: AsyncThrowingStream { $0.finish() })
  )
}

extension DependencyValues {
  var t31Client: T31Client {
    get { self[T31Client.self] }
    set { self[T31Client.self] = newValue }
  }
}

struct T31Offline: Error {}

struct T31Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: T31Outbox.State) -> [T31Outbox.Input] in
        if state.link == .off { return [.appeared] }
        var inputs: [T31Outbox.Input] = [.disappeared]
        for report in state.reports {
          switch report.status {
          case .draft: inputs.append(.sendTapped(report.id))
          case .failed: inputs.append(.retryTapped(report.id))
          case .sending, .slow, .accepted, .delivered: break
          }
        }
        if state.reports.contains(where: { $0.status == .draft || $0.status == .failed }) {
          inputs.append(.sendAllTapped)
        }
        if state.reports.contains(where: { $0.status == .delivered }) { inputs.append(.tidyTapped) }
        return inputs
      }
    ) { () -> TestStore<T31Outbox> in
      let store = TestStore(initialState: T31Outbox.State()) { T31Outbox() }
      store.gate("send", at: \.t31Client.send) { _ in [.success(()), .failure(T31Offline())] }
      store.gate("confirmations", at: \.t31Client.confirmations) {
        [.element("North"), .element("South"), .failure(T31Offline())]
      }
      return store
    }
  }
}
