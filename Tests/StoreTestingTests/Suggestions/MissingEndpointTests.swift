import Foundation
import Testing

@testable import StoreDependencies
@testable import StoreTesting

/// The line that provides a missing endpoint, as the sources of the feature and of the test suggest it.
@Suite struct MissingEndpointTests {
  private let test = """
      @Test func example() async {
        let (texts, writer) = AsyncStream.makeStream(of: String.self)
        let numbers = AsyncStream<Int>.makeStream()
        await store.send(.start)
        await store.receive(.found("a"))
        await store.receive(.listed([1, 2]))
        await store.receive(.dated(Date(timeIntervalSince1970: 5), until: Date(timeIntervalSince1970: 9)))
        await store.finish()
      }
    """

  /// The file that declares the endpoint.
  private let file = URL(filePath: NSTemporaryDirectory()).appending(path: "Client-\(UUID()).swift")

  /// Returns the suggested line without its indentation.
  private func line(providing subject: String, returning result: Any.Type?) throws -> Substring? {
    let issue = RuntimeIssue(
      kind: .unimplementedEndpoint,
      subject: subject,
      headline: "",
      details: "",
      endpoint: result.map { RuntimeIssue.Endpoint(parameters: 1, result: $0) },
      site: CallSite(fileID: "Feature/Client.swift", filePath: file.path, line: 1, column: 1)
    )
    let source = try #require(TestSource(test, line: 4, column: 21))
    return issue.override(in: source)?.split(separator: "\n").last?.drop { $0 == " " }
  }

  @Test func `a missing value is the first of its type that the test expects, or a stream of the test`() throws {
    #expect(try line(providing: "Client.find", returning: String.self) == #"$0[Client.self].find = { _ in "a" }"#)
    #expect(try line(providing: "Client.find", returning: [Int].self) == "$0[Client.self].find = { _ in [1, 2] }")
    #expect(
      try line(providing: "Client.find", returning: Date.self)
        == "$0[Client.self].find = { _ in Date(timeIntervalSince1970: 5) }"
    )
    #expect(try line(providing: "\\.date", returning: nil) == "$0.date.now = Date(timeIntervalSince1970: 5)")
    #expect(
      try line(providing: "Client.find", returning: AsyncStream<Int>.self)
        == "$0[Client.self].find = { _ in numbers.stream }"
    )
    #expect(
      try line(providing: "Client.find", returning: AsyncStream<String>.self) == "$0[Client.self].find = { _ in texts }"
    )
  }

  @Test func `an endpoint is provided at the property that the first extension with dependencies declares`() throws {
    defer { try? FileManager.default.removeItem(at: file) }
    try """
    struct Client: TestDependencyKey {
      static var testValue: Client { Client() }
    }

    extension DependencyValues {
      var client: Client {
        get { self[Client.self] }
        set { self[Client.self] = newValue }
      }

      var find: @Sendable (Int) -> Int {
        get { self[FindKey.self] }
        set { self[FindKey.self] = newValue }
      }
    }

    extension Client {
      static var silent: Client { Client() }
    }

    extension DependencyValues {
      var other: Int { 1 }
    }
    """.write(to: file, atomically: true, encoding: .utf8)
    #expect(try line(providing: "Client.find", returning: Int.self) == "$0.client.find = { _ in 2 }")
    #expect(try line(providing: "find", returning: Int.self) == "$0.find = { _ in 2 }")
    #expect(try line(providing: "search", returning: Int.self) == "$0.<#client#>.search = { _ in 2 }")
  }

  @Test func `an endpoint without a client in a file that can't be read leaves the client open`() throws {
    #expect(try line(providing: "find", returning: Int.self) == "$0.<#client#>.find = { _ in 2 }")
  }
}
