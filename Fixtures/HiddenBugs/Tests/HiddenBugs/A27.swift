import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The standing orders of an account, with an editor above the list. A link names the order that it opens.
struct A27Orders: Reducer {
  struct State: Equatable {
    var orders: [A27Order]?
    var isLoading = false
    var hasFailed = false
    var editor: A27Editor.State?
    var linked: Int?
  }

  enum Input: Equatable, Sendable {
    case appeared
    case refreshTapped
    case newTapped
    case orderTapped(Int)
    case linkOpened(Int)
    case editor(A27Editor.Input)
  }

  enum Feedback: Equatable, Sendable {
    case loaded([A27Order])
    case failed
    case editor(ChildFeedback<A27Editor>)
  }

  private enum CancelID { case load }

  private let editor = Scope<A27Orders, A27Editor>(ifLet: \.editor, feedback: Feedback.editor) { A27Editor() }

  @Dependency(\.a27Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.orders == nil, !state.isLoading else { return .none }
      return load(&state)

    case .input(.refreshTapped):
      guard !state.isLoading else { return .none }
      return load(&state)

    case .input(.newTapped):
      guard state.editor == nil else { return .none }
      state.editor = A27Editor.State(id: 0, amount: 0)
      return .none

    case .input(.orderTapped(let id)):
      guard state.editor == nil else { return .none }
      show(id, &state)
      return .none

    case .input(.linkOpened(let id)):
      if state.editor?.id == id {
        state.linked = nil
      } else if state.orders == nil || state.editor != nil {
        state.linked = id
      } else {
        show(id, &state)
      }
      return .none

    case .input(.editor(let input)):
      return editor.reduce(.input(input), into: &state)

    case .feedback(.editor(.feedback(let feedback))):
      return editor.reduce(.feedback(feedback), into: &state)

    case .feedback(.editor(.output(.saved))):
      state.editor = nil
      showLinked(&state)
      return load(&state)

    case .feedback(.editor(.output(.closed))):
      state.editor = nil
      showLinked(&state)
      return .none

    case .feedback(.loaded(let orders)):
      state.isLoading = false
      state.orders = orders
      showLinked(&state)
      return .none

    case .feedback(.failed):
      state.isLoading = false
      state.hasFailed = true
      return .none
    }
  }

  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.hasFailed = false
    return .run("orders") { send in
      await send(.loaded(try await client.orders()))
    } catch: { _, send in
      await send(.failed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }

  /// Shows the order of a link that had to wait for the list.
  private func showLinked(_ state: inout State) {
    guard state.orders != nil, let id = state.linked else { return }
    state.linked = nil
    show(id, &state)
  }

  private func show(_ id: Int, _ state: inout State) {
    guard let order = state.orders?.first(where: { $0.id == id }) else { return }
    state.editor = A27Editor.State(id: order.id, amount: order.amount)
  }
}

/// The editor of one order; a new one has the id 0.
struct A27Editor: Reducer {
  struct State: Equatable, Identifiable {
    var id: Int
    var amount: Int
    var isSaving = false
    var hasFailed = false
  }

  enum Input: Equatable, Sendable { case amountChanged(Int), saveTapped, cancelTapped }
  enum Feedback: Equatable, Sendable { case saved, notSaved }
  enum Output: Equatable, Sendable { case saved, closed }

  @Dependency(\.a27Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.amountChanged(let amount)):
      guard !state.isSaving else { return .none }
      state.amount = amount
      state.hasFailed = false
      return .none

    case .input(.saveTapped):
      guard state.amount > 0, !state.isSaving else { return .none }
      state.isSaving = true
      state.hasFailed = false
      let order = A27Order(id: state.id, amount: state.amount)
      return .run("save", of: order) { send in
        try await client.save(order)
        await send(.saved)
      } catch: { _, send in
        await send(.notSaved)
      }

    case .input(.cancelTapped):
      return state.isSaving ? .none : .output(.closed)

    case .feedback(.saved):
      state.isSaving = false
      return .output(.saved)

    case .feedback(.notSaved):
      state.isSaving = false
      state.hasFailed = true
      return .none
    }
  }
}

struct A27Order: Hashable, Sendable {
  var id: Int
  var amount: Int
}

struct A27Client: TestDependencyKey, Sendable {
  var orders: @Sendable () async throws -> [A27Order]
  var save: @Sendable (_ order: A27Order) async throws -> Void

  static let testValue = A27Client(orders: unimplemented("A27Client.orders"), save: unimplemented("A27Client.save"))
}

extension DependencyValues {
  var a27Client: A27Client {
    get { self[A27Client.self] }
    set { self[A27Client.self] = newValue }
  }
}

struct A27Offline: Error {}

struct A27Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: A27Orders.State) -> [A27Orders.Input] in
        var inputs: [A27Orders.Input] = [.linkOpened(1), .linkOpened(2)]
        if let editor = state.editor {
          if editor.isSaving { return inputs }
          inputs += [.editor(.amountChanged(50)), .editor(.saveTapped), .editor(.cancelTapped)]
          return inputs
        }
        inputs += [.newTapped]
        if state.orders != nil { inputs += [.orderTapped(1), .orderTapped(2)] }
        if state.isLoading { return inputs }
        inputs.append(state.orders == nil && !state.hasFailed ? .appeared : .refreshTapped)
        return inputs
      }
    ) { () -> TestStore<A27Orders> in
      let store = TestStore(initialState: A27Orders.State()) { A27Orders() }
      store.gate("orders", at: \.a27Client.orders) {
        [.success([A27Order(id: 1, amount: 20), A27Order(id: 2, amount: 35)]), .failure(A27Offline())]
      }
      store.gate("save", at: \.a27Client.save) { _ in [.success(()), .failure(A27Offline())] }
      return store
    }
  }
}
