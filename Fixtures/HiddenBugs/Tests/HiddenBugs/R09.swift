import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct R09Offline: Error {}

struct R09Page: Equatable, Sendable {
  var acts: [String]
  var next: Int?
}

struct R09Festival: DependencyKey, Sendable {
  var page: @Sendable (_ number: Int) async throws -> R09Page
  var star: @Sendable (_ act: String, _ isOn: Bool) async throws -> Void

  static let liveValue = R09Festival(page: { _ in R09Page(acts: [], next: nil) }, star: { _, _ in })
  static let testValue = R09Festival(
    page: unimplemented("R09Festival.page"),
    star: unimplemented("R09Festival.star")
  )
}

extension DependencyValues {
  var r09Festival: R09Festival {
    get { self[R09Festival.self] }
    set { self[R09Festival.self] = newValue }
  }
}

/// The acts of a festival, page by page, with stars for those that the user wants to see.
struct R09LineUp: Reducer {
  enum State: Equatable {
    case blank
    case loading
    case failed
    case shown(Program)
  }

  struct Program: Equatable {
    var acts: [String]
    var next: Int?
    var work = Work.idle
    var stars: [String: Star] = [:]
  }

  enum Work: Equatable { case idle, running(Request), failed(Request) }
  enum Request: Equatable { case more, refresh }

  /// The star of an act; an act without one isn't starred.
  enum Star: Equatable { case on, saving(Bool), failed(Bool) }

  enum Input {
    case appeared
    case endReached
    case refreshPulled
    case retryTapped
    case starTapped(String)
  }

  enum Feedback {
    case loaded(R09Page)
    case loadFailed
    case starSaved(String)
    case starFailed(String)
  }

  private enum CancelID { case page }

  @Dependency(\.r09Festival) private var festival

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch (message, state) {
    case (.input(.appeared), .blank), (.input(.appeared), .failed), (.input(.retryTapped), .failed),
      (.input(.refreshPulled), .failed):
      state = .loading
      return load(0)

    case (.input(.endReached), .shown(let program)):
      if case .running = program.work { return .none }
      return begin(.more, program, &state)

    case (.input(.refreshPulled), .shown(let program)):
      return program.work == .running(.refresh) ? .none : begin(.refresh, program, &state)

    case (.input(.retryTapped), .shown(let program)):
      guard case .failed(let request) = program.work else { return .none }
      return begin(request, program, &state)

    case (.feedback(.loaded(let page)), .loading):
      state = .shown(Program(acts: page.acts, next: page.next))
      return .none

    case (.feedback(.loaded(let page)), .shown(var program)):
      guard case .running(let request) = program.work else { return .none }
      switch request {
      case .more:
        let known = program.acts
        program.acts = known + page.acts.filter { !known.contains($0) }
      case .refresh: program.acts = page.acts
      }
      program.next = page.next
      program.work = .idle
      state = .shown(program)
      return .none

    case (.feedback(.loadFailed), .loading):
      state = .failed
      return .none

    case (.feedback(.loadFailed), .shown(var program)):
      guard case .running(let request) = program.work else { return .none }
      program.work = .failed(request)
      state = .shown(program)
      return .none

    case (.input(.starTapped(let act)), .shown(var program)):
      let isOn: Bool
      switch program.stars[act] {
      case nil where program.acts.contains(act): isOn = true
      case .on?: isOn = false
      case .failed(let wanted)?: isOn = wanted
      case nil, .saving?: return .none
      }
      program.stars[act] = .saving(isOn)
      state = .shown(program)
      return save(act, isOn)

    case (.feedback(.starSaved(let act)), .shown(var program)):
      guard case .saving(let isOn)? = program.stars[act] else { return .none }
      program.stars[act] = isOn ? Star.on : nil
      state = .shown(program)
      return .none

    case (.feedback(.starFailed(let act)), .shown(var program)):
      guard case .saving(let isOn)? = program.stars[act] else { return .none }
      program.stars[act] = .failed(isOn)
      state = .shown(program)
      return .none

    default:
      return .none
    }
  }

  /// Begins a request, in place of one that runs. The list stays as it is until the answer.
  private func begin(_ request: Request, _ program: Program, _ state: inout State) -> Effect<Feedback, Never> {
    let number: Int
    switch request {
    case .more:
      guard let next = program.next else { return .none }
      number = next
    case .refresh:
      number = 0
    }
    var program = program
    program.work = .running(request)
    state = .shown(program)
    return load(number)
  }

  private func load(_ number: Int) -> Effect<Feedback, Never> {
    .run("page", of: number) { send in
      await send(.loaded(try await festival.page(number)))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.page, cancelInFlight: true)
  }

  private func save(_ act: String, _ isOn: Bool) -> Effect<Feedback, Never> {
    .run("star", of: act) { send in
      try await festival.star(act, isOn)
      await send(.starSaved(act))
    } catch: { _, send in
      await send(.starFailed(act))
    }
  }
}

struct R09Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [
        .appeared, .endReached, .refreshPulled, .retryTapped, .starTapped("Anna"), .starTapped("Cy"),
      ]
    ) { () -> TestStore<R09LineUp> in
      let store = TestStore(initialState: R09LineUp.State.blank) { R09LineUp() }
      store.gate("page", at: \.r09Festival.page) { number in
        [
          .success(number == 0 ? R09Page(acts: ["Anna", "Bo"], next: 1) : R09Page(acts: ["Cy"], next: nil)),
          .failure(R09Offline()),
        ]
      }
      store.gate("star", at: \.r09Festival.star) { _ in [.success(()), .failure(R09Offline())] }
      return store
    }
  }
}
