import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A stock count. Packages are scanned, counted on the shelf, and handed in together.
struct C36StockCount: Reducer {
  enum Submission: Equatable { case open, running, failed, done }

  struct State: Equatable {
    var items: IdentifiedArray<C36Item> = []
    var lookups: Set<String> = []
    var unknown: String?
    var isScanning = false
    var submission = Submission.open

    /// Whether the count may be changed.
    var isEditable: Bool { submission == .open || submission == .failed }

    /// Whether the spinner in the toolbar turns.
    var isBusy: Bool { submission == .running || !lookups.isEmpty || items.contains { $0.isSaving } }

    /// Whether the server has all counts, so that they can be handed in.
    var canSubmit: Bool { isEditable && !isBusy && !items.isEmpty && items.allSatisfy { $0.saved == $0.count } }
  }

  enum Input: Equatable, Sendable {
    case scanTapped
    case plusTapped(String)
    case minusTapped(String)
    case retryTapped(String)
    case removeTapped(String)
    case noticeDismissed
    case submitTapped
    case newCountTapped
  }

  enum Feedback: Equatable, Sendable {
    case scanned(String)
    case scannerStopped
    case found(C36Product)
    case notFound(String)
    case saved(String, count: Int)
    case saveFailed(String)
    case submitted(Bool)
  }

  private enum CancelID { case scanner }

  @Dependency(\.c36Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.scanTapped):
      guard state.isEditable else { return .none }
      state.isScanning.toggle()
      guard state.isScanning else { return .cancel(id: CancelID.scanner) }
      return .run("scanner") { send in
        for await code in client.scans() { await send(.scanned(code)) }
        await send(.scannerStopped)
      }
      .cancellable(id: CancelID.scanner, cancelInFlight: true)

    case .input(.plusTapped(let id)): return change(id, by: 1, in: &state)
    case .input(.minusTapped(let id)): return change(id, by: -1, in: &state)

    case .input(.retryTapped(let id)):
      guard state.isEditable, state.items[id: id]?.hasFailed == true else { return .none }
      return save(id, in: &state)

    case .input(.removeTapped(let id)):
      guard state.isEditable, state.items[id: id]?.isSaving == false else { return .none }
      state.items.remove(id: id)
      state.submission = .open
      return .none

    case .input(.noticeDismissed):
      state.unknown = nil
      return .none

    case .input(.submitTapped):
      guard state.canSubmit else { return .none }
      state.submission = .running
      state.isScanning = false
      return .merge(
        .cancel(id: CancelID.scanner),
        .run("submit") { send in
          try await client.submit()
          await send(.submitted(true))
        } catch: { _, send in
          await send(.submitted(false))
        }
      )

    case .input(.newCountTapped):
      guard state.submission == .done else { return .none }
      state = State()
      return .none

    case .feedback(.scanned(let code)):
      guard state.items[id: code] == nil, state.lookups.insert(code).inserted else { return .none }
      if state.unknown == code { state.unknown = nil }
      return .run("product", of: code) { send in
        await send(.found(try await client.product(code)))
      } catch: { _, send in
        await send(.notFound(code))
      }

    case .feedback(.scannerStopped):
      state.isScanning = false
      return .none

    case .feedback(.found(let product)):
      state.lookups.remove(product.code)
      state.items.append(C36Item(product: product, count: product.expected, saved: product.expected))
      return .none

    case .feedback(.notFound(let code)):
      state.lookups.remove(code)
      state.unknown = code
      return .none

    case .feedback(.saved(let id, let count)):
      state.items[id: id]?.saved = count
      state.items[id: id]?.isSaving = false
      guard let item = state.items[id: id], item.count != count else { return .none }
      return save(id, in: &state)

    case .feedback(.saveFailed(let id)):
      // It is unknown which count the server has now.
      state.items[id: id]?.saved = nil
      state.items[id: id]?.isSaving = false
      state.items[id: id]?.hasFailed = true
      return .none

    case .feedback(.submitted(let hasSucceeded)):
      state.submission = hasSucceeded ? .done : .failed
      return .none
    }
  }

  private func change(_ id: String, by step: Int, in state: inout State) -> Effect<Feedback, Never> {
    guard state.isEditable, let item = state.items[id: id] else { return .none }
    guard (0...item.product.capacity).contains(item.count + step) else { return .none }
    state.items[id: id]?.count += step
    state.submission = .open
    return item.isSaving ? .none : save(id, in: &state)
  }

  /// Saves the count of an item. A count that changes meanwhile is saved behind it.
  private func save(_ id: String, in state: inout State) -> Effect<Feedback, Never> {
    guard let count = state.items[id: id]?.count else { return .none }
    state.items[id: id]?.isSaving = true
    state.items[id: id]?.hasFailed = false
    return .run("save", of: id) { send in
      try await client.save(id, count)
      await send(.saved(id, count: count))
    } catch: { _, send in
      await send(.saveFailed(id))
    }
  }
}

struct C36Product: Equatable, Sendable {
  var code: String
  var expected: Int
  var capacity: Int
}

struct C36Item: Equatable, Identifiable, Sendable {
  var product: C36Product
  var count: Int
  /// The count that the server has; nil if that is unknown.
  var saved: Int?
  var isSaving = false
  var hasFailed = false

  var id: String { product.code }
}

struct C36Client: TestDependencyKey, Sendable {
  var scans: @Sendable () -> AsyncStream<String>
  var product: @Sendable (_ code: String) async throws -> C36Product
  var save: @Sendable (_ code: String, _ count: Int) async throws -> Void
  var submit: @Sendable () async throws -> Void

  static let testValue = C36Client(
    scans: unimplemented("C36Client.scans", placeholder: AsyncStream { $0.finish() }),
    product: unimplemented("C36Client.product"),
    save: unimplemented("C36Client.save"),
    submit: unimplemented("C36Client.submit")
  )
}

extension DependencyValues {
  var c36Client: C36Client {
    get { self[C36Client.self] }
    set { self[C36Client.self] = newValue }
  }
}

struct C36Offline: Error {}

struct C36Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: C36StockCount.State) -> [C36StockCount.Input] in
        if state.submission == .done { return [.newCountTapped] }
        var inputs: [C36StockCount.Input] = []
        if state.unknown != nil { inputs.append(.noticeDismissed) }
        guard state.isEditable else { return inputs }
        inputs.append(.scanTapped)
        for item in state.items {
          if item.count < item.product.capacity { inputs.append(.plusTapped(item.id)) }
          if item.count > 0 { inputs.append(.minusTapped(item.id)) }
          if item.hasFailed { inputs.append(.retryTapped(item.id)) }
          if !item.isSaving { inputs.append(.removeTapped(item.id)) }
        }
        if state.canSubmit { inputs.append(.submitTapped) }
        return inputs
      }
    ) { () -> TestStore<C36StockCount> in
      let store = TestStore(initialState: C36StockCount.State()) { C36StockCount() }
      store.gate("scans", at: \.c36Client.scans) { [.element("4006"), .element("7612"), .finish] }
      store.gate("product", at: \.c36Client.product) { code in
        [.success(C36Product(code: code, expected: 1, capacity: 1)), .failure(C36Offline())]
      }
      store.gate("save", at: \.c36Client.save) { _ in [.success(()), .failure(C36Offline())] }
      store.gate("submit", at: \.c36Client.submit) { [.success(()), .failure(C36Offline())] }
      return store
    }
  }
}
