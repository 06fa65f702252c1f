import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The form of one address.
struct I16Editor: Reducer {
  struct State: Equatable, Identifiable {
    var address: I16Address
    var text: String
    var isSaving = false
    var hasFailed = false

    var id: Int { address.id }
    var canSave: Bool { !isSaving && text != address.street }

    init(_ address: I16Address) {
      self.address = address
      text = address.street
    }
  }

  enum Input: Equatable, Sendable {
    case textChanged(String)
    case saveTapped
  }

  enum Feedback: Equatable, Sendable {
    case saved(I16Address)
    case failed
  }

  enum Output: Equatable, Sendable { case saved(I16Address) }

  @Dependency(\.i16Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.textChanged(let text)):
      guard !state.isSaving else { return .none }
      state.text = text
      return .none

    case .input(.saveTapped):
      guard state.canSave else { return .none }
      state.isSaving = true
      state.hasFailed = false
      let address = I16Address(id: state.id, street: state.text)
      return .run("save", of: address) { send in
        await send(.saved(try await client.save(address)))
      } catch: { _, send in
        await send(.failed)
      }

    case .feedback(.saved(let address)):
      state.isSaving = false
      return .output(.saved(address))

    case .feedback(.failed):
      state.isSaving = false
      state.hasFailed = true
      return .none
    }
  }
}

/// The address book of a shop's customer. A link from a mail opens an address, or an order.
struct I16AddressBook: Reducer {
  struct State: Equatable {
    enum Question: Equatable {
      case close
      case follow(I16Link)
    }

    var addresses = [I16Address(id: 1, street: "Quay 1"), I16Address(id: 2, street: "Park 2")]
    var editor: I16Editor.State?
    var order: I16Order?
    var question: Question?
  }

  enum Input: Equatable, Sendable {
    case addressTapped(Int)
    case editor(I16Editor.Input)
    case closeTapped
    case linkOpened(I16Link)
    case discardTapped
    case keepTapped
    case orderRetryTapped
    case orderClosed
  }

  enum Feedback: Sendable {
    case editor(ChildFeedback<I16Editor>)
    case orderLoaded(String)
    case orderFailed
  }

  private enum CancelID { case order }

  @Dependency(\.i16Client) private var client

  let editor = Scope<I16AddressBook, I16Editor>(ifLet: \.editor, feedback: Feedback.editor) { I16Editor() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.editor(let input)):
      guard state.editor != nil else { return .none }
      return editor.reduce(.input(input), into: &state)

    case .feedback(.editor(.feedback(let feedback))):
      return editor.reduce(.feedback(feedback), into: &state)

    case .feedback(.editor(.output(.saved(let address)))):
      if let index = state.addresses.firstIndex(where: { $0.id == address.id }) { state.addresses[index] = address }
      state.editor = nil
      return .none

    case .input(.addressTapped(let id)):
      guard state.editor == nil, state.order == nil else { return .none }
      return open(.address(id), in: &state)

    case .input(.closeTapped):
      guard let shown = state.editor, !shown.isSaving else { return .none }
      if shown.canSave {
        state.question = .close
      } else {
        state.editor = nil
      }
      return .none

    case .input(.linkOpened(let link)):
      if let shown = state.editor {
        if link == .address(shown.id) { return .none }
        if shown.canSave {
          state.question = .follow(link)
          return .none
        }
      }
      return open(link, in: &state)

    case .input(.discardTapped):
      guard let question = state.question else { return .none }
      state.question = nil
      state.editor = nil
      guard case .follow(let link) = question else { return .none }
      return open(link, in: &state)

    case .input(.keepTapped):
      state.question = nil
      return .none

    case .input(.orderRetryTapped):
      guard let order = state.order, order.content == .failed else { return .none }
      return open(.order(order.number), in: &state)

    case .input(.orderClosed):
      state.order = nil
      return .cancel(id: CancelID.order)

    case .feedback(.orderLoaded(let status)):
      state.order?.content = .loaded(status)
      return .none

    case .feedback(.orderFailed):
      state.order?.content = .failed
      return .none
    }
  }

  private func open(_ link: I16Link, in state: inout State) -> Effect<Feedback, Never> {
    switch link {
    case .address(let id):
      guard let address = state.addresses.first(where: { $0.id == id }) else { return .none }
      state.order = nil
      state.editor = I16Editor.State(address)
      return .cancel(id: CancelID.order)

    case .order(let number):
      state.editor = nil
      state.order = I16Order(number: number)
      return .run("order", of: number) { send in
        await send(.orderLoaded(try await client.order(number)))
      } catch: { _, send in
        await send(.orderFailed)
      }
      .cancellable(id: CancelID.order, cancelInFlight: true)
    }
  }
}

enum I16Link: Equatable, Sendable {
  case address(Int)
  case order(Int)
}

struct I16Address: Hashable, Sendable {
  var id: Int
  var street: String
}

struct I16Order: Equatable {
  enum Content: Equatable { case loading, loaded(String), failed }

  var number: Int
  var content = Content.loading
}

struct I16Client: TestDependencyKey, Sendable {
  var save: @Sendable (_ address: I16Address) async throws -> I16Address
  var order: @Sendable (_ number: Int) async throws -> String

  static let testValue = I16Client(
    save: unimplemented("I16Client.save"),
    order: unimplemented("I16Client.order")
  )
}

extension DependencyValues {
  var i16Client: I16Client {
    get { self[I16Client.self] }
    set { self[I16Client.self] = newValue }
  }
}

struct I16Offline: Error {}

struct I16Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: I16AddressBook.State) -> [I16AddressBook.Input] in
        if state.question != nil { return [.discardTapped, .keepTapped] }
        var inputs: [I16AddressBook.Input] = [.linkOpened(.address(2)), .linkOpened(.order(7))]
        if let editor = state.editor {
          if !editor.isSaving { inputs += [.editor(.textChanged("Mill 3")), .closeTapped] }
          if editor.canSave { inputs.append(.editor(.saveTapped)) }
        } else if let order = state.order {
          inputs.append(.orderClosed)
          if order.content == .failed { inputs.append(.orderRetryTapped) }
        } else {
          inputs += [.addressTapped(1), .addressTapped(2)]
        }
        return inputs
      }
    ) { () -> TestStore<I16AddressBook> in
      let store = TestStore(initialState: I16AddressBook.State()) { I16AddressBook() }
      store.gate("save", at: \.i16Client.save) { address in [.success(address), .failure(I16Offline())] }
      store.gate("order", at: \.i16Client.order) { _ in [.success("On its way"), .failure(I16Offline())] }
      return store
    }
  }
}
