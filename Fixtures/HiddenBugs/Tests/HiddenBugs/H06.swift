import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct H06Client: TestDependencyKey, Sendable {
  /// The alert for the region of the user; nil if there is none.
  var alert: @Sendable () async throws -> String?
  /// Hands a report to the server, which passes it on to the neighbours.
  var report: @Sendable (_ alert: String) async throws -> Void
  /// Waits until a neighbour has received the report.
  var receipt: @Sendable (_ alert: String) async throws -> Void
  /// Whether a neighbour has received the report.
  var hasArrived: @Sendable (_ alert: String) async throws -> Bool

  static let testValue = H06Client(
    alert: unimplemented("H06Client.alert", placeholder: nil),
    report: unimplemented("H06Client.report"),
    receipt: unimplemented("H06Client.receipt"),
    hasArrived: unimplemented("H06Client.hasArrived", placeholder: false)
  )
}

extension DependencyValues {
  var h06Client: H06Client {
    get { self[H06Client.self] }
    set { self[H06Client.self] = newValue }
  }
}

struct H06Offline: Error {}

/// A weather alert, to which the user reports to the neighbours that all is well. A report that no neighbour has received
/// within half a minute has failed.
struct H06Alerts: Reducer {
  struct Alert: Equatable {
    var text: String
    /// Whether the last refresh has failed.
    var isStale = false
  }

  enum Report: Equatable {
    case sending
    case queued
    case checking
    case delivered
    case failed
  }

  enum State: Equatable {
    case calm
    case loading(last: Alert?)
    case unavailable
    case warned(Alert)
    case reporting(Alert, Report)
  }

  enum Input: Equatable, Sendable {
    case refreshTapped
    case reportTapped
    case checkTapped
    case retryTapped
    case closeTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded(String?)
    case loadFailed
    case queued
    case received
    case checked(Bool)
    case reportFailed
    case timedOut
  }

  private enum CancelID { case work, check, timeout }

  @Dependency(\.h06Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch (message, state) {
    case (.input(.refreshTapped), .calm), (.input(.refreshTapped), .unavailable):
      state = .loading(last: nil)
      return load()

    case (.input(.refreshTapped), .warned(let alert)):
      state = .loading(last: alert)
      return load()

    case (.feedback(.loaded(let text)), .loading):
      if let text { state = .warned(Alert(text: text)) } else { state = .calm }
      return .none

    case (.feedback(.loadFailed), .loading(let last)):
      if let last { state = .warned(Alert(text: last.text, isStale: true)) } else { state = .unavailable }
      return .none

    case (.input(.reportTapped), .warned(let alert)), (.input(.retryTapped), .reporting(let alert, .failed)):
      state = .reporting(alert, .sending)
      return .merge(report(alert.text), timeout())

    case (.feedback(.queued), .reporting(let alert, .sending)):
      state = .reporting(alert, .queued)
      return receipt(alert.text)

    case (.feedback(.received), .reporting(let alert, _)):
      state = .reporting(alert, .delivered)
      return .merge(.cancel(id: CancelID.check), .cancel(id: CancelID.timeout))

    case (.input(.checkTapped), .reporting(let alert, .queued)):
      state = .reporting(alert, .checking)
      return check(alert.text)

    case (.feedback(.checked(true)), .reporting(let alert, .checking)):
      state = .reporting(alert, .delivered)
      return .cancel(id: CancelID.work)

    case (.feedback(.checked(false)), .reporting(let alert, .checking)):
      state = .reporting(alert, .queued)
      return .none

    case (.feedback(.reportFailed), .reporting(let alert, _)):
      state = .reporting(alert, .failed)
      return .merge(.cancel(id: CancelID.check), .cancel(id: CancelID.timeout))

    case (.feedback(.timedOut), .reporting(let alert, _)):
      state = .reporting(alert, .failed)
      return .merge(.cancel(id: CancelID.work), .cancel(id: CancelID.check))

    case (.input(.closeTapped), .reporting(let alert, .delivered)),
      (.input(.closeTapped), .reporting(let alert, .failed)):
      state = .warned(alert)
      return .none

    default:
      return .none
    }
  }

  private func load() -> Effect<Feedback, Never> {
    .run("alert") { send in
      await send(.loaded(try await client.alert()))
    } catch: { _, send in
      await send(.loadFailed)
    }
  }

  private func report(_ alert: String) -> Effect<Feedback, Never> {
    .run("report", of: alert) { send in
      try await client.report(alert)
      await send(.queued)
    } catch: { _, send in
      await send(.reportFailed)
    }
    .cancellable(id: CancelID.work, cancelInFlight: true)
  }

  private func receipt(_ alert: String) -> Effect<Feedback, Never> {
    .run("receipt", of: alert) { send in
      try await client.receipt(alert)
      await send(.received)
    } catch: { _, send in
      await send(.reportFailed)
    }
    .cancellable(id: CancelID.work, cancelInFlight: true)
  }

  private func check(_ alert: String) -> Effect<Feedback, Never> {
    .run("check", of: alert) { send in
      await send(.checked(try await client.hasArrived(alert)))
    } catch: { _, send in
      await send(.checked(false))
    }
    .cancellable(id: CancelID.check, cancelInFlight: true)
  }

  private func timeout() -> Effect<Feedback, Never> {
    .run("timeout") { send in
      try await clock.sleep(for: .seconds(30))
      await send(.timedOut)
    }
    .cancellable(id: CancelID.timeout, cancelInFlight: true)
  }
}

struct H06Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [.refreshTapped, .reportTapped, .checkTapped, .retryTapped, .closeTapped]
    ) { () -> TestStore<H06Alerts> in
      let store = TestStore(initialState: H06Alerts.State.calm) { H06Alerts() }
      store.gate("alert", at: \.h06Client.alert) { [.success("Storm"), .success(nil), .failure(H06Offline())] }
      store.gate("report", at: \.h06Client.report) { _ in [.success(()), .failure(H06Offline())] }
      store.gate("receipt", at: \.h06Client.receipt) { _ in [.success(()), .failure(H06Offline())] }
      store.gate("hasArrived", at: \.h06Client.hasArrived) { _ in
        [.success(true), .success(false), .failure(H06Offline())]
      }
      return store
    }
  }
}
