import Dispatch
import StoreCore
import TestSupport

@testable import StoreTesting

/// What a step of a test does to a model, or asserts of it.
enum ModelAction<Container: AnyObject & Sendable, Shown> {
  typealias Answer = @MainActor (_ line: Int) async -> Void

  case call(@MainActor @Sendable (Container) async throws -> Void)

  /// An answer, and one with another value.
  case answer(Answer, wrong: Answer?)

  case advance(Duration)
  case change((inout Shown) -> Void)
  case finish
}

/// A step of a test of a model.
struct ModelStep<Container: AnyObject & Sendable, Shown> {
  let action: ModelAction<Container, Shown>

  /// The index of the call whose work runs on after this step; nil if none does.
  var openCall: Int?

  static func answer(
    openCall: Int? = nil,
    _ answer: @escaping ModelAction<Container, Shown>.Answer,
    wrong: ModelAction<Container, Shown>.Answer? = nil
  ) -> Self {
    Self(action: .answer(answer, wrong: wrong), openCall: openCall)
  }

  static func advance(_ duration: Duration, openCall: Int? = nil) -> Self {
    Self(action: .advance(duration), openCall: openCall)
  }

  static func change(_ change: @escaping (inout Shown) -> Void) -> Self { Self(action: .change(change)) }

  static var finish: Self { Self(action: .finish) }

  /// A call of a class.
  static func call<Model>(
    openCall: Int? = nil,
    _ method: @escaping @MainActor @Sendable (Model) async throws -> Void
  ) -> Self where Container == ModelContainer<Model, Shown> {
    Self(action: .call { if let model = $0.model { try await method(model) } }, openCall: openCall)
  }

  /// A call of an actor.
  static func call<Model>(
    openCall: Int? = nil,
    _ method: @escaping @Sendable (Model) async throws -> Void
  ) -> Self where Container == ActorContainer<Model, Shown> {
    Self(action: .call { try await method($0.model) }, openCall: openCall)
  }
}

/// A test of a model without a mistake, made anew for each run.
@MainActor
struct ModelScript<Container: StateStore<Shown, Never>, Shown: Equatable & Sendable> {
  typealias Store = TestStore<ContainerFeature<Container, Shown, Never>>

  let clock: TestClock

  let store: Store

  let steps: [ModelStep<Container, Shown>]

  /// Makes a state that the model never shows.
  let spoil: (inout Shown) -> Void

  /// Changes the model as code outside of the test does, if the model has a property for it.
  let disturb: (@MainActor (Container) -> Void)?

  init(
    _ store: Store,
    clock: TestClock = TestClock(),
    _ steps: [ModelStep<Container, Shown>],
    spoil: @escaping (inout Shown) -> Void,
    disturb: (@MainActor (Container) -> Void)? = nil
  ) {
    self.clock = clock
    self.store = store
    self.steps = steps
    self.spoil = spoil
    self.disturb = disturb
  }

  /// Runs lines of a test. The first has the number 1.
  ///
  /// - Parameters:
  ///   - lines: The lines.
  ///   - level: The level of the test.
  ///   - makeOther: Makes the script of a second store.
  func run(_ lines: [ModelLine], at level: Exhaustivity, makeOther: () -> Self) async {
    store.exhaustivity = level
    // Without the accelerator, a wrong test waits in vain, as a task of a model may have child tasks that are not seen.
    // It waits long enough for the right lines before the mistake, however busy the machine is.
    if !Runtime.isAccelerated { store.timeout = .milliseconds(250) }
    for (index, line) in lines.enumerated() { await run(line, number: index + 1, makeOther) }
  }

  private func run(_ line: ModelLine, number: Int, _ makeOther: () -> Self) async {
    switch line {
    case .step(let index): await run(steps[index].action, number)
    case .spoiled(let index):
      guard case .change(let change) = steps[index].action else { return }
      await store.receiveChange(
        assert: { [spoil] in
          change(&$0)
          spoil(&$0)
        },
        line: number
      )
    case .wrongAnswer(let index):
      if case .answer(_, let wrong?) = steps[index].action { await wrong(number) }
    case .moved(let index, let difference):
      if case .advance(let duration) = steps[index].action {
        await clock.advance(by: duration + difference, line: number)
      }
    case .ofOtherStore(let index):
      guard case .change(let change) = steps[index].action else { return }
      let other = makeOther()
      await other.store.receiveChange(assert: change, line: number)
      await other.store.finish(line: number)
    case .throwing: await store.call("throwing", { (_: Container) in throw ModelMistakeError() }, line: number)
    case .settle: await store.settle(line: number)
    case .fromOutside:
      let container: Container = store.container()
      await withCheckedContinuation { continuation in
        DispatchQueue.main.async {
          MainActor.assumeIsolated { disturb?(container) }
          continuation.resume()
        }
      }
    }
  }

  private func run(_ action: ModelAction<Container, Shown>, _ number: Int) async {
    switch action {
    case .call(let method): await store.call("step \(number)", method, line: number)
    case .answer(let answer, _): await answer(number)
    case .advance(let duration): await clock.advance(by: duration, line: number)
    case .change(let change): await store.receiveChange(assert: change, line: number)
    case .finish: await store.finish(line: number)
    }
  }
}

/// The error of a call that fails.
struct ModelMistakeError: Error {}

/// A line of a test: a step of a script, or what a mistake makes of it.
enum ModelLine: Hashable, Sendable {
  case step(Int)

  /// A change with another state.
  case spoiled(Int)

  /// An answer with another value.
  case wrongAnswer(Int)

  /// An advance by a longer or shorter time.
  case moved(Int, by: Duration)

  /// The receipt of a change from another store.
  case ofOtherStore(Int)

  /// A call that throws an error.
  case throwing

  case settle

  /// A change of the model by code outside of the test.
  case fromOutside
}

/// A script without its types.
struct ModelCase: Sendable {
  /// The parts of a step on which mistakes depend.
  struct Step: Sendable {
    enum Kind: Sendable { case call, answer, advance, change, finish }

    let kind: Kind

    /// Whether the step has a variant with another value.
    var hasWrongValue = false

    var openCall: Int?
  }

  let steps: [Step]

  /// Whether code outside of the test can change the model.
  let isDisturbed: Bool

  /// Runs lines of a test, and returns its failures.
  let run: @MainActor @Sendable (_ lines: [ModelLine], _ level: Exhaustivity) async -> [TestFailure]

  @MainActor
  init<Container, Shown>(
    _ make: @escaping @MainActor @Sendable () -> ModelScript<Container, Shown>
  ) {
    let script = make()
    steps = script.steps.map { step in
      switch step.action {
      case .call: Step(kind: .call, openCall: step.openCall)
      case .answer(_, let wrong): Step(kind: .answer, hasWrongValue: wrong != nil, openCall: step.openCall)
      case .advance: Step(kind: .advance, openCall: step.openCall)
      case .change: Step(kind: .change)
      case .finish: Step(kind: .finish)
      }
    }
    isDisturbed = script.disturb != nil
    run = { lines, level in
      await recordingFailures {
        await make().run(lines, at: level, makeOther: make)
      }
    }
  }
}
