import StoreCore
import StoreTesting
import Testing

/// A step of a test.
indirect enum Step: Sendable, Equatable {
  case send(String)
  case receive(String)
  case receiveUnordered([String])
  case receiveEffect
  case receiveEffects(Int)
  case advance(Int)
  case advanceBy(Duration)
  case answer(String)
  case answerThrowing(String)
  case open
  case cancelAll
  case drop(String)
  case resume(String)

  /// A step of the second store, which shares the clock of the first.
  case other(Step)

  /// Whether the step asserts feedback or an effect.
  var isReceipt: Bool {
    switch self {
    case .receive, .receiveUnordered, .receiveEffect, .receiveEffects: true
    case .other(let step): step.isReceipt
    default: false
    }
  }

  /// Whether the step sends an input that starts its own effect.
  var isInput: Bool {
    switch self {
    case .send(let input): input != "stop"
    case .other(let step): step.isInput
    default: false
    }
  }

  /// The step, with one millisecond less to advance.
  var shortened: Step? {
    switch self {
    case .advance(let seconds): .advanceBy(.seconds(seconds) - .milliseconds(1))
    case .advanceBy(let duration): .advanceBy(duration - .milliseconds(1))
    default: nil
    }
  }
}

extension Step: CustomStringConvertible {
  var description: String {
    switch self {
    case .send(let input): "send \(input)"
    case .receive(let feedback): "receive \(feedback)"
    case .receiveUnordered(let feedback): "receive \(feedback.count) unordered"
    case .receiveEffect: "receive an effect"
    case .receiveEffects(let count): "receive \(count) effects"
    case .advance(let seconds): "advance \(seconds) s"
    case .advanceBy(let duration): "advance \(duration)"
    case .answer(let value): "answer \(value)"
    case .answerThrowing(let value): "answer the throwing gate \(value)"
    case .open: "open the latch"
    case .cancelAll: "cancel all"
    case .drop(let name): "drop \(name)"
    case .resume(let name): "resume \(name)"
    case .other(let step): "other: \(step)"
    }
  }
}

/// An effect, with the script of the test that specifies it.
struct OddEffect: Sendable {
  /// The name, which is unique.
  let name: String

  /// The steps of the correct test, between the creation of the store and `finish`.
  let script: [Step]

  /// Creates the effect for an input.
  let effect: @Sendable (_ world: World, _ input: String) -> Effect<String, Never>

  /// Creates an entry with the same operation for all inputs.
  init(
    _ name: String,
    _ script: Step...,
    priority: TaskPriority? = nil,
    operation: @escaping @Sendable (_ world: World, _ send: Send<String>) async throws -> Void
  ) {
    self.name = name
    self.script = script.first.map { if case .send = $0 { script } else { [.send("go")] + script } } ?? [.send("go")]
    effect = { world, input in
      input == "stop"
        ? .cancel(id: "odd")
        : .run("odd", of: input, priority: priority) { send in try await operation(world, send) }
          .cancellable(id: "odd")
    }
  }

  /// Creates an entry with a separate effect for each input.
  init(
    _ name: String,
    _ script: Step...,
    effects: @escaping @Sendable (_ world: World, _ input: String) -> Effect<String, Never>
  ) {
    self.name = name
    self.script = script
    effect = effects
  }
}

/// The feature under test. An input starts the odd effect, and a feedback is added to the sorted state.
struct Odd: Reducer {
  let entry: OddEffect
  let world: World

  func reduce(message: Message<String, String>, into state: inout [String]) -> Effect<String, Never> {
    switch message {
    case .input(let input): return entry.effect(world, input)
    case .feedback(let feedback):
      state = (state + [feedback]).sorted()
      return .none
    }
  }
}
