// The core in 120 lines, and a run of it: `swiftc -swift-version 6 core.swift && ./core`.
/// A message to a feature: an input, or the feedback of one of its own effects.
enum Message<Input: Sendable, Feedback: Sendable>: Sendable {
  case input(Input), feedback(Feedback)
}

/// The consequences of a message, as data. Nothing runs until a store performs them.
enum Effect<Feedback: Sendable, Output: Sendable>: Sendable {
  typealias Operation = @Sendable (_ send: @Sendable (Feedback) async -> Void) async -> Void

  case none
  case output(Output)
  case run(String, Operation)
  case cancel(String)
  indirect case merge([Effect])
}

/// A feature, which changes its state for each message, and returns an effect.
protocol Reducer<State, Input, Feedback, Output>: SendableMetatype {
  associatedtype State: Equatable
  associatedtype Input: Sendable
  associatedtype Feedback: Sendable = Never
  associatedtype Output: Sendable = Never
  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output>
}

/// A value that decides the actions for each event. It doesn't run work, wait, or create tasks.
struct Engine<Feature: Reducer> {
  /// An event of a feature.
  enum Event { case input(Feature.Input), feedback(Feature.Feedback, from: Int), end(Int) }

  /// An action for the owner of the engine to perform or report, in order.
  enum Action {
    case reduced(Message<Feature.Input, Feature.Feedback>, old: Feature.State, new: Feature.State)
    case output(Feature.Output)
    case start(Int, name: String, Effect<Feature.Feedback, Feature.Output>.Operation)
    case cancel(Int, name: String)
    case drop(Feature.Feedback)
  }

  let feature: Feature
  private(set) var state: Feature.State
  private var (running, started): ([Int: String], Int) = ([:], 0)

  init(_ feature: Feature, state: Feature.State) { (self.feature, self.state) = (feature, state) }

  mutating func handle(_ event: Event) -> [Action] {
    switch event {
    case .input(let input): return reduce(.input(input))
    case .feedback(let feedback, let number) where running[number] == nil: return [.drop(feedback)]
    case .feedback(let feedback, _): return reduce(.feedback(feedback))
    case .end(let number):
      running[number] = nil
      return []
    }
  }

  private mutating func reduce(_ message: Message<Feature.Input, Feature.Feedback>) -> [Action] {
    let old = state
    let effect = feature.reduce(message: message, into: &state)
    return [.reduced(message, old: old, new: state)] + follow(effect)
  }

  private mutating func follow(_ effect: Effect<Feature.Feedback, Feature.Output>) -> [Action] {
    switch effect {
    case .none: return []
    case .output(let output): return [.output(output)]
    case .merge(let effects): return effects.flatMap { follow($0) }
    case .run(let name, let operation):
      started += 1
      running[started] = name
      return [.start(started, name: name, operation)]
    case .cancel(let name):
      let numbers = running.keys.filter { running[$0] == name }.sorted()
      for number in numbers { running[number] = nil }
      return numbers.map { .cancel($0, name: name) }
    }
  }
}

/// A store, which performs the actions of an engine on the main actor.
@MainActor final class Store<Feature: Reducer> {
  var state: Feature.State { engine.state }
  private var engine: Engine<Feature>
  private var tasks: [Int: Task<Void, Never>] = [:]
  private var (events, isBusy): ([Engine<Feature>.Event], Bool) = ([], false)
  private let observe: (Engine<Feature>.Action) -> Void

  init(_ feature: Feature, state: Feature.State, observe: @escaping (Engine<Feature>.Action) -> Void) {
    (engine, self.observe) = (Engine(feature, state: state), observe)
  }
  deinit { for task in tasks.values { task.cancel() } }

  func send(_ input: Feature.Input) { handle(.input(input)) }
  func finish() async { while let task = tasks.values.first { await task.value } }

  /// Handles events one at a time. An input that an observer sends meanwhile waits.
  private func handle(_ event: Engine<Feature>.Event) {
    events.append(event)
    guard !isBusy else { return }
    isBusy = true
    while !events.isEmpty { for action in engine.handle(events.removeFirst()) { perform(action) } }
    isBusy = false
  }

  private func perform(_ action: Engine<Feature>.Action) {
    observe(action)
    switch action {
    case .start(let number, _, let operation):
      tasks[number] = Task { [weak self] in  // Weakly: releasing the store cancels its effects.
        await operation { [weak self] feedback in await self?.handle(.feedback(feedback, from: number)) }
        self?.tasks[number] = nil
        self?.handle(.end(number))
      }
    case .cancel(let number, _): tasks[number]?.cancel()
    case .reduced, .output, .drop: break
    }
  }
}

// MARK: - A feature

/// A list of numbers, which downloads them, and then emits an output.
struct Numbers: Reducer {
  enum State: Equatable { case idle, loading, loaded([Int]) }
  enum Input { case onAppear, cancelTapped }
  enum Feedback { case numbersDownloaded([Int]) }
  enum Output { case numbersDownloaded }

  let client: @Sendable () async -> [Int]

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.onAppear):
      state = .loading
      return .merge([
        .cancel("download"),
        .run("download") { send in await send(.numbersDownloaded(await client())) },
      ])
    case .input(.cancelTapped):
      state = .idle
      return .cancel("download")
    case .feedback(.numbersDownloaded(let numbers)):
      state = .loaded(numbers)
      return .output(.numbersDownloaded)
    }
  }
}

// MARK: - A run

/// Returns the text of an action.
func line(_ action: Engine<Numbers>.Action) -> String {
  switch action {
  case .reduced(.input(let input), let old, let new): "input \(input): \(old) -> \(new)"
  case .reduced(.feedback(let feedback), let old, let new): "feedback \(feedback): \(old) -> \(new)"
  case .output(let output): "  output \(output)"
  case .start(let number, let name, _): "  start \(name) \(number)"
  case .cancel(let number, let name): "  cancel \(name) \(number)"
  case .drop(let feedback): "drop \(feedback)"
  }
}

print("An engine by hand, without a task:")
var engine = Engine(Numbers(client: { [] }), state: .idle)
let events: [Engine<Numbers>.Event] = [
  .input(.onAppear), .input(.onAppear), .feedback(.numbersDownloaded([0]), from: 1),
  .feedback(.numbersDownloaded([4, 5]), from: 2), .end(2),
]
for event in events { for action in engine.handle(event) { print(line(action)) } }

print("\nA store with a client:")
let store = Store(Numbers(client: { [1, 2, 3] }), state: .idle) { print(line($0)) }
store.send(.onAppear)
await store.finish()

print("\nA store whose client answers too late:")
let late = Store(Numbers(client: { [1, 2, 3] }), state: .idle) { print(line($0)) }
late.send(.onAppear)
late.send(.cancelTapped)
await late.finish()
