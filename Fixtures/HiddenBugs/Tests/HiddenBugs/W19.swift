import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The analyses of a sample. Each row has a button that runs its method, and shows the value.
struct W19Analyser: Reducer {
  struct State: Equatable {
    var sample: String?
    var running: Set<W19Method> = []
    var values: [W19Method: Int] = [:]
    var failed: Set<W19Method> = []
    var isReporting = false
    var isReported = false
    var hasReportFailed = false
  }

  enum Input: Equatable, Sendable {
    case scanned(String)
    case runTapped(W19Method)
    case reportTapped
    case reportFailureDismissed
    case closeTapped
  }

  enum Feedback: Equatable, Sendable {
    case measured(W19Method, Int)
    case measurementFailed(W19Method)
    case reported
    case reportFailed
  }

  private enum CancelID { case measurement }

  @Dependency(\.w19Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.scanned(let sample)):
      guard state.sample == nil else { return .none }
      state.sample = sample
      return .none

    case .input(.runTapped(let method)):
      guard let sample = state.sample, !state.isReporting, !state.isReported, !state.running.contains(method)
      else { return .none }
      state.running.insert(method)
      state.failed.remove(method)
      return .run("measure", of: method) { send in
        await send(.measured(method, try await client.measure(sample, method)))
      } catch: { _, send in
        await send(.measurementFailed(method))
      }
      .cancellable(id: CancelID.measurement, cancelInFlight: true)

    case .input(.reportTapped):
      guard let sample = state.sample, state.running.isEmpty, !state.values.isEmpty, !state.isReporting,
        !state.isReported
      else { return .none }
      state.isReporting = true
      state.hasReportFailed = false
      return .run("report", of: sample) { send in
        try await client.report(sample)
        await send(.reported)
      } catch: { _, send in
        await send(.reportFailed)
      }

    case .input(.reportFailureDismissed):
      state.hasReportFailed = false
      return .none

    case .input(.closeTapped):
      guard state.sample != nil, !state.isReporting else { return .none }
      state = State()
      return .cancel(id: CancelID.measurement)

    case .feedback(.measured(let method, let value)):
      state.running.remove(method)
      state.values[method] = value
      return .none

    case .feedback(.measurementFailed(let method)):
      state.running.remove(method)
      state.failed.insert(method)
      return .none

    case .feedback(.reported):
      state.isReporting = false
      state.isReported = true
      return .none

    case .feedback(.reportFailed):
      state.isReporting = false
      state.hasReportFailed = true
      return .none
    }
  }
}

enum W19Method: String, CaseIterable, Hashable, Sendable {
  case acidity
  case density
}

struct W19Client: TestDependencyKey, Sendable {
  var measure: @Sendable (_ sample: String, _ method: W19Method) async throws -> Int
  var report: @Sendable (_ sample: String) async throws -> Void

  static let testValue = W19Client(
    measure: unimplemented("W19Client.measure"),
    report: unimplemented("W19Client.report")
  )
}

extension DependencyValues {
  var w19Client: W19Client {
    get { self[W19Client.self] }
    set { self[W19Client.self] = newValue }
  }
}

struct W19Offline: Error {}

struct W19Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: W19Analyser.State) -> [W19Analyser.Input] in
        guard state.sample != nil else { return [.scanned("S-7")] }
        if state.isReporting { return [] }
        var inputs: [W19Analyser.Input] = [.closeTapped]
        if !state.isReported {
          for method in W19Method.allCases where !state.running.contains(method) { inputs.append(.runTapped(method)) }
          if state.running.isEmpty, !state.values.isEmpty { inputs.append(.reportTapped) }
        }
        if state.hasReportFailed { inputs.append(.reportFailureDismissed) }
        return inputs
      }
    ) { () -> TestStore<W19Analyser> in
      let store = TestStore(initialState: W19Analyser.State()) { W19Analyser() }
      store.gate("measure", at: \.w19Client.measure) { call in
        [.success(call.1 == .acidity ? 7 : 998), .failure(W19Offline())]
      }
      store.gate("report", at: \.w19Client.report) { _ in [.success(()), .failure(W19Offline())] }
      return store
    }
  }
}
