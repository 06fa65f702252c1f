import Observation

/// A form that is sent once it is valid, as apps have it. A second tap while it is sent sends it again.
@MainActor
@Observable
final class SignUpModel {
  enum Phase: Equatable {
    case editing
    case sending
    case sent
    case failed(String)
  }

  struct Entry: Equatable, Sendable {
    var name: String
    var email: String
  }

  var name = ""

  var email = ""

  private(set) var phase = Phase.editing

  private let send: @Sendable (Entry) async throws -> Void

  init(send: @escaping @Sendable (Entry) async throws -> Void) { self.send = send }

  var isValid: Bool { !name.isEmpty && email.contains("@") }

  func submit() async {
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
