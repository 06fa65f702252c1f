public import StoreCore
import StoreDependencies

/// A list of numbers that downloads its content when it appears.
///
/// - If the list appears during a download, or with numbers loaded, nothing changes.
/// - A reload always starts a download, and cancels a running one, so at most one runs.
/// - A reload keeps the old numbers until the new ones are loaded. If it fails, the old numbers stay, and an output
///   reports the error.
/// - After a failure, the list tries again when it appears or reloads.
public struct Numbers: Reducer, Sendable {
  /// The state of the list.
  public enum State: Hashable, Sendable {
    /// The list has not appeared yet.
    case idle

    /// The first download runs.
    case loading

    /// The numbers are loaded, and may be reloading.
    case loaded([Int])

    /// The download failed with this error.
    case failed(NumbersError)
  }

  /// The inputs of the list.
  public enum Input: Hashable, Sendable {
    /// The list has come into view, possibly again.
    case onAppear

    /// The user reloads, or retries.
    case reload
  }

  /// The feedback of the list's effect.
  public enum Feedback: Hashable, Sendable {
    /// The result of a download.
    case numbersDownloaded(Result<[Int], NumbersError>)
  }

  /// The outputs of the list.
  public enum Output: Hashable, Sendable {
    /// Numbers were loaded, and are already in the state.
    case numbersDownloaded

    /// A reload has failed. The state keeps the old numbers.
    case reloadFailed(NumbersError)
  }

  /// The ids of cancellable effects.
  private enum CancelID {
    /// The download. At most one runs.
    case download
  }

  /// The client that downloads numbers.
  @Dependency(\.numbersClient) private var numbersClient

  /// Creates the reducer, which has no state.
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

  /// Downloads the numbers, and cancels a running download.
  private var download: Effect<Feedback, Output> {
    .run("downloadNumbers") { send in
      await send(.numbersDownloaded(Result { try await numbersClient.numbers() }))
    }
    .cancellable(id: CancelID.download, cancelInFlight: true)
  }
}

extension Numbers.State {
  /// The text to show.
  public var text: String {
    switch self {
    case .idle, .loading: "…"
    case .loaded(let numbers): numbers.map(String.init).joined(separator: ", ")
    case .failed: "Some error happened"
    }
  }
}
