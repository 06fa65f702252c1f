import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The receipts of the user, page by page.
struct A02Receipts: Reducer {
  struct Receipt: Equatable, Identifiable, Sendable {
    let id: Int
    var title: String
  }

  struct Page: Equatable, Sendable {
    var receipts: [Receipt]
    var next: Int?
  }

  /// Which page is next, which one loads, and which one has failed.
  struct Pager: Equatable {
    var next: Int? = 1
    var loading: Int?
    var failed: Int?

    var isExhausted: Bool { next == nil }
    var canLoad: Bool { loading == nil && !isExhausted }

    mutating func begin(_ number: Int) {
      loading = number
      failed = nil
    }

    mutating func end(next: Int?) {
      loading = nil
      self.next = next
    }

    mutating func fail() {
      failed = loading
      loading = nil
    }
  }

  struct State: Equatable {
    var receipts: [Receipt] = []
    var pager = Pager()
  }

  enum Input: Equatable { case endReached, refreshPulled, retryTapped, rowTapped(Receipt.ID) }
  enum Feedback: Equatable { case loaded(Page, number: Int), failed }
  enum Output: Equatable { case picked(Receipt) }

  private enum CancelID { case page }

  @Dependency(\.a02Office) private var office

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.endReached):
      guard state.pager.canLoad, state.pager.failed == nil, let next = state.pager.next else { return .none }
      return load(next, &state)

    case .input(.refreshPulled):
      guard state.pager.loading != 1 else { return .none }
      return load(1, &state)

    case .input(.retryTapped):
      guard state.pager.canLoad, let failed = state.pager.failed else { return .none }
      return load(failed, &state)

    case .input(.rowTapped(let id)):
      guard let receipt = state.receipts.first(where: { $0.id == id }) else { return .none }
      return .output(.picked(receipt))

    case .feedback(.loaded(let page, number: let number)):
      state.receipts = number == 1 ? page.receipts : state.receipts + page.receipts
      state.pager.end(next: page.next)
      return .none

    case .feedback(.failed):
      state.pager.fail()
      return .none
    }
  }

  private func load(_ number: Int, _ state: inout State) -> Effect<Feedback, Output> {
    state.pager.begin(number)
    return .run("page", of: number) { send in
      await send(.loaded(try await office.page(number), number: number))
    } catch: { _, send in
      await send(.failed)
    }
    .cancellable(id: CancelID.page, cancelInFlight: true)
  }
}

/// A tax form, to which the user attaches a receipt.
struct A02Tax: Reducer {
  enum Filing: Equatable { case draft, sending, sent, rejected }

  struct State: Equatable {
    var receipts = A02Receipts.State()
    var attachment: A02Receipts.Receipt?
    var filing = Filing.draft

    var isOpen: Bool { filing == .draft || filing == .rejected }
  }

  enum Input: Equatable { case receipts(A02Receipts.Input), removeTapped, fileTapped }
  enum Feedback: Equatable { case receipts(ChildFeedback<A02Receipts>), filed, filingFailed }

  private enum CancelID { case file }

  private let receipts = Scope<A02Tax, A02Receipts>(\.receipts, feedback: Feedback.receipts) { A02Receipts() }

  @Dependency(\.a02Office) private var office

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.receipts(let input)): return receipts.reduce(.input(input), into: &state)
    case .feedback(.receipts(.feedback(let feedback))): return receipts.reduce(.feedback(feedback), into: &state)

    case .feedback(.receipts(.output(.picked(let receipt)))):
      guard state.isOpen else { return .none }
      state.attachment = receipt
      state.filing = .draft
      return .none

    case .input(.removeTapped):
      guard state.isOpen, state.attachment != nil else { return .none }
      state.attachment = nil
      state.filing = .draft
      return .none

    case .input(.fileTapped):
      guard state.isOpen, let attachment = state.attachment else { return .none }
      state.filing = .sending
      return .run("file", of: attachment.id) { send in
        try await office.file(attachment.id)
        await send(.filed)
      } catch: { _, send in
        await send(.filingFailed)
      }
      .cancellable(id: CancelID.file, cancelInFlight: true)

    case .feedback(.filed):
      state.filing = .sent
      return .none

    case .feedback(.filingFailed):
      state.filing = .rejected
      return .none
    }
  }
}

struct A02Office: Sendable {
  var page: @Sendable (_ number: Int) async throws -> A02Receipts.Page
  var file: @Sendable (_ receipt: Int) async throws -> Void
}

enum A02OfficeKey: TestDependencyKey {
  static let testValue = A02Office(
    page: unimplemented("A02Office.page"),
    file: unimplemented("A02Office.file")
  )
}

extension DependencyValues {
  var a02Office: A02Office {
    get { self[A02OfficeKey.self] }
    set { self[A02OfficeKey.self] = newValue }
  }
}

struct A02Offline: Error {}

extension A02Receipts.Page {
  static func sample(_ number: Int) -> A02Receipts.Page {
    A02Receipts.Page(
      receipts: [A02Receipts.Receipt(id: number, title: "Receipt \(number)")],
      next: number == 1 ? 2 : nil
    )
  }
}

struct A02Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [
        .receipts(.endReached), .receipts(.refreshPulled), .receipts(.retryTapped), .receipts(.rowTapped(1)),
        .removeTapped, .fileTapped,
      ]
    ) { () -> TestStore<A02Tax> in
      let store = TestStore(initialState: A02Tax.State()) { A02Tax() }
      store.gate("page", at: \.a02Office.page) { number in
        [.success(A02Receipts.Page.sample(number)), .failure(A02Offline())]
      }
      store.gate("file", at: \.a02Office.file) { _ in [.success(()), .failure(A02Offline())] }
      return store
    }
  }
}
