// The view model of the article on the trifecta of state, as it is printed.

struct PhoneDialerScreenState {
  let username: String
  let phoneNumber: String

  /// What the article generates.
  struct Copy {
    var username: String
    var phoneNumber: String
  }

  func copy(_ change: (inout Copy) -> Void) -> Self {
    var copy = Copy(username: username, phoneNumber: phoneNumber)
    change(&copy)
    return Self(username: copy.username, phoneNumber: copy.phoneNumber)
  }
}

protocol PhoneDialerScreenActions {
  func inputPhoneNumber(phoneNumber: String)
  func onDialButtonPress()
}

enum PhoneDialerScreenSideEffects {
  case dial(phoneNumber: String)
}

class PhoneDialerScreenViewModel: ObservableObject, PhoneDialerScreenActions {
  @Published private(set) var state: PhoneDialerScreenState = .init(username: "", phoneNumber: "")
  let sideEffects = AsyncChannel<PhoneDialerScreenSideEffects>()

  private var tasks: [Task<Any, Error>] = []

  func loadUsername() {
    // pretend we are loading the username from an external database
    state = state.copy { $0.username = "Christian" }
  }

  func inputPhoneNumber(phoneNumber: String) {
    state = state.copy { $0.phoneNumber = phoneNumber }
  }

  func onDialButtonPress() {
    tasks.append(
      Task {
        await sideEffects.send(.dial(phoneNumber: state.phoneNumber))
      }
    )
  }

  // Gets called when the view disappears
  func cleanUp() {
    tasks.forEach { $0.cancel() }
  }
}
