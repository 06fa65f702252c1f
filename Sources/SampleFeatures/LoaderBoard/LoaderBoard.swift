public import StoreCore

/// Three loaders of different styles as children of one parent, which adds up what they load.
///
/// - The Mobius loop and the state machine say nothing: their handlers perform all of their commands.
/// - The workflow keeps its type: work that follows from the state changes nothing of what a feature handles or says.
public struct LoaderBoard: Reducer, Sendable {
  /// The loop, whose commands are performed.
  public typealias Loop = PerformingReducer<MobiusLoader, Never>

  /// The state machine, whose commands are performed.
  public typealias Machine = PerformingReducer<StateMachineReducer<MatuschakLoader>, Never>

  /// What the board remembers.
  public struct State: Hashable, Sendable {
    /// The Mobius loop.
    public var loop: MobiusLoader.Model = .idle

    /// The state machine; nil while it is switched off.
    public var machine: MatuschakLoader?

    /// The workflow.
    public var workflow: WorkflowLoader.State = .idle

    /// The sum of what the workflow has loaded.
    public var sum = 0

    /// Makes the state of a board that is new.
    public init() {}
  }

  /// What can be sent.
  public enum Input: Hashable, Sendable {
    /// To the loop.
    case loop(MobiusLoader.Input)

    /// To the state machine.
    case machine(MatuschakLoader.Event)

    /// To the workflow.
    case workflow(WorkflowLoader.Input)

    /// Switches the state machine on or off.
    case machineSwitched(isOn: Bool)
  }

  /// What the loaders send.
  public enum Feedback: Hashable, Sendable {
    /// From the loop.
    case loop(ChildFeedback<Loop>)

    /// From the state machine.
    case machine(ChildFeedback<Machine>)

    /// From the workflow.
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

  /// Makes the board.
  public init() {}

  /// Hands each message to its loader, and adds up.
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

  /// Starts the loaders: a loop that was saved at work goes on.
  public func start(from state: State) -> Effect<Feedback, Never> {
    .merge(loop.start(from: state), machine.start(from: state), workflow.start(from: state))
  }
}
