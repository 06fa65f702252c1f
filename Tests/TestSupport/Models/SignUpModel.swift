import Observation

/// A form that is sent once it is valid, as apps have it. A second tap while it is sent sends it again.
@MainActor
@Observable
package final class SignUpModel {
  package enum Phase: Equatable {
    case editing
    case sending
    case sent
    case failed(String)
  }

  package struct Entry: Equatable, Sendable {
    package var name: String
    package var email: String
  }

  package var name = ""

  package var email = ""

  package private(set) var phase = Phase.editing

  private let send: @Sendable (Entry) async throws -> Void

  package init(send: @escaping @Sendable (Entry) async throws -> Void) { self.send = send }

  package var isValid: Bool { !name.isEmpty && email.contains("@") }

  package func submit() async {
    guard isValid else { return }
    phase = .sending
    do {
      try await send(Entry(name: name, email: email))
      phase = .sent
    } catch {
      phase = .failed("Try again.")
    }
  }
}
