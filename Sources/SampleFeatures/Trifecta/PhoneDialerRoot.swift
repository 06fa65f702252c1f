import StoreCore
import StoreDependencies

/// The place where the phone dialer's screen is put together: its state and its actions for the view, and its outputs,
/// which are performed here and nowhere else.
///
/// What was pressed before the screen has appeared is kept, up to a bound. That outputs are performed once is the
/// store's policy; a second root on the same store would be reported.
@MainActor
public final class PhoneDialerRoot {
  /// The feature at work.
  private let store: Store<PhoneDialer.State, PhoneDialer.Input, PhoneDialer.Output>

  /// What outputs are performed with.
  @Dependency(\.telephone) private var telephone

  /// Numbers that could not be dialled here, for whoever wants to tell the user.
  public private(set) var refusedNumbers: [String] = []

  /// Puts the screen together.
  ///
  /// - Parameter state: What is on the screen at first.
  public init(state: PhoneDialer.State = PhoneDialer.State()) {
    store = Store(initialState: state, outputPolicy: .singleConsumer(bufferLimit: 8)) { PhoneDialer() }
  }

  /// What the view shows.
  public var state: PhoneDialer.State { store.state }

  /// What the view may do.
  public var actions: any PhoneDialerActions {
    PhoneDialerInputs { [store] in store.send($0) }
  }

  /// Performs the outputs while the screen is there: until the caller's task is cancelled.
  public func performOutputs() async {
    for await output in store.outputStream { perform(output) }
  }

  /// Does what an output asks for, if that is possible.
  private func perform(_ output: PhoneDialer.Output) {
    switch output {
    case .dial(let number) where telephone.canDial(number): telephone.dial(number)
    case .dial(let number): refusedNumbers.append(number)
    }
  }
}
