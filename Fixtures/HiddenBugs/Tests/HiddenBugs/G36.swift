import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The entry of one day in a diary of symptoms.
struct G36Entry: Reducer {
  struct State: Equatable {
    let day: Int
    var text: String
    var isDirty = false
    var isSaving = false
    var hasFailed = false
  }

  enum Input: Equatable, Sendable { case textChanged(String), saveTapped }
  enum Feedback: Equatable, Sendable { case saved(String), failed }
  enum Output: Equatable, Sendable { case saved(day: Int, text: String) }

  @Dependency(\.g36Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.textChanged(let text)):
      guard !state.isSaving, text != state.text else { return .none }
      state.text = text
      state.isDirty = true
      return .none

    case .input(.saveTapped):
      guard state.isDirty, !state.isSaving else { return .none }
      state.isDirty = false
      state.isSaving = true
      state.hasFailed = false
      return .run("save", of: state.day) { [day = state.day, text = state.text] send in
        try await client.save(day, text)
        await send(.saved(text))
      } catch: { _, send in
        await send(.failed)
      }

    case .feedback(.saved(let text)):
      state.isSaving = false
      return .output(.saved(day: state.day, text: text))

    case .feedback(.failed):
      state.isSaving = false
      state.isDirty = true
      state.hasFailed = true
      return .none
    }
  }
}

/// How often each symptom has occurred in the last weeks.
struct G36Trends: Reducer {
  struct State: Equatable {
    var counts: [Int] = []
    var isLoading = true
    var hasFailed = false
  }

  enum Input: Equatable, Sendable { case refreshTapped }
  enum Feedback: Equatable, Sendable { case loaded([Int]), failed }

  @Dependency(\.g36Client) private var client

  func start(from state: State) -> Effect<Feedback, Never> { load() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.refreshTapped):
      guard !state.isLoading else { return .none }
      state.isLoading = true
      state.hasFailed = false
      return load()

    case .feedback(.loaded(let counts)):
      state.isLoading = false
      state.counts = counts
      return .none

    case .feedback(.failed):
      state.isLoading = false
      state.hasFailed = true
      return .none
    }
  }

  private func load() -> Effect<Feedback, Never> {
    .run("trends") { send in
      await send(.loaded(try await client.trends()))
    } catch: { _, send in
      await send(.failed)
    }
  }
}

enum G36Screen: Equatable {
  case entry(G36Entry.State)
  case trends(G36Trends.State)
}

extension G36Screen {
  var entry: G36Entry.State? {
    get { if case .entry(let entry) = self { entry } else { nil } }
    set { if let newValue { self = .entry(newValue) } }
  }

  var trends: G36Trends.State? {
    get { if case .trends(let trends) = self { trends } else { nil } }
    set { if let newValue { self = .trends(newValue) } }
  }
}

enum G36Link: Equatable, Sendable {
  case day(Int)
  case trends
}

/// A diary of symptoms: days, their entries, and the trends. Links in mails and reminders lead into it.
struct G36Diary: Reducer {
  struct State: Equatable {
    var texts: [Int: String] = [:]
    var path: Stack<G36Screen> = []
    var question: AlertState<Choice>?

    /// Where the user goes if the changes may be discarded.
    var way: Way?
  }

  enum Way: Equatable { case back, link(G36Link) }
  enum Choice: Equatable, Sendable { case discard }

  enum Input: Equatable, Sendable {
    case dayTapped(Int)
    case trendsTapped
    case backTapped
    case linkOpened(G36Link)
    case question(AlertState<Choice>.Answer)
    case entry(ScreenID, G36Entry.Input)
    case trends(ScreenID, G36Trends.Input)
  }

  enum Feedback: Equatable, Sendable {
    case entry(ScreenID, ChildFeedback<G36Entry>)
    case trends(ScreenID, ChildFeedback<G36Trends>)
  }

  static let question = AlertState(
    "Discard your changes?",
    buttons: [.init("Discard", role: .destructive, action: Choice.discard), .init("Stay", role: .cancel)]
  )

  private let entry = ScopeScreens<G36Diary, G36Entry>(at: .screens(\.path, \.entry), feedback: Feedback.entry) {
    G36Entry()
  }

