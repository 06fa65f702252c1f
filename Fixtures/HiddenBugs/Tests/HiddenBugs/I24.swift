import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The cart of a shop: lines with quantities, and a voucher.
struct I24Cart: Reducer {
  struct State: Equatable {
    enum Content: Equatable { case new, loading, failed, loaded }
    enum Problem: Equatable { case line(Int), emptying }

    enum Voucher: Equatable {
      case none
      case typed(String)
      case checking(String)
      case accepted(String, percent: Int)
      case rejected(String)

      /// The text of a voucher that can be checked.
      var text: String? {
        switch self {
        case .typed(let text), .rejected(let text): text
        case .none, .checking, .accepted: nil
        }
      }
    }

    var content = Content.new
    var lines: [I24Line] = []
    var busy: Set<Int> = []
    var isEmptying = false
    var voucher = Voucher.none
    var problem: Problem?
  }

  enum Input: Equatable, Sendable {
    case appeared
    case retryTapped
    case quantityChosen(line: Int, Int)
    case emptyTapped
    case voucherChanged(String)
    case applyTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded([I24Line])
    case loadFailed
    case updated(I24Line)
    case updateFailed(Int)
    case emptied
    case emptyingFailed
    case accepted(percent: Int)
    case rejected
  }

  private enum CancelID { case voucher }

  @Dependency(\.i24Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.content == .new else { return .none }
      return load(&state)

    case .input(.retryTapped):
      guard state.content == .failed else { return .none }
      return load(&state)

    case .feedback(.loaded(let lines)):
      state.content = .loaded
      state.lines = lines
      return .none

    case .feedback(.loadFailed):
      state.content = .failed
      return .none

    case .input(.quantityChosen(line: let id, let quantity)):
      guard !state.isEmptying, !state.busy.contains(id), var line = state.lines.first(where: { $0.id == id })
      else { return .none }
      line.quantity = quantity
      state.busy.insert(id)
      state.problem = nil
      return .run("update", of: line) { [line] send in
        try await client.update(line)
        await send(.updated(line))
      } catch: { _, send in
        await send(.updateFailed(id))
      }

    case .feedback(.updated(let line)):
      state.busy.remove(line.id)
      guard let index = state.lines.firstIndex(where: { $0.id == line.id }) else { return .none }
      if line.quantity == 0 {
        state.lines.remove(at: index)
      } else {
        state.lines[index] = line
      }
      return state.lines.isEmpty ? clearVoucher(&state) : .none

    case .feedback(.updateFailed(let id)):
      state.busy.remove(id)
      state.problem = .line(id)
      return .none

    case .input(.emptyTapped):
      guard !state.isEmptying, state.busy.isEmpty, !state.lines.isEmpty else { return .none }
      state.isEmptying = true
      state.problem = nil
      return .run("empty") { send in
        try await client.empty()
        await send(.emptied)
      } catch: { _, send in
        await send(.emptyingFailed)
      }

    case .feedback(.emptied):
      state.isEmptying = false
      state.lines = []
      return clearVoucher(&state)

    case .feedback(.emptyingFailed):
      state.isEmptying = false
      state.problem = .emptying
      return .none

    case .input(.voucherChanged(let text)):
      state.voucher = text.isEmpty ? .none : .typed(text)
      return .cancel(id: CancelID.voucher)

    case .input(.applyTapped):
      guard let text = state.voucher.text else { return .none }
      state.voucher = .checking(text)
      return .run("voucher", of: text) { send in
        await send(.accepted(percent: try await client.voucher(text)))
      } catch: { _, send in
        await send(.rejected)
      }
      .cancellable(id: CancelID.voucher)

    case .feedback(.accepted(let percent)):
      guard case .checking(let text) = state.voucher else { return .none }
      state.voucher = .accepted(text, percent: percent)
      return .none

    case .feedback(.rejected):
      guard case .checking(let text) = state.voucher else { return .none }
      state.voucher = .rejected(text)
      return .none
    }
  }

  /// An empty cart has no voucher.
  private func clearVoucher(_ state: inout State) -> Effect<Feedback, Never> {
    state.voucher = .none
    return .cancel(id: CancelID.voucher)
  }

  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    state.content = .loading
    return .run("cart") { send in
      await send(.loaded(try await client.lines()))
    } catch: { _, send in
      await send(.loadFailed)
    }
  }
}

struct I24Line: Hashable, Sendable {
  var id: Int
  var quantity: Int
}

struct I24Client: TestDependencyKey, Sendable {
  var lines: @Sendable () async throws -> [I24Line]
  var update: @Sendable (_ line: I24Line) async throws -> Void
  var empty: @Sendable () async throws -> Void
  var voucher: @Sendable (_ code: String) async throws -> Int

  static let testValue = I24Client(
    lines: unimplemented("I24Client.lines"),
    update: unimplemented("I24Client.update"),
    empty: unimplemented("I24Client.empty"),
    voucher: unimplemented("I24Client.voucher")
  )
}

extension DependencyValues {
  var i24Client: I24Client {
    get { self[I24Client.self] }
    set { self[I24Client.self] = newValue }
  }
}

struct I24Offline: Error {}

struct I24Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: I24Cart.State) -> [I24Cart.Input] in
        switch state.content {
        case .new: return [.appeared]
        case .loading: return []
        case .failed: return [.retryTapped]
        case .loaded: break
        }
        guard !state.lines.isEmpty else { return [] }
        var inputs: [I24Cart.Input] = [.voucherChanged("SPRING"), .voucherChanged("")]
        if state.voucher.text != nil { inputs.append(.applyTapped) }
        guard !state.isEmptying else { return inputs }
        if state.busy.isEmpty { inputs.append(.emptyTapped) }
        for line in state.lines where !state.busy.contains(line.id) {
          inputs.append(.quantityChosen(line: line.id, line.quantity == 1 ? 2 : 1))
          inputs.append(.quantityChosen(line: line.id, 0))
        }
        return inputs
      }
    ) { () -> TestStore<I24Cart> in
      let store = TestStore(initialState: I24Cart.State()) { I24Cart() }
      store.gate("cart", at: \.i24Client.lines) {
        [.success([I24Line(id: 1, quantity: 1), I24Line(id: 2, quantity: 1)]), .failure(I24Offline())]
      }
      store.gate("update", at: \.i24Client.update) { _ in [.success(()), .failure(I24Offline())] }
      store.gate("empty", at: \.i24Client.empty) { [.success(()), .failure(I24Offline())] }
      store.gate("voucher", at: \.i24Client.voucher) { _ in [.success(10), .failure(I24Offline())] }
      return store
    }
  }
}
