import Observation

/// An account that renews its token when the server refuses it, as apps have it. Two requests that are refused at the
/// same time renew it twice.
@MainActor
@Observable
final class AccountModel {
  struct Refused: Error {}

  private(set) var name: String?

  private(set) var unread: Int?

  private(set) var isLoggedOut = false

  private var token: String

  private let client: AccountClient

  init(token: String, client: AccountClient) {
    self.token = token
    self.client = client
  }

  func appear() async {
    async let name: Void = loadName()
    async let unread: Void = loadUnread()
    _ = await (name, unread)
  }

  private func loadName() async {
    guard let name = await authorized({ try await $0.name($1) }) else { return }
    self.name = name
  }

  private func loadUnread() async {
    guard let unread = await authorized({ try await $0.unread($1) }) else { return }
    self.unread = unread
  }

  private func authorized<Value: Sendable>(
    _ request: (AccountClient, String) async throws -> Value
  ) async -> Value? {
    do {
      return try await request(client, token)
    } catch is Refused {
      do {
        token = try await client.renew(token)
        return try await request(client, token)
      } catch {
        isLoggedOut = true
      }
    } catch {}
    return nil
  }
}

struct AccountClient: Sendable {
  var name: @Sendable (String) async throws -> String
  var unread: @Sendable (String) async throws -> Int
  var renew: @Sendable (String) async throws -> String
}
