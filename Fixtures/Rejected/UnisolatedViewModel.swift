// A view model on no actor, as an article has it: its task reads the state while others change it.
final class Channel: Sendable {
  func send(_ number: String) async {}
}

class PhoneDialerScreenViewModel {
  private(set) var phoneNumber = ""
  let sideEffects = Channel()
  private var tasks: [Task<Void, Never>] = []

  func onDialButtonPress() {
    tasks.append(
      Task {  // error: risks causing data races
        await sideEffects.send(phoneNumber)
      }
    )
  }
}
