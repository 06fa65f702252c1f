import Observation
import StoreCore
import StoreTesting
import Synchronization
import Testing

/// A feature that keeps the first three characters of its text.
private struct Field: Reducer {
  struct State: Equatable {
    var text = ""
    var edits = 0
  }

  enum Input {
    case textChanged(String)
  }

  func reduce(message: Message<Input, Never>, into state: inout State) -> Effect<Never, Never> {
    guard case .input(.textChanged(let text)) = message else { return .none }
    state.text = String(text.prefix(3))
    state.edits += 1
    return .none
  }
}

/// A feature that presents a note until it is dismissed.
private struct Presenter: Reducer {
  struct State: Equatable {
    var note: String?
    var dismissals = 0
  }

  enum Input {
    case dismissed
  }

  func reduce(message: Message<Input, Never>, into state: inout State) -> Effect<Never, Never> {
    state.note = nil
    state.dismissals += 1
    return .none
  }
}

@MainActor @Suite struct StoreBindingTests {
  @Test(arguments: ["a note", nil])
  func `a view dismisses what is present, and nothing else`(note: String?) {
    let store = Store(initialState: Presenter.State(note: note)) { Presenter() }
    let isPresented = store.binding(presenting: \.note, dismiss: .dismissed)
    #expect(isPresented.wrappedValue == (note != nil))
    isPresented.wrappedValue = true
    #expect(store.note == note && store.dismissals == 0)
    isPresented.wrappedValue = false
    #expect(store.note == nil && store.dismissals == (note == nil ? 0 : 1))
    isPresented.wrappedValue = false
    #expect(store.dismissals == (note == nil ? 0 : 1))
  }

  @Test func `a binding reads the state and sends inputs, and the reducer decides the new value`() {
    let store = Store(initialState: Field.State()) { Field() }
    let text = store.binding(\.text, send: Field.Input.textChanged)
    text.set("ab")
    #expect(text.get() == "ab")
    text.wrappedValue = "abcd"
    #expect(text.wrappedValue == "abc")
    #expect(store.edits == 2)
  }

  @Test func `an equal value is sent as well`() {
    let store = Store(initialState: Field.State()) { Field() }
    let text = store.binding(\.text, send: Field.Input.textChanged)
    text.wrappedValue = ""
    #expect(store.edits == 1)
  }

  @Test func `a read through a binding observes only its property`() {
    let store = Store(initialState: Field.State()) { Field() }
    let text = store.binding(\.text, send: Field.Input.textChanged)
    let changes = Mutex(0)
    withObservationTracking {
      _ = text.wrappedValue
    } onChange: {
      changes.withLock { $0 += 1 }
    }
    text.set("")
    #expect(changes.withLock(\.self) == 0)
    text.set("a")
    #expect(changes.withLock(\.self) == 1)
  }
}
