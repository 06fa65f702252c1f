import StoreCore
import StoreTesting

/// A feature whose only effect runs the work of a wrong test.
struct Errand: Reducer {
  /// The state of the errand.
  struct State: Equatable {
    /// The feedback of its effect.
    var news: [String] = []
  }

  /// The inputs of the errand.
  enum Input: Sendable {
    /// Start the effect.
    case start
  }

  /// The work of the effect.
  private let work: @Sendable (Send<String>) async throws -> Void

  /// Creates an errand that performs work.
  init(_ work: @escaping @Sendable (Send<String>) async throws -> Void) {
    self.work = work
  }

  /// Starts the effect, and stores its feedback.
  func reduce(message: Message<Input, String>, into state: inout State) -> Effect<String, Never> {
    switch message {
    case .input(.start): return .run("errand", operation: work)
    case .feedback(let news):
      state.news.append(news)
      return .none
    }
  }

  /// Returns a test store for an errand.
  static func store(_ work: @escaping @Sendable (Send<String>) async throws -> Void) -> TestStore<Errand> {
    TestStore(initialState: State()) { Errand(work) }
  }
}
