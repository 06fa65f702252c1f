import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The menu of a restaurant, as its owner sees it. A link in a mail leads to the price of a dish.
struct D33Menu: Reducer {
  /// Where the owner goes if the price that was typed may be forgotten.
  enum Exit: Equatable { case toMenu, toDish(Int) }

  struct State: Equatable {
    var dishes: IdentifiedArrayOf<D33Dish>
    var editor: D33Editor.State?
    var exit: Exit?
    var switching: Set<Int> = []
    var couldNotSwitch = false
  }

  enum Input: Equatable, Sendable {
    case dishTapped(Int)
    case soldOutTapped(Int)
    case linkOpened(Int)
    case forgetTapped
    case stayTapped
    case editor(D33Editor.Input)
  }

  enum Feedback: Equatable, Sendable {
    case switched(Int, isSoldOut: Bool)
    case switchFailed(Int)
    case editor(ChildFeedback<D33Editor>)
  }

  @Dependency(\.d33Client) private var client

  private let editor = Scope<D33Menu, D33Editor>(ifLet: \.editor, feedback: Feedback.editor) { D33Editor() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.editor(let input)): return editor.reduce(.input(input), into: &state)
    case .feedback(.editor(.feedback(let feedback))): return editor.reduce(.feedback(feedback), into: &state)

    case .input(.dishTapped(let id)):
      guard state.editor == nil, let dish = state.dishes[id: id] else { return .none }
      state.editor = D33Editor.State(id: id, price: dish.price)
      return .none

    case .input(.soldOutTapped(let id)):
      guard let dish = state.dishes[id: id], !state.switching.contains(id) else { return .none }
      state.switching.insert(id)
      state.couldNotSwitch = false
      let isSoldOut = !dish.isSoldOut
      return .run("sold out", of: id) { send in
        try await client.setSoldOut(id, isSoldOut)
        await send(.switched(id, isSoldOut: isSoldOut))
      } catch: { _, send in
        await send(.switchFailed(id))
      }

    case .feedback(.switched(let id, let isSoldOut)):
      state.switching.remove(id)
      state.dishes[id: id]?.isSoldOut = isSoldOut
      return .none

    case .feedback(.switchFailed(let id)):
      state.switching.remove(id)
      state.couldNotSwitch = true
      return .none

    case .input(.linkOpened(let id)):
      guard let dish = state.dishes[id: id] else { return .none }
      switch state.editor {
      case let editor? where editor.id == id: state.exit = nil
      case let editor? where editor.phase == .editing: state.exit = .toDish(id)
      default: state.editor = D33Editor.State(id: id, price: dish.price)
      }
      return .none

    case .input(.forgetTapped):
      guard let exit = state.exit else { return .none }
      state.exit = nil
      state.editor = nil
      if case .toDish(let id) = exit, let dish = state.dishes[id: id] {
        state.editor = D33Editor.State(id: id, price: dish.price)
      }
      return .none

    case .input(.stayTapped):
      state.exit = nil
      return .none

    case .feedback(.editor(.output(.closeTapped))):
      if state.editor?.phase == .editing { state.exit = .toMenu } else { state.editor = nil }
      return .none

    case .feedback(.editor(.output(.saved(let id, let price)))):
      state.dishes[id: id]?.price = price
      state.editor = nil
      return .none
    }
  }
}

/// The price of a dish.
struct D33Editor: Reducer {
  enum Phase: Equatable { case viewing, editing, saving }

  struct State: Equatable, Identifiable {
    let id: Int
    var price: Int
    var phase = Phase.viewing
    var hasFailed = false
  }

  enum Input: Equatable, Sendable { case priceChanged(Int), saveTapped, closeTapped }
  enum Feedback: Equatable, Sendable { case saved, failed }
  enum Output: Equatable, Sendable { case saved(Int, price: Int), closeTapped }

  @Dependency(\.d33Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.priceChanged(let price)):
      guard state.phase != .saving, price != state.price else { return .none }
      state.price = price
      state.phase = .editing
      state.hasFailed = false
      return .none

    case .input(.saveTapped):
      guard state.phase == .editing else { return .none }
      state.phase = .saving
      state.hasFailed = false
      let (id, price) = (state.id, state.price)
      return .run("save", of: id) { send in
        try await client.setPrice(id, price)
        await send(.saved)
      } catch: { _, send in
        await send(.failed)
      }

    case .input(.closeTapped):
      return state.phase == .saving ? .none : .output(.closeTapped)

    case .feedback(.saved):
      state.phase = .viewing
      return .output(.saved(state.id, price: state.price))

    case .feedback(.failed):
      state.phase = .editing
      state.hasFailed = true
      return .none
    }
  }
}

struct D33Dish: Equatable, Identifiable, Sendable {
  let id: Int
  var name: String
  var price: Int
  var isSoldOut = false
}

struct D33Client: TestDependencyKey, Sendable {
  var setPrice: @Sendable (_ dish: Int, _ cents: Int) async throws -> Void
  var setSoldOut: @Sendable (_ dish: Int, _ isSoldOut: Bool) async throws -> Void

  static let testValue = D33Client(
    setPrice: unimplemented("D33Client.setPrice"),
    setSoldOut: unimplemented("D33Client.setSoldOut")
  )
}

extension DependencyValues {
  var d33Client: D33Client {
    get { self[D33Client.self] }
    set { self[D33Client.self] = newValue }
  }
}

struct D33Offline: Error {}

struct D33Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: D33Menu.State) -> [D33Menu.Input] in
        if state.exit != nil { return [.forgetTapped, .stayTapped, .linkOpened(2)] }
        guard let editor = state.editor else { return [.dishTapped(1), .soldOutTapped(1), .linkOpened(2)] }
        if editor.phase == .saving { return [.linkOpened(2)] }
        var inputs: [D33Menu.Input] = [.editor(.priceChanged(950)), .editor(.closeTapped), .linkOpened(2)]
        if editor.phase == .editing { inputs.append(.editor(.saveTapped)) }
        return inputs
      }
    ) { () -> TestStore<D33Menu> in
      let dishes: IdentifiedArrayOf<D33Dish> = [
        D33Dish(id: 1, name: "Ramen", price: 1100), D33Dish(id: 2, name: "Gyoza", price: 600),
      ]
      let store = TestStore(initialState: D33Menu.State(dishes: dishes)) { D33Menu() }
      store.gate("setPrice", at: \.d33Client.setPrice) { _ in [.success(()), .failure(D33Offline())] }
      store.gate("setSoldOut", at: \.d33Client.setSoldOut) { _ in [.success(()), .failure(D33Offline())] }
      return store
    }
  }
}
