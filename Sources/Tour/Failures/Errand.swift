import StoreCore
import StoreTesting

/// A feature whose one effect is whatever a wrong test wants to go wrong.
struct Errand: Reducer {
  /// What the errand remembers.
  struct State: Equatable {
    /// What its effect has sent.
    var news: [String] = []
  }

  /// What can be asked of it.
  enum Input: Sendable {
    /// Start the effect.
    case start
  }

  /// The work of the effect.
  private let work: @Sendable (Send<String>) async throws -> Void

  /// Makes an errand.
  init(_ work: @escaping @Sendable (Send<String>) async throws -> Void) {
    self.work = work
  }

  /// Starts the effect, and writes down its news.
  func reduce(message: Message<Input, String>, into state: inout State) -> Effect<String, Never> {
    switch message {
    case .input(.start): return .run("errand", operation: work)
    case .feedback(let news):
      state.news.append(news)
      return .none
    }
  }

  /// A test store for an errand.
  static func store(_ work: @escaping @Sendable (Send<String>) async throws -> Void) -> TestStore<Errand> {
    TestStore(initialState: State()) { Errand(work) }
  }
}