  private let trends = ScopeScreens<G36Diary, G36Trends>(at: .screens(\.path, \.trends), feedback: Feedback.trends) {
    G36Trends()
  }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.entry(let id, let input)): return entry.reduce(.input(input), id: id, into: &state)
    case .input(.trends(let id, let input)): return trends.reduce(.input(input), id: id, into: &state)
    case .feedback(.entry(let id, .feedback(let feedback))):
      return entry.reduce(.feedback(feedback), id: id, into: &state)
    case .feedback(.trends(let id, .feedback(let feedback))):
      return trends.reduce(.feedback(feedback), id: id, into: &state)

    case .feedback(.entry(_, .output(.saved(let day, let text)))):
      state.texts[day] = text
      return .none

    case .input(.dayTapped(let day)):
      guard state.path.isEmpty else { return .none }
      return open(.day(day), &state)

    case .input(.trendsTapped):
      guard state.path.top?.entry != nil else { return .none }
      let id = state.path.push(.trends(G36Trends.State()))
      return trends.start(id: id, from: state)

    case .input(.backTapped):
      guard let top = state.path.top?.entry else {
        state.path.pop()
        return .none
      }
      guard !top.isSaving else { return .none }
      return leave(.back, &state)

    case .input(.linkOpened(let link)):
      return leave(.link(link), &state)

    case .input(.question(let answer)):
      guard let way = state.way else { return .none }
      state.way = nil
      return state.question.close(by: answer) == .discard ? go(way, &state) : .none
    }
  }

  /// Goes a way, after a question if an entry has changes.
  private func leave(_ way: Way, _ state: inout State) -> Effect<Feedback, Never> {
    guard state.path.screens.contains(where: { $0.entry?.isDirty == true }) else { return go(way, &state) }
    state.way = way
    state.question = Self.question
    return .none
  }

  private func go(_ way: Way, _ state: inout State) -> Effect<Feedback, Never> {
    switch way {
    case .back:
      state.path.pop()
      return .none
    case .link(let link):
      return open(link, &state)
    }
  }

  /// Shows the screen of a link in place of the screens that are there.
  private func open(_ link: G36Link, _ state: inout State) -> Effect<Feedback, Never> {
    switch link {
    case .day(let day): state.path = [.entry(G36Entry.State(day: day, text: state.texts[day] ?? ""))]
    case .trends: state.path = [.trends(G36Trends.State())]
    }
    return trends.start(from: state)
  }
}

struct G36Client: TestDependencyKey, Sendable {
  var save: @Sendable (_ day: Int, _ text: String) async throws -> Void
  var trends: @Sendable () async throws -> [Int]

  static let testValue = G36Client(save: unimplemented("G36Client.save"), trends: unimplemented("G36Client.trends"))
}

extension DependencyValues {
  var g36Client: G36Client {
    get { self[G36Client.self] }
    set { self[G36Client.self] = newValue }
  }
}

struct G36Offline: Error {}

struct G36Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: G36Diary.State) -> [G36Diary.Input] in
        if state.question != nil { return [.question(.chosen(.discard)), .question(.dismissed)] }
        guard let id = state.path.ids.last, let top = state.path.top else {
          return [.dayTapped(1), .linkOpened(.trends)]
        }
        var inputs: [G36Diary.Input] = [.linkOpened(.day(2)), .linkOpened(.trends)]
        switch top {
        case .entry(let entry):
          inputs.append(.trendsTapped)
          if !entry.isSaving {
            inputs += [.backTapped, .entry(id, .textChanged("Headache")), .entry(id, .textChanged("Slept well"))]
          }
          if entry.isDirty { inputs.append(.entry(id, .saveTapped)) }
        case .trends(let trends):
          inputs.append(.backTapped)
          if !trends.isLoading { inputs.append(.trends(id, .refreshTapped)) }
        }
        return inputs
      }
    ) { () -> TestStore<G36Diary> in
      let store = TestStore(initialState: G36Diary.State()) { G36Diary() }
      store.gate("save", at: \.g36Client.save) { _, _ in [.success(()), .failure(G36Offline())] }
      store.gate("trends", at: \.g36Client.trends) { [.success([3, 1]), .failure(G36Offline())] }
      return store
    }
  }
}
