import Foundation
import StoreCore
import StoreDependencies

/// Mails from a stream, with dates and a throttled count.
struct Inbox: Reducer {
  struct Mail: Equatable, Identifiable, Sendable {
    let id: UUID
    var from: String
    var subject: String
    var date: Date
    var flags: Set<Flag> = []
  }

  enum Flag: Equatable, Hashable, Sendable { case unread, starred, label(String) }

  struct State: Equatable {
    var mails: [Mail] = []
    var selection: Set<UUID> = []
    var connection = Connection.off
  }

  enum Connection: Equatable {
    case off
    case connecting(since: Date)
    case on(server: String, port: Int)
    case lost(Loss)
  }

  struct Loss: Equatable, Error {
    var reason: String
    var retries = 0
  }

  enum Input: Equatable { case connectTapped, selected(UUID), starTapped, deleteTapped, disconnectTapped }
  enum Feedback: Equatable { case connected(server: String, port: Int), arrived(from: String, subject: String), lost(String), counted(Int) }
  enum Output: Equatable { case badge(Int), deleted([UUID]) }
  enum CancelID { case connection, badge }

  @Dependency(\.mailClient) var client
  @Dependency(\.uuid) var uuid
  @Dependency(\.date) var date

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.connectTapped):
      state.connection = .connecting(since: date.now)
      return .run("connection") { send in
        let (server, mails) = try await client.connect()
        await send(.connected(server: server, port: 993))
        for await (from, subject) in mails { await send(.arrived(from: from, subject: subject)) }
        await send(.lost("closed"))
      } catch: { error, send in
        await send(.lost("\(error)"))
      }
      .cancellable(id: CancelID.connection)
    case .feedback(.connected(let server, let port)):
      state.connection = .on(server: server, port: port)
      return .none
    case .feedback(.arrived(let from, let subject)):
      state.mails.append(Mail(id: uuid(), from: from, subject: subject, date: date.now, flags: [.unread]))
      let count = state.mails.count
      return .run("count", of: count) { send in await send(.counted(count)) }
        .throttle(id: CancelID.badge, for: .seconds(5), latest: true)
    case .feedback(.counted(let count)):
      return .output(.badge(count))
    case .feedback(.lost(let reason)):
      if case .lost(var loss) = state.connection {
        loss.retries += 1
        state.connection = .lost(loss)
      } else {
        state.connection = .lost(Loss(reason: reason))
      }
      return .none
    case .input(.selected(let id)):
      if state.selection.remove(id) == nil { state.selection.insert(id) }
      return .none
    case .input(.starTapped):
      for index in state.mails.indices where state.selection.contains(state.mails[index].id) {
        state.mails[index].flags.insert(.starred)
        state.mails[index].flags.remove(.unread)
      }
      return .none
    case .input(.deleteTapped):
      let ids = state.mails.map(\.id).filter(state.selection.contains)
      state.mails.removeAll { ids.contains($0.id) }
      state.selection = []
      return .merge(.output(.deleted(ids)), .run("delete", of: ids) { _ in await client.delete(ids) })
    case .input(.disconnectTapped):
      state.connection = .off
      return .merge(.cancel(id: CancelID.connection), .cancel(id: CancelID.badge))
    }
  }
}

struct MailClient: TestDependencyKey {
  var connect: @Sendable () async throws -> (String, AsyncStream<(String, String)>)
  var delete: @Sendable (_ ids: [UUID]) async -> Void
  static let testValue = MailClient(
    connect: unimplemented("MailClient.connect"),
    delete: unimplemented("MailClient.delete")
  )
}

extension DependencyValues {
  var mailClient: MailClient {
    get { self[MailClient.self] }
    set { self[MailClient.self] = newValue }
  }
}
