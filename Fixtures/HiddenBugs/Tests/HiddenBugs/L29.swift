import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The sheets that a pupil hands in. The school confirms each of them by a receipt, which comes on a stream of its own.
struct L29HandIn: Reducer {
  struct State: Equatable {
    var sheets: [L29Sheet]
    var onlyOpen = false
    var isWatching = false
    var isOffline = false

    /// The rows of the list.
    var shown: [L29Sheet] { onlyOpen ? sheets.filter { $0.status != .received } : sheets }

    func status(of id: String) -> L29Sheet.Status? { sheets.first { $0.id == id }?.status }

    mutating func set(_ status: L29Sheet.Status, of id: String) {
      guard let index = sheets.firstIndex(where: { $0.id == id }) else { return }
      sheets[index].status = status
    }
  }

  enum Input: Equatable, Sendable {
    case appeared
    case disappeared
    case handInTapped(String)
    case retryTapped(String)
    case removeTapped(String)
    case onlyOpenTapped
  }

  enum Feedback: Equatable, Sendable {
    case uploaded(String)
    case uploadFailed(String)
    case receipt(String)
    case receiptsEnded
    case reconnectDue
  }

  private enum CancelID { case receipts }

  @Dependency(\.l29Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard !state.isWatching else { return .none }
      state.isWatching = true
      return watch(&state)

    case .input(.disappeared):
      // Uploads go on, and end whether the list is seen or not.
      state.isWatching = false
      state.isOffline = false
      return .cancel(id: CancelID.receipts)

    case .input(.handInTapped(let id)):
      guard state.status(of: id) == .draft else { return .none }
      return upload(id, &state)

    case .input(.retryTapped(let id)):
      guard state.status(of: id) == .failed else { return .none }
      return upload(id, &state)

    case .input(.removeTapped(let id)):
      guard state.status(of: id) == .draft else { return .none }
      state.sheets.removeAll { $0.id == id }
      return .none

    case .input(.onlyOpenTapped):
      state.onlyOpen.toggle()
      return .none

    case .feedback(.uploaded(let id)):
      if state.status(of: id) == .uploading { state.set(.uploaded, of: id) }
      return .none

    case .feedback(.uploadFailed(let id)):
      state.set(.failed, of: id)
      return .none

    case .feedback(.receipt(let id)):
      guard state.status(of: id) != .draft else { return .none }
      state.set(.received, of: id)
      return .none

    case .feedback(.receiptsEnded):
      state.isOffline = true
      return .run("reconnect") { send in
        try await clock.sleep(for: .seconds(5))
        await send(.reconnectDue)
      }
      .cancellable(id: CancelID.receipts, cancelInFlight: true)

    case .feedback(.reconnectDue):
      return watch(&state)
    }
  }

  private func upload(_ id: String, _ state: inout State) -> Effect<Feedback, Never> {
    state.set(.uploading, of: id)
    return .run("upload", of: id) { send in
      try await client.upload(id)
      await send(.uploaded(id))
    } catch: { _, send in
      await send(.uploadFailed(id))
    }
  }

  private func watch(_ state: inout State) -> Effect<Feedback, Never> {
    state.isOffline = false
    return .run("receipts") { send in
      for await id in client.receipts() { await send(.receipt(id)) }
      await send(.receiptsEnded)
    }
    .cancellable(id: CancelID.receipts, cancelInFlight: true)
  }
}

struct L29Sheet: Equatable, Sendable {
  enum Status: Equatable, Sendable { case draft, uploading, uploaded, received, failed }

  var id: String
  var status = Status.draft
}

struct L29Client: TestDependencyKey, Sendable {
  /// Sends a sheet. It throws if the server does not answer in time.
  var upload: @Sendable (_ sheet: String) async throws -> Void

  /// The ids of the sheets that the school has. A stream begins with the receipts of the last days.
  var receipts: @Sendable () -> AsyncStream<String>

  static let testValue = L29Client(
    upload: unimplemented("L29Client.upload"),
    receipts: unimplemented("L29Client.receipts", placeholder: AsyncStream { $0.finish() })
  )
}

extension DependencyValues {
  var l29Client: L29Client {
    get { self[L29Client.self] }
    set { self[L29Client.self] = newValue }
  }
}

struct L29Timeout: Error {}

struct L29Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: L29HandIn.State) -> [L29HandIn.Input] in
        guard state.isWatching else { return [.appeared] }
        var inputs: [L29HandIn.Input] = [.disappeared, .onlyOpenTapped]
        for sheet in state.shown {
          switch sheet.status {
          case .draft: inputs += [.handInTapped(sheet.id), .removeTapped(sheet.id)]
          case .failed: inputs.append(.retryTapped(sheet.id))
          case .uploading, .uploaded, .received: break
          }
        }
        return inputs
      }
    ) { () -> TestStore<L29HandIn> in
      let sheets = [L29Sheet(id: "essay"), L29Sheet(id: "sketch")]
      let store = TestStore(initialState: L29HandIn.State(sheets: sheets)) { L29HandIn() }
      store.gate("upload", at: \.l29Client.upload) { _ in [.success(()), .failure(L29Timeout())] }
      store.gate("receipts", at: \.l29Client.receipts) { [.element("essay"), .element("sketch"), .finish] }
      return store
    }
  }
}
