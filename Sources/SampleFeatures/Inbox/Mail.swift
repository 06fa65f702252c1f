/// A mail of an ``Inbox``.
public struct Mail: Hashable, Identifiable, Sendable {
  /// The number of the mail on the server.
  public let id: Int

  /// The subject.
  public var subject: String

  /// Whether the user has read the mail.
  public var isRead: Bool

  /// Creates a mail; by default, an unread one.
  public init(id: Int, subject: String, isRead: Bool = false) {
    self.id = id
    self.subject = subject
    self.isRead = isRead
  }
}
