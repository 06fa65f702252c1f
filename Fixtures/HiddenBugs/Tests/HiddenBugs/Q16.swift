import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The cold rooms of a hospital: the temperatures of the last day in each room, and a report on it for the auditor.
struct Q16ColdRooms: Reducer {
  struct State: Equatable {
    var room: String?
    var curves: [String: [Int]] = [:]
    var isLoading = false
    var hasFailed = false
    var isFahrenheit = false
    var isExporting = false
    var report: String?

    /// What the chart shows.
    var curve: [Int]? {
      guard let room, let curve = curves[room] else { return nil }
      return isFahrenheit ? curve.map { $0 * 9 / 5 + 32 } : curve
    }
  }

  enum Input: Equatable, Sendable {
    case roomChosen(String)
    case refreshTapped
    case retryTapped
    case unitTapped
    case exportTapped
    case closeTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded([Int], room: String)
    case failed(room: String)
    case exported(String)
    case exportFailed
  }

  private enum CancelID { case curve, report }

  @Dependency(\.q16Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.roomChosen(let room)):
      guard room != state.room else { return .none }
      state.room = room
      state.hasFailed = false
      state.isExporting = false
      state.report = nil
      // A curve of this visit is fresh enough.
      guard state.curves[room] == nil else { return .cancel(id: CancelID.report) }
      return .merge(.cancel(id: CancelID.report), load(room, &state))

    case .input(.refreshTapped):
      guard let room = state.room, !state.isLoading else { return .none }
      return load(room, &state)

    case .input(.retryTapped):
      guard let room = state.room, state.hasFailed else { return .none }
      return load(room, &state)

    case .input(.unitTapped):
      state.isFahrenheit.toggle()
      return .none

    case .input(.exportTapped):
      guard let room = state.room, state.curves[room] != nil, !state.isExporting else { return .none }
      state.isExporting = true
      state.report = nil
      return .run("report", of: room) { send in
        await send(.exported(try await client.report(room)))
      } catch: { _, send in
        await send(.exportFailed)
      }
      .cancellable(id: CancelID.report, cancelInFlight: true)

    case .input(.closeTapped):
      state.room = nil
      state.isLoading = false
      state.hasFailed = false
      state.isExporting = false
      state.report = nil
      return .merge(.cancel(id: CancelID.curve), .cancel(id: CancelID.report))

    case .feedback(.loaded(let curve, let room)):
      state.curves[room] = curve
      guard room == state.room else { return .none }
      state.isLoading = false
      return .none

    case .feedback(.failed(let room)):
      guard room == state.room else { return .none }
      state.isLoading = false
      state.hasFailed = true
      return .none

    case .feedback(.exported(let report)):
      state.isExporting = false
      state.report = report
      return .none

    case .feedback(.exportFailed):
      state.isExporting = false
      return .none
    }
  }

  private func load(_ room: String, _ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.hasFailed = false
    return .run("curve", of: room) { send in
      await send(.loaded(try await client.curve(room), room: room))
    } catch: { _, send in
      await send(.failed(room: room))
    }
    .cancellable(id: CancelID.curve, cancelInFlight: true)
  }
}

struct Q16Client: TestDependencyKey, Sendable {
  var curve: @Sendable (_ room: String) async throws -> [Int]
  var report: @Sendable (_ room: String) async throws -> String

  static let testValue = Q16Client(
    curve: unimplemented("Q16Client.curve"),
    report: unimplemented("Q16Client.report")
  )
}

extension DependencyValues {
  var q16Client: Q16Client {
    get { self[Q16Client.self] }
    set { self[Q16Client.self] = newValue }
  }
}

struct Q16Offline: Error {}

struct Q16Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: Q16ColdRooms.State) -> [Q16ColdRooms.Input] in
        guard let room = state.room else { return [.roomChosen("Blood"), .roomChosen("Vaccines")] }
        var inputs: [Q16ColdRooms.Input] = [.roomChosen("Blood"), .roomChosen("Vaccines"), .closeTapped]
        if state.hasFailed { inputs.append(.retryTapped) }
        if state.curves[room] != nil { inputs += [.refreshTapped, .exportTapped, .unitTapped] }
        return inputs
      }
    ) { () -> TestStore<Q16ColdRooms> in
      let store = TestStore(initialState: Q16ColdRooms.State()) { Q16ColdRooms() }
      store.gate("curve", at: \.q16Client.curve) { room in
        [.success(room == "Blood" ? [4, 5] : [-20, -18]), .failure(Q16Offline())]
      }
      store.gate("report", at: \.q16Client.report) { room in [.success("\(room).pdf"), .failure(Q16Offline())] }
      return store
    }
  }
}
