public import StoreCore
import StoreDependencies

/// The mails of the user: a domain feature that several view features follow.
///
/// - Its inputs are commands, and don't mention views.
/// - A read mail stays read, even if the server still lists it as unread.
/// - The inbox ignores a command to download while a download runs.
public struct Inbox: Reducer, Sendable {
  /// The state of the inbox.
  public struct State: Hashable, Sendable {
    /// The mails, in the order of the server.
    public var mails: [Mail]

    /// The latest download.
    public var download: Download

    /// Creates a state; by default, that of an empty inbox.
    public init(mails: [Mail] = [], download: Download = .none) {
      self.mails = mails
      self.download = download
    }

    /// The number of unread mails.
    public var unread: Int { mails.count { !$0.isRead } }
  }

  /// The state of the latest download.
  public enum Download: Hashable, Sendable {
    /// The latest download succeeded, or none was requested.
    case none

    /// The download runs.
    case running

    /// The download failed for this reason.
    case failed(MailError)
  }

  /// A command to the inbox.
  public enum Input: Hashable, Sendable {
    /// Downloads the mails.
    case download

    /// Marks a mail as read. An unknown mail is ignored.
    case markRead(Mail.ID)

    /// Marks all mails as read.
    case markAllRead
  }

  /// A result of the inbox's effect.
  public enum Feedback: Hashable, Sendable {
    /// The download has ended.
    case downloaded(Result<[Mail], MailError>)
  }

  /// An event in the inbox.
  public enum Output: Hashable, Sendable {
    /// A download returned this many new mails.
    case received(Int)
  }

  @Dependency(\.mailClient) private var mailClient

  /// Creates the reducer.
  public init() {}

  /// Handles a command, or the end of a download.
  public func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.download):
      guard state.download != .running else { return .none }
      state.download = .running
      return .run("download") { send in
        await send(.downloaded(Result { try await mailClient.download() }))
      }

    case .input(.markRead(let id)):
      guard let index = state.mails.firstIndex(where: { $0.id == id }) else { return .none }
      state.mails[index].isRead = true
      return .none

    case .input(.markAllRead):
      for index in state.mails.indices { state.mails[index].isRead = true }
      return .none

    case .feedback(.downloaded(.success(let mails))):
      let known = Set(state.mails.map(\.id))
      let read = Set(state.mails.filter(\.isRead).map(\.id))
      state.download = .none
      state.mails = mails.map { Mail(id: $0.id, subject: $0.subject, isRead: $0.isRead || read.contains($0.id)) }
      let new = mails.count { !known.contains($0.id) }
      return new > 0 ? .output(.received(new)) : .none

    case .feedback(.downloaded(.failure(let error))):
      state.download = .failed(error)
      return .none
    }
  }
}
