import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The home of an investor: what is held, and the news on it. Each section loads by itself.
struct N28Portfolio: Reducer {
  enum Section: Hashable, CaseIterable, Sendable { case holdings, news }

  enum Content: Equatable {
    case idle
    case loading
    case loaded([String])
    case failed
  }

  struct State: Equatable {
    var holdings = Content.idle
    var news = Content.idle
    /// The sections that are loaded anew while their rows stay.
    var refreshing: Set<Section> = []
    /// Whether the rows are older than the user has asked for, as a banner with "Try again" says.
    var isOutdated = false
    var hidesAmounts = false
    var article: String?

    subscript(section: Section) -> Content {
      get { section == .holdings ? holdings : news }
      set {
        switch section {
        case .holdings: holdings = newValue
        case .news: news = newValue
        }
      }
    }

    var isBusy: Bool { !refreshing.isEmpty || holdings == .loading || news == .loading }
  }

  enum Input: Equatable, Sendable {
    case appeared
    case refreshPulled
    case retryTapped
    case bannerClosed
    case eyeTapped
    case articleTapped(String)
    case articleClosed
  }

  enum Feedback: Equatable, Sendable {
    case loaded(Section, [String])
    case notLoaded(Section)
  }

  @Dependency(\.n28Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.holdings == .idle, state.news == .idle else { return .none }
      return load(Section.allCases, into: &state)

    case .input(.refreshPulled):
      guard !state.isBusy else { return .none }
      state.isOutdated = false
      return load(Section.allCases, into: &state)

    case .input(.retryTapped):
      let failed = Section.allCases.filter { state[$0] == .failed }
      guard !failed.isEmpty else { return .none }
      state.isOutdated = false
      return load(failed, into: &state)

    case .input(.bannerClosed):
      state.isOutdated = false
      return .none

    case .input(.eyeTapped):
      state.hidesAmounts.toggle()
      return .none

    case .input(.articleTapped(let article)):
      state.article = article
      return .none

    case .input(.articleClosed):
      state.article = nil
      return .none

    case .feedback(.loaded(let section, let rows)):
      state.refreshing.remove(section)
      state[section] = .loaded(rows)
      return .none

    case .feedback(.notLoaded(let section)):
      if state.refreshing.remove(section) == nil {
        state[section] = .failed
      } else {
        state.isOutdated = true
      }
      return .none
    }
  }

  /// Loads sections. Rows that are there stay until the new ones come.
  private func load(_ sections: [Section], into state: inout State) -> Effect<Feedback, Never> {
    for section in sections {
      if case .loaded = state[section] {
        state.refreshing.insert(section)
      } else {
        state[section] = .loading
      }
    }
    return .merge(sections.map { request($0) })
  }

  private func request(_ section: Section) -> Effect<Feedback, Never> {
    .run("load", of: section) { send in
      switch section {
      case .holdings: await send(.loaded(section, try await client.holdings()))
      case .news: await send(.loaded(section, try await client.news()))
      }
    } catch: { _, send in
      await send(.notLoaded(section))
    }
  }
}

struct N28Client: TestDependencyKey, Sendable {
  var holdings: @Sendable () async throws -> [String]
  var news: @Sendable () async throws -> [String]

  static let testValue = N28Client(
    holdings: unimplemented("N28Client.holdings"),
    news: unimplemented("N28Client.news")
  )
}

extension DependencyValues {
  var n28Client: N28Client {
    get { self[N28Client.self] }
    set { self[N28Client.self] = newValue }
  }
}

struct N28Offline: Error {}

struct N28Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: N28Portfolio.State) -> [N28Portfolio.Input] in
        if state.article != nil { return [.articleClosed] }
        var inputs: [N28Portfolio.Input] = [.appeared, .eyeTapped]
        if state.holdings != .idle { inputs.append(.refreshPulled) }
        if state.isOutdated || state.holdings == .failed || state.news == .failed { inputs.append(.retryTapped) }
        if state.isOutdated { inputs.append(.bannerClosed) }
        if case .loaded(let news) = state.news { inputs += news.map { N28Portfolio.Input.articleTapped($0) } }
        return inputs
      }
    ) { () -> TestStore<N28Portfolio> in
      let store = TestStore(initialState: N28Portfolio.State()) { N28Portfolio() }
      store.gate("holdings", at: \.n28Client.holdings) { [.success(["World index", "Gold"]), .failure(N28Offline())] }
      store.gate("news", at: \.n28Client.news) { [.success(["Gold falls"]), .failure(N28Offline())] }
      return store
    }
  }
}
