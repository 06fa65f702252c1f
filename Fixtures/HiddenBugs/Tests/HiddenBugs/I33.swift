import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// Sends the call sheets of a shooting day to the units, and follows which unit has confirmed.
struct I33CallSheets: Reducer {
  struct State: Equatable {
    var sheets: IdentifiedArray<I33Sheet> = []
    var isLoading = false
    var hasFailed = false
    var showsOnlyOpen = false

    /// The rows of the list.
    var shown: IdentifiedArray<I33Sheet> {
      showsOnlyOpen ? sheets.filter { $0.status != .confirmed } : sheets
    }
  }

  enum Input: Equatable, Sendable {
    case appeared
    case reloadTapped
    case sendTapped(Int)
    case sendAllTapped
    case retryTapped(Int)
    case onlyOpenTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded([I33Sheet])
    case loadFailed
    case accepted(Int)
    case rejected(Int)
    case confirmed(Int)
    case overdue(Int)
  }

  private enum CancelID: Hashable {
    case confirmations
    case overdue(Int)
  }

  @Dependency(\.i33Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared), .input(.reloadTapped):
      guard state.sheets.isEmpty, !state.isLoading else { return .none }
      state.isLoading = true
      state.hasFailed = false
      return .run("sheets") { send in
        await send(.loaded(try await client.sheets()))
      } catch: { _, send in
        await send(.loadFailed)
      }

    case .input(.sendTapped(let id)):
      guard state.sheets[id: id]?.status == .draft else { return .none }
      return deliver(id, &state)

    case .input(.sendAllTapped):
      let drafts: IdentifiedArray<I33Sheet> = state.sheets.filter { $0.status == .draft }
      return .merge(drafts.ids.map { deliver($0, &state) })

    case .input(.retryTapped(let id)):
      guard state.sheets[id: id]?.status == .failed else { return .none }
      return deliver(id, &state)

    case .input(.onlyOpenTapped):
      state.showsOnlyOpen.toggle()
      return .none

    case .feedback(.loaded(let sheets)):
      state.isLoading = false
      state.sheets = IdentifiedArray(sheets)
      return .run("confirmations") { send in
        for await id in client.confirmations() { await send(.confirmed(id)) }
      }
      .cancellable(id: CancelID.confirmations, cancelInFlight: true)

    case .feedback(.loadFailed):
      state.isLoading = false
      state.hasFailed = true
      return .none

    case .feedback(.accepted(let id)):
      if state.sheets[id: id]?.status == .sending { state.sheets[id: id]?.status = .waiting }
      return .run("overdue", of: id) { send in
        try await clock.sleep(for: .seconds(20))
        await send(.overdue(id))
      }
      .cancellable(id: CancelID.overdue(id), cancelInFlight: true)

    case .feedback(.rejected(let id)):
      if state.sheets[id: id]?.status == .sending { state.sheets[id: id]?.status = .failed }
      return .none

    case .feedback(.confirmed(let id)):
      guard let status = state.sheets[id: id]?.status, status != .draft else { return .none }
      state.sheets[id: id]?.status = .confirmed
      return .cancel(id: CancelID.overdue(id))

    case .feedback(.overdue(let id)):
      state.sheets[id: id]?.status = .failed
      return .none
    }
  }

  private func deliver(_ id: Int, _ state: inout State) -> Effect<Feedback, Never> {
    state.sheets[id: id]?.status = .sending
    return .run("send", of: id) { send in
      try await client.send(id)
      await send(.accepted(id))
    } catch: { _, send in
      await send(.rejected(id))
    }
  }
}

struct I33Sheet: Equatable, Sendable, Identifiable {
  enum Status: Equatable, Sendable { case draft, sending, waiting, confirmed, failed }

  let id: Int
  var unit: String
  var status = Status.draft
}

struct I33Client: TestDependencyKey, Sendable {
  var sheets: @Sendable () async throws -> [I33Sheet]
  /// Returns when the server has accepted the sheet.
  var send: @Sendable (_ sheet: Int) async throws -> Void
  /// The sheets that a unit has confirmed, as long as the app runs.
  var confirmations: @Sendable () -> AsyncStream<Int>

  static let testValue = I33Client(
    sheets: unimplemented("I33Client.sheets"),
    send: unimplemented("I33Client.send"),
    confirmations: unimplemented("I33Client.confirmations", placeholder: AsyncStream { $0.finish() })
  )
}

extension DependencyValues {
  var i33Client: I33Client {
    get { self[I33Client.self] }
    set { self[I33Client.self] = newValue }
  }
}

struct I33Offline: Error {}

struct I33Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: I33CallSheets.State) -> [I33CallSheets.Input] in
        if state.isLoading { return [] }
        if state.hasFailed { return [.reloadTapped] }
        if state.sheets.isEmpty { return [.appeared] }
        var inputs: [I33CallSheets.Input] = [.onlyOpenTapped]
        for sheet in state.shown {
          if sheet.status == .draft { inputs.append(.sendTapped(sheet.id)) }
          if sheet.status == .failed { inputs.append(.retryTapped(sheet.id)) }
        }
        if state.sheets.contains(where: { $0.status == .draft }) { inputs.append(.sendAllTapped) }
        return inputs
      }
    ) { () -> TestStore<I33CallSheets> in
      let store = TestStore(initialState: I33CallSheets.State()) { I33CallSheets() }
      store.gate("sheets", at: \.i33Client.sheets) {
        [.success([I33Sheet(id: 1, unit: "Camera"), I33Sheet(id: 2, unit: "Sound")]), .failure(I33Offline())]
      }
      store.gate("send", at: \.i33Client.send) { _ in [.success(()), .failure(I33Offline())] }
      store.gate("confirmations", at: \.i33Client.confirmations) { [.element(1), .element(2)] }
      return store
    }
  }
}
