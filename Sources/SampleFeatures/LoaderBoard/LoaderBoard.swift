public import StoreCore

/// Three loaders of different styles as children of one parent, which adds up the numbers that the workflow loads.
///
/// - The Mobius loop and the state machine have no outputs: their handlers perform all commands.
/// - The workflow keeps its message types, because effects derived from the state don't change them.
public struct LoaderBoard: Reducer, Sendable {
  /// The Mobius loop with the handler of its commands.
  public typealias Loop = PerformingReducer<MobiusLoader, Never>

  /// The state machine with the handler of its commands.
  public typealias Machine = PerformingReducer<StateMachineReducer<MatuschakLoader>, Never>

  /// The state of the board.
  public struct State: Hashable, Sendable {
    /// The Mobius loop.
    public var loop: MobiusLoader.Model = .idle

    /// The state machine; nil if it is switched off.
    public var machine: MatuschakLoader?

    /// The workflow.
    public var workflow: WorkflowLoader.State = .idle

    /// The sum of the numbers that the workflow loaded.
    public var sum = 0

    /// Creates the state of a new board.
    public init() {}
  }

  /// The inputs of the board.
  public enum Input: Hashable, Sendable {
    /// An input of the Mobius loop.
    case loop(MobiusLoader.Input)

    /// An event of the state machine.
    case machine(MatuschakLoader.Event)

    /// An input of the workflow.
    case workflow(WorkflowLoader.Input)

    /// Switches the state machine on or off.
    case machineSwitched(isOn: Bool)
  }

  /// The messages of the loaders.
  public enum Feedback: Hashable, Sendable {
    /// A message of the Mobius loop.
    case loop(ChildFeedback<Loop>)

    /// A message of the state machine.
    case machine(ChildFeedback<Machine>)

    /// A message of the workflow.
    case workflow(ChildFeedback<WorkflowLoader>)
  }

  /// The Mobius loop.
  private let loop = Scope<LoaderBoard, Loop>(\.loop, feedback: Feedback.loop) {
    MobiusLoader().performing(MobiusLoaderHandler().perform)
  }

  /// The state machine.
  private let machine = Scope<LoaderBoard, Machine>(ifLet: \.machine, feedback: Feedback.machine) {
    MatuschakLoader.reducer.performing { $0.perform() }
  }

  /// The workflow.
  private let workflow = Scope<LoaderBoard, WorkflowLoader>(\.workflow, feedback: Feedback.workflow) {
    WorkflowLoader.workflow
  }

  /// Creates the board.
  public init() {}

  /// Routes each message to its loader, and adds up the numbers.
  public func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.loop(let input)): return loop.reduce(.input(input), into: &state)
    case .input(.machine(let event)): return machine.reduce(.input(event), into: &state)
    case .input(.workflow(let input)): return workflow.reduce(.input(input), into: &state)
    case .feedback(.loop(.feedback(let feedback))): return loop.reduce(.feedback(feedback), into: &state)
    case .feedback(.machine(.feedback(let feedback))): return machine.reduce(.feedback(feedback), into: &state)
    case .feedback(.workflow(.feedback(let feedback))): return workflow.reduce(.feedback(feedback), into: &state)

    case .input(.machineSwitched(let isOn)):
      state.machine = isOn ? .idle : nil
      return .none

    case .feedback(.workflow(.output(.finished(let numbers)))):
      state.sum += numbers.reduce(0, +)
      return .none
    }
  }

  /// Starts the loaders. A loop or a workflow with a busy saved state continues.
  public func start(from state: State) -> Effect<Feedback, Never> {
    .merge(loop.start(from: state), machine.start(from: state), workflow.start(from: state))
  }
}
