import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct J01Offline: Error {}

enum J01Printer: Hashable, Sendable { case lobby, attic }

struct J01PrintJob: Equatable, Sendable {
  var id: String
  var title: String

  static func samples(of printer: J01Printer) -> [J01PrintJob] {
    switch printer {
    case .lobby: [J01PrintJob(id: "L1", title: "Minutes"), J01PrintJob(id: "L2", title: "Poster")]
    case .attic: [J01PrintJob(id: "A1", title: "Payslip")]
    }
  }
}

struct J01PrinterClient: TestDependencyKey, Sendable {
  var queue: @Sendable (_ printer: J01Printer) async throws -> [J01PrintJob]
  var cancelJob: @Sendable (_ id: String) async throws -> Void

  static let testValue = J01PrinterClient(
    queue: unimplemented("J01PrinterClient.queue"),
    cancelJob: unimplemented("J01PrinterClient.cancelJob")
  )
}

extension DependencyValues {
  var j01Printer: J01PrinterClient {
    get { self[J01PrinterClient.self] }
    set { self[J01PrinterClient.self] = newValue }
  }
}

/// A row of the queue, which the user may take out.
struct J01Job: Reducer {
  struct State: Equatable, Identifiable, Sendable {
    let id: String
    var title: String
    var phase = Phase.queued
  }

  enum Phase: Equatable, Sendable { case queued, cancelling, failed }
  enum Input: Equatable, Sendable { case cancelTapped }
  enum Feedback: Equatable, Sendable { case cancelled, failed }
  enum Output: Equatable, Sendable { case gone }

  private enum CancelID { case cancelling }

  @Dependency(\.j01Printer) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.cancelTapped):
      guard state.phase != .cancelling else { return .none }
      state.phase = .cancelling
      return .run("cancelJob", of: state.id) { [id = state.id] send in
        try await client.cancelJob(id)
        await send(.cancelled)
      } catch: { _, send in
        await send(.failed)
      }
      .cancellable(id: CancelID.cancelling)

    case .feedback(.cancelled):
      return .output(.gone)

    case .feedback(.failed):
      state.phase = .failed
      return .none
    }
  }
}

/// The queue of the printer that the user has chosen.
struct J01PrinterQueue: Reducer {
  struct State: Equatable {
    var printer: J01Printer?
    var jobs: IdentifiedArray<J01Job.State> = []
    var isLoading = false
    var hasFailed = false
  }

  enum Input: Equatable, Sendable {
    case printerTapped(J01Printer)
    case refreshTapped
    case leaveTapped
    case job(String, J01Job.Input)
  }

  enum Feedback: Equatable, Sendable {
    case loaded([J01PrintJob])
    case failed
    case job(String, ChildFeedback<J01Job>)
  }

  private enum CancelID: Hashable { case queue(J01Printer) }

  private let jobs = ScopeEach<J01PrinterQueue, J01Job>(\.jobs, feedback: Feedback.job) { J01Job() }

  @Dependency(\.j01Printer) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.job(let id, let input)):
      return jobs.reduce(.input(input), id: id, into: &state)

    case .feedback(.job(let id, .feedback(let feedback))):
      return jobs.reduce(.feedback(feedback), id: id, into: &state)

    case .input(.printerTapped(let printer)):
      guard state.printer != printer else { return .none }
      state = State(printer: printer)
      return load(printer, into: &state)

    case .input(.refreshTapped):
      guard let printer = state.printer, !state.isLoading else { return .none }
      return load(printer, into: &state)

    case .input(.leaveTapped):
      guard let printer = state.printer else { return .none }
      state = State()
      return .cancel(id: CancelID.queue(printer))

    // A list that is on its way may be older than this cancellation, so ask again.
    case .feedback(.job(let id, .output(.gone))):
      state.jobs.remove(id: id)
      guard let printer = state.printer, state.isLoading else { return .none }
      return load(printer, into: &state)

    case .feedback(.loaded(let jobs)):
      let rows = jobs.map { state.jobs[id: $0.id] ?? J01Job.State(id: $0.id, title: $0.title) }
      state.jobs = IdentifiedArray(rows)
      state.isLoading = false
      return .none

    case .feedback(.failed):
      state.isLoading = false
      state.hasFailed = true
      return .none
    }
  }

  private func load(_ printer: J01Printer, into state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.hasFailed = false
    return .run("queue", of: printer) { send in
      await send(.loaded(try await client.queue(printer)))
    } catch: { _, send in
      await send(.failed)
    }
    .cancellable(id: CancelID.queue(printer), cancelInFlight: true)
  }
}

struct J01Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: J01PrinterQueue.State) -> [J01PrinterQueue.Input] in
        var inputs: [J01PrinterQueue.Input] = [
          .printerTapped(.lobby), .printerTapped(.attic), .refreshTapped, .leaveTapped,
        ]
        for id in state.jobs.ids { inputs.append(.job(id, .cancelTapped)) }
        return inputs
      }
    ) { () -> TestStore<J01PrinterQueue> in
      let store = TestStore(initialState: J01PrinterQueue.State()) { J01PrinterQueue() }
      store.gate("queue", at: \.j01Printer.queue) { printer in
        [.success(J01PrintJob.samples(of: printer)), .failure(J01Offline())]
      }
      store.gate("cancelJob", at: \.j01Printer.cancelJob) { _ in [.success(()), .failure(J01Offline())] }
      return store
    }
  }
}
