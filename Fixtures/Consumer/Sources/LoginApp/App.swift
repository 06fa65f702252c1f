import StoreCore

/// The app, with a person who is quick and knows the code.
@main
enum App {
  /// Signs in, and prints what the form shows on the way.
  @MainActor
  static func main() async {
    let store = Store(initialState: Login.State()) { Login() }
    // A subscription begins where the stream is read, so nothing that happens from here on is missed.
    let outputs = store.outputStream
    store.onEvent = { event in
      if case .input(let input, _, let state) = event { print("\(input)\n    \(state)") }
    }

    store.send(.emailChanged("kim@example.com"))
    store.send(.codeRequested)
    store.send(.codeChanged("123456"))
    store.send(.submitTapped)

    for await case .signedIn(let session) in outputs {
      print("Hello, \(session.email).")
      break
    }
  }
}
