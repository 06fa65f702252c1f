#if canImport(SwiftUI)
  public import SwiftUI

  /// What is on the phone dialer's screen: made of a state and of actions, and of nothing else.
  public struct PhoneDialerContent: View {
    /// What is shown.
    private let state: PhoneDialer.State

    /// What can be done.
    private let actions: any PhoneDialerActions

    /// Makes the screen of a state and of actions.
    public init(state: PhoneDialer.State, actions: any PhoneDialerActions) {
      self.state = state
      self.actions = actions
    }

    /// A greeting, the number, why it can't be dialled, and a button.
    public var body: some View {
      VStack {
        Text(state.headline)
        TextField("Phone number", text: phoneNumber)
        if let problem = state.problem { Text(problem.text) }
        Button("Press here to dial") { actions.dialButtonPressed() }
      }
      .onAppear { actions.appeared() }
    }

    /// The number, whose edits are actions.
    private var phoneNumber: Binding<String> {
      Binding(get: { @MainActor in state.phoneNumber }, set: { @MainActor in actions.inputPhoneNumber($0) })
    }
  }

  /// The screen at its root, which performs what the feature asks of the platform while the screen is there.
  public struct PhoneDialerScreen: View {
    /// Where the screen is put together.
    private let root: PhoneDialerRoot

    /// Makes the screen of a root.
    public init(root: PhoneDialerRoot) {
      self.root = root
    }

    /// The content, and beside it the outputs.
    public var body: some View {
      PhoneDialerContent(state: root.state, actions: root.actions)
        .task { await root.performOutputs() }
    }
  }

  /// The screen in states that are hard to come by, with actions that go nowhere.
  struct PhoneDialerPreviews: PreviewProvider {
    /// A number that can't be dialled.
    static var previews: some View {
      PhoneDialerContent(
        state: PhoneDialer.State(username: .known("Christian"), phoneNumber: "1", problem: .tooShort),
        actions: PhoneDialerInputs { _ in }
      )
    }
  }
#endif
