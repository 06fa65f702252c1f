public import StoreCore
import StoreDependencies

/// A list of numbers that is downloaded when it appears.
///
/// - Appearing while a download runs, or with numbers at hand, changes nothing: numbers that were loaded are not thrown
///   away.
/// - Reloading always starts a download, in place of one that still runs: there are never two side by side.
/// - Reloading keeps the old numbers until the new ones are there. If those don't come, the old ones stay, and an
///   output says why.
/// - After a failure, both appearing and reloading try again.
public struct Numbers: Reducer, Sendable {
  /// What the list remembers.
  public enum State: Hashable, Sendable {
    /// Nothing has happened yet.
    case idle

    /// The first download runs.
    case loading

    /// Numbers are there, and may be being replaced by newer ones.
    case loaded([Int])

    /// No numbers came, and this is why.
    case failed(NumbersError)
  }

  /// What can happen to the list.
  public enum Input: Hashable, Sendable {
    /// The list has come into view, possibly again.
    case onAppear

    /// The user wants newer numbers, or another attempt.
    case reload
  }

  /// What the list's effect finds out.
  public enum Feedback: Hashable, Sendable {
    /// Numbers have arrived, or have not.
    case numbersDownloaded(Result<[Int], NumbersError>)
  }

  /// What the list tells the outside once.
  public enum Output: Hashable, Sendable {
    /// Numbers have arrived, and are in the state already.
    case numbersDownloaded

    /// Newer numbers could not be had; the state keeps the old ones.
    case reloadFailed(NumbersError)
  }

  /// What can be cancelled.
  private enum CancelID {
    /// The download, of which there is one at most.
    case download
  }

  /// Where the numbers come from.
  @Dependency(\.numbersClient) private var numbersClient

  /// Makes the reducer, which remembers nothing.
  public init() {}

  /// Downloads numbers, and keeps them.
  public func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch (message, state) {
    case (.input, .idle), (.input, .failed):
      state = .loading
      return download

    case (.input(.onAppear), .loading), (.input(.onAppear), .loaded):
      return .none

    case (.input(.reload), .loading), (.input(.reload), .loaded):
      return download

    case (.feedback(.numbersDownloaded(.success(let numbers))), _):
      state = .loaded(numbers)
      return .output(.numbersDownloaded)

    case (.feedback(.numbersDownloaded(.failure(let error))), .loaded):
      return .output(.reloadFailed(error))

    case (.feedback(.numbersDownloaded(.failure(let error))), _):
      state = .failed(error)
      return .none
    }
  }

  /// Asks for the numbers; a download that still runs gives way.
  private var download: Effect<Feedback, Output> {
    .run("downloadNumbers") { send in
      await send(.numbersDownloaded(Result { try await numbersClient.numbers() }))
    }
    .cancellable(id: CancelID.download, cancelInFlight: true)
  }
}

extension Numbers.State {
  /// What to show.
  public var text: String {
    switch self {
    case .idle, .loading: "…"
    case .loaded(let numbers): numbers.map(String.init).joined(separator: ", ")
    case .failed: "Some error happened"
    }
  }
}
