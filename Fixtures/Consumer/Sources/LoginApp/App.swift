import StoreCore

/// The app, with a simulated user who enters the right code at once.
@main
enum App {
  /// Signs in, and prints the states of the form.
  @MainActor
  static func main() async {
    let store = Store(initialState: Login.State()) { Login() }
    // The subscription begins with this read, so the loop misses no later output.
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
