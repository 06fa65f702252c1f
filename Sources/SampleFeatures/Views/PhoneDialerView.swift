#if canImport(SwiftUI)
  public import SwiftUI

  /// The content of the phone dialer's screen, which depends only on a state and actions.
  public struct PhoneDialerContent: View {
    /// The state to show.
    private let state: PhoneDialer.State

    /// The actions.
    private let actions: any PhoneDialerActions

    /// Creates the content from a state and actions.
    public init(state: PhoneDialer.State, actions: any PhoneDialerActions) {
      self.state = state
      self.actions = actions
    }

    /// A greeting, the number, its problem, and a button.
    public var body: some View {
      VStack {
        Text(state.headline)
        TextField("Phone number", text: phoneNumber).telephoneKeypad()
        if let problem = state.problem { Text(problem.text) }
        Button("Press here to dial") { actions.dialButtonPressed() }
      }
      .onAppear { actions.appeared() }
    }

    /// A binding to the number, which turns edits into actions.
    private var phoneNumber: Binding<String> {
      Binding(get: { @MainActor in state.phoneNumber }, set: { @MainActor in actions.inputPhoneNumber($0) })
    }
  }

  /// The screen with its root, which performs the feature's outputs while the screen is shown.
  public struct PhoneDialerScreen: View {
    /// The root of the screen.
    private let root: PhoneDialerRoot

    /// Creates the screen of a root.
    public init(root: PhoneDialerRoot) {
      self.root = root
    }

    /// The content, with a task that performs the outputs.
    public var body: some View {
      PhoneDialerContent(state: root.state, actions: root.actions)
        .task { await root.performOutputs() }
    }
  }

  extension View {
    /// Edits with the keypad of a telephone, where the system has one.
    fileprivate func telephoneKeypad() -> some View {
      #if os(iOS)
        keyboardType(.phonePad)
      #else
        self
      #endif
    }
  }

  /// Previews of the screen in a rare state on a small and a large device, with actions that do nothing.
  struct PhoneDialerPreviews: PreviewProvider {
    /// A number that can't be dialled.
    static var previews: some View {
      ForEach(["iPhone SE (3rd generation)", "iPad mini (6th generation)"], id: \.self) { device in
        PhoneDialerContent(
          state: PhoneDialer.State(username: .known("Christian"), phoneNumber: "1", problem: .tooShort),
          actions: PhoneDialerInputs { _ in }
        )
        .previewDevice(PreviewDevice(rawValue: device))
      }
    }
  }
#endif
