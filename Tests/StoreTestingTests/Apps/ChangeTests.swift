import StoreCore
import StoreTesting
import TestSupport
import Testing

/// A form with one message for all of its fields.
private struct SignUp: Reducer {
  struct Address: Equatable { var city = "" }

  struct State: Equatable {
    var email = ""
    var age: Int?
    var address = Address()
    var problem: String?
    var newsletters: Set<String> = []

    /// A field that is computed.
    var isAdult: Bool {
      get { age ?? 0 >= 18 }
      set { age = newValue ? 18 : nil }
    }
  }

  enum Input: Equatable { case binding(Change<State>), reset }
  enum Feedback: Equatable { case checked(Change<State>) }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.binding(\.address.city)) where state.email.isEmpty:
      state.problem = "First the address of the mail."
      return .none
    case .input(.binding(let change)):
      change.apply(to: &state)
      guard case \.email = change else { return .none }
      return .feedback(.checked(.set(\.problem, state.email.contains("@") ? nil : "No address.")))
    case .feedback(.checked(let change)):
      change.apply(to: &state)
      return .none
    case .input(.reset):
      state = State()
      return .none
    }
  }
}

@Suite struct ChangeTests {
  private typealias Edit = Change<SignUp.State>

  @Test func `one message serves all fields, and its pattern names one of them`() async {
    let store = TestStore(initialState: SignUp.State()) { SignUp() }
    await store.send(.binding(.set(\.address.city, "Berlin"))) { $0.problem = "First the address of the mail." }
    await store.send(.binding(.set(\.email, "ada"))) { $0.email = "ada" }
    await store.receive(.checked(.set(\.problem, "No address."))) { $0.problem = "No address." }
    await store.send(.binding(.set(\.email, "a@b"))) { $0.email = "a@b" }
    await store.receive(.checked(.set(\.problem, nil))) { $0.problem = nil }
    await store.send(.binding(.set(\.address.city, "Berlin"))) { $0.address.city = "Berlin" }
    await store.send(.binding(.set(\.isAdult, true))) { $0.age = 18 }
    await store.finish()
  }

  @Test func `changes are equal if their fields and values are`() {
    #expect(Edit.set(\.email, "a") == .set(\.email, "a"))
    #expect(Edit.set(\.email, "a") != .set(\.email, "b"))
    #expect(Edit.set(\.email, "a") != .set(\.address.city, "a"))
    #expect(Edit.set(\.age, 1) != .set(\.age, nil))
    #expect(\SignUp.State.email ~= Edit.set(\.email, "a"))
    #expect(!(\SignUp.State.age ~= Edit.set(\.email, "a")))
  }

  @Test func `a change reads as an assignment`() {
    #expect(Edit.set(\.email, "a").description == #"email = "a""#)
    #expect(Edit.set(\.address.city, "b").description == #"address.city = "b""#)
    #expect(Edit.set(\.age, 3).description == "age = 3")
    #expect(Edit.set(\.age, nil).description == "age = nil")
    #expect(Edit.set(\.address, SignUp.Address(city: "c")).description == #"address = Address(city: "c")"#)
    #expect(Edit.set(\.isAdult, true).description == "a field = true")
  }

  @Test func `a failure shows the change, and writes it as a test does`() async {
    let failures = await recordingFailures {
      let store = TestStore(initialState: SignUp.State()) { SignUp() }
      await store.send(.binding(.set(\.email, "ada"))) { $0.email = "ada" }
      await store.send(.binding(.set(\.age, 3)))  // Fails: unhandledFeedback
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    let text = failures.map { $0.headline + "\n" + $0.details }.joined()
    #expect(text.contains("before sending .binding(age = 3)."))
    #expect(text.contains(#".checked(problem = "No address.")"#))
    #expect(
      text.contains(#"await store.receive(.checked(.set(\.problem, "No address."))) { $0.problem = "No address." }"#)
    )
  }

  @MainActor
  @Test func `a binding of a store sends a change`() {
    let store = Store(initialState: SignUp.State()) { SignUp() }
    let email = store.binding(\.email, SignUp.Input.binding)
    email.wrappedValue = "a@b"
    #expect(store.email == "a@b")
    let isAdult = store.binding(\.isAdult, SignUp.Input.binding)
    isAdult.wrappedValue = true
    #expect(store.age == 18)
    #expect(isAdult.wrappedValue)
  }
}
