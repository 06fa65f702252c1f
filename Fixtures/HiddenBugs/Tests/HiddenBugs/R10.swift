import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct R10Offline: Error {}

struct R10Page: Equatable, Sendable {
  var warnings: [String]
  var next: Int?
}

struct R10Request: Hashable, Sendable {
  var region: String
  var after: Int?
}

struct R10Storms: DependencyKey, Sendable {
  var page: @Sendable (_ request: R10Request) async throws -> R10Page
  var alerts: @Sendable (_ region: String) -> AsyncStream<String>

  static let liveValue = R10Storms(
    page: { _ in R10Page(warnings: [], next: nil) },
    alerts: { _ in AsyncStream { $0.finish() } }
  )
  static let testValue = R10Storms(
    page: unimplemented("R10Storms.page"),
    alerts: unimplemented("R10Storms.alerts", placeholder: AsyncStream<String> { $0.finish() })
  )
}

extension DependencyValues {
  var r10Storms: R10Storms {
    get { self[R10Storms.self] }
    set { self[R10Storms.self] = newValue }
  }
}

/// A list that comes in pages: how far it is, what is asked for, and what has failed.
struct R10Pager: Equatable {
  enum Step: Equatable { case first, after(Int) }
  enum Position: Equatable { case start, more(Int), end }

  var warnings: [String] = []
  var position = Position.start
  var running: Step?
  var failed: Step?

  /// Whether a step can begin: none runs, and there is something left.
  var isFree: Bool { running == nil && position != .end }

  /// The step behind the last page, if there is one.
  var nextStep: Step? {
    if case .more(let number) = position { .after(number) } else { nil }
  }

  /// Begins a step, unless there is no need for it.
  mutating func begin(_ step: Step) -> Step? {
    guard isFree else { return nil }
    return run(step)
  }

  /// Begins from the start, whatever runs. The old warnings stay until the answer.
  mutating func restart() -> Step? {
    guard running != .first else { return nil }
    return run(.first)
  }

  mutating func finish(with page: R10Page) {
    warnings = running == .first ? page.warnings : warnings + page.warnings
    if let next = page.next { position = .more(next) } else { position = .end }
    running = nil
  }

  mutating func fail() {
    failed = running
    running = nil
  }

  private mutating func run(_ step: Step) -> Step {
    running = step
    failed = nil
    return step
  }
}

/// The warnings of a region, the newest first.
struct R10Archive: Reducer {
  struct State: Equatable, Identifiable {
    let id: String
    var pager: R10Pager

    init(region: String) {
      id = region
      pager = R10Pager(running: .first)
    }
  }

  enum Input { case endReached, refreshPulled, retryTapped }
  enum Feedback { case loaded(R10Page), failed }

  private enum CancelID { case page }

  @Dependency(\.r10Storms) private var storms

  func start(from state: State) -> Effect<Feedback, Never> {
    load(.first, of: state.id)
  }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.endReached):
      guard let next = state.pager.nextStep, let step = state.pager.begin(next) else { return .none }
      return load(step, of: state.id)

    case .input(.refreshPulled):
      guard let step = state.pager.restart() else { return .none }
      return load(step, of: state.id)

    case .input(.retryTapped):
      guard let failed = state.pager.failed, let step = state.pager.begin(failed) else { return .none }
      return load(step, of: state.id)

    case .feedback(.loaded(let page)):
      state.pager.finish(with: page)
      return .none

    case .feedback(.failed):
      state.pager.fail()
      return .none
    }
  }

  private func load(_ step: R10Pager.Step, of region: String) -> Effect<Feedback, Never> {
    let request: R10Request
    switch step {
    case .first: request = R10Request(region: region)
    case .after(let number): request = R10Request(region: region, after: number)
    }
    return .run("page", of: request) { send in
      await send(.loaded(try await storms.page(request)))
    } catch: { _, send in
      await send(.failed)
    }
    .cancellable(id: CancelID.page, cancelInFlight: true)
  }
}

/// The warnings of the chosen region, and a banner for a new alert there.
struct R10StormWatch: Reducer {
  struct State: Equatable {
    var archive: R10Archive.State?
    var banner: String?
  }

  enum Input { case regionChosen(String), archive(R10Archive.Input), bannerDismissed, closeTapped }
  enum Feedback { case archive(ChildFeedback<R10Archive>), alerted(String) }

  private enum CancelID { case alerts }

  private let archive = Scope<R10StormWatch, R10Archive>(ifLet: \.archive, feedback: Feedback.archive) { R10Archive() }

  @Dependency(\.r10Storms) private var storms
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.archive(let input)):
      return archive.reduce(.input(input), into: &state)
    case .feedback(.archive(.feedback(let feedback))):
      return archive.reduce(.feedback(feedback), into: &state)

    case .input(.regionChosen(let region)):
      guard state.archive?.id != region else { return .none }
      state.archive = R10Archive.State(region: region)
      state.banner = nil
      return .merge(archive.start(from: state), listen(to: region))

    case .input(.closeTapped):
      state.archive = nil
      state.banner = nil
      return .cancel(id: CancelID.alerts)

    case .feedback(.alerted(let text)):
      state.banner = text
      return .none

    case .input(.bannerDismissed):
      state.banner = nil
      return .none
    }
  }

  /// Follows the alerts of a region. A lost connection is made again after half a minute.
  private func listen(to region: String) -> Effect<Feedback, Never> {
    .run("alerts", of: region) { send in
      while true {
        for await text in storms.alerts(region) { await send(.alerted(text)) }
        try await clock.sleep(for: .seconds(30))
      }
    }
    .cancellable(id: CancelID.alerts, cancelInFlight: true)
  }
}

struct R10Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: R10StormWatch.State) -> [R10StormWatch.Input] in
        let regions: [R10StormWatch.Input] = [.regionChosen("coast"), .regionChosen("hills")]
        if state.archive == nil { return regions }
        return regions + [
          .archive(.endReached), .archive(.refreshPulled), .archive(.retryTapped), .bannerDismissed, .closeTapped,
        ]
      }
    ) { () -> TestStore<R10StormWatch> in
      let store = TestStore(initialState: R10StormWatch.State()) { R10StormWatch() }
      store.gate("page", at: \.r10Storms.page) { request in
        [
          .success(
            request.after == nil ? R10Page(warnings: ["gale"], next: 1) : R10Page(warnings: ["hail"], next: nil)
          ),
          .failure(R10Offline()),
        ]
      }
      store.gate("alerts", at: \.r10Storms.alerts) { _ in [.element("storm surge"), .finish] }
      return store
    }
  }
}
