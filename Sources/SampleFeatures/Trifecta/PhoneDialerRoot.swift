import StoreCore
import StoreDependencies

/// The root of the phone dialer's screen: the state and the actions for its view, and the only place that performs its
/// outputs.
///
/// Outputs that are emitted before the screen appears are kept, up to a limit. The store's policy ensures that each
/// output is performed once; a second root on the same store would be reported.
@MainActor
public final class PhoneDialerRoot {
  /// The store.
  private let store: Store<PhoneDialer.State, PhoneDialer.Input, PhoneDialer.Output>

  /// The telephone that performs outputs.
  @Dependency(\.telephone) private var telephone

  /// Creates the root of the screen.
  ///
  /// - Parameter state: The initial state of the screen.
  public init(state: PhoneDialer.State = PhoneDialer.State()) {
    store = Store(initialState: state, outputPolicy: .singleConsumer(bufferLimit: 8)) { PhoneDialer() }
  }

  /// The state for the view.
  public var state: PhoneDialer.State { store.state }

  /// The actions for the view.
  public var actions: any PhoneDialerActions {
    PhoneDialerInputs { [store] in store.send($0) }
  }

  /// Performs the outputs until the caller's task is cancelled.
  public func performOutputs() async {
    for await output in store.outputStream { perform(output) }
  }

  /// Performs an output, or reports to the store that the telephone refuses the number.
  private func perform(_ output: PhoneDialer.Output) {
    switch output {
    case .dial(let number) where telephone.canDial(number): telephone.dial(number)
    case .dial(let number): store.send(.dialRefused(number))
    }
  }
}
