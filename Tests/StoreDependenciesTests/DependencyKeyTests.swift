import StoreDependencies
import TestSupport
import Testing

/// A key whose interface is declared here and whose live value is in an extension, as in another module.
private enum SplitKey: TestDependencyKey {
  static let testValue = "test"
}

extension SplitKey: DependencyKey {
  static let liveValue = "live"
}

/// A key that is its own value.
private struct Settings: DependencyKey, Equatable {
  static let liveValue = Settings(name: "live")
  static let testValue = Settings(name: "test")
  var name: String
}

/// A key whose value is optional.
private enum OptionalKey: DependencyKey {
  static let liveValue: Int? = nil
  static let testValue: Int? = 7
}

/// A key that passes on the test value of a key that has none.
private enum ForwardingKey: TestDependencyKey {
  static var testValue: SearchClient { SearchKey.testValue }
}

@Suite struct DependencyKeyTests {
  @Test(arguments: [(DependencyContext.live, 1), (.preview, 2), (.test, 3)])
  func `each context has its own value`(context: DependencyContext, expected: Int) {
    DependencyValues.withValues(DependencyValues(context: context, observer: nil)) {
      #expect(DependencyValues.current.number == expected)
    }
  }

  @Test func `a live value is found from an interface that does not declare it`() {
    let failures = issues(in: .live) {
      #expect(DependencyValues.current[SplitKey.self] == "live")
    }
    #expect(failures.isEmpty)
    #expect(DependencyValues.current[SplitKey.self] == "test")
  }

  @Test func `a key can be its own value, and a value can be optional`() {
    #expect(DependencyValues.current[Settings.self] == Settings(name: "test"))
    #expect(DependencyValues.current[OptionalKey.self] == 7)
    withDependencies {
      $0[OptionalKey.self] = nil
    } operation: {
      #expect(DependencyValues.current[OptionalKey.self] == nil)
    }
    withDependencies {
      $0.context = .live
    } operation: {
      #expect(DependencyValues.current[OptionalKey.self] == nil)
    }
  }

  @Test func `every read without a test value fails with the property and the declaration`() throws {
    let line = markedLine()
    let failures = issues {
      @Dependency(\.searchClient) var client  // Here
      for _ in 1...3 {
        #expect(client.suggest("a") == ["live a"])
      }
    }
    #expect(failures.map(\.kind) == [.missingTestValue, .missingTestValue, .missingTestValue])
    let first = try #require(failures.first)
    #expect(first.subject == #"\.searchClient"#)
    #expect(first.headline == #"\.searchClient was read in a test, but it has no test value and no override"#)
    #expect(first.details.contains("$0.searchClient = ..."))
    #expect(first.site.line == line)
    #expect(first.site.fileName == "DependencyKeyTests.swift")
  }

  @Test func `a read by key is named by the key`() {
    let failures = issues {
      @Dependency(SearchKey.self) var client
      _ = client
      _ = DependencyValues.current[SearchKey.self]
    }
    #expect(failures.map(\.subject) == ["SearchKey", "SearchKey"])
    #expect(failures.allSatisfy { $0.site.fileName == "DependencyKeyTests.swift" })
  }

  @Test func `a missing test value is not a failure if it is overridden, or in other contexts`() {
    let failures = issues {
      withDependencies {
        $0.searchClient = SearchKey.liveValue
      } operation: {
        _ = DependencyValues.current.searchClient
      }
      withDependencies {
        $0.context = .live
      } operation: {
        _ = DependencyValues.current.searchClient
      }
      withDependencies {
        $0.context = .preview
      } operation: {
        _ = DependencyValues.current.searchClient
      }
    }
    #expect(failures.isEmpty)
  }

  @Test func `every read without a live value fails, and returns the test value`() {
    let failures = issues(in: .live) {
      for _ in 1...2 { #expect(DependencyValues.current[InterfaceKey.self] == "interface") }
    }
    #expect(failures.map(\.kind) == [.missingLiveValue, .missingLiveValue])
    #expect(failures.first?.headline.contains("outside tests") == true)
  }

  @Test func `a direct read of a missing test value is reported too`() {
    let failures = issues { _ = SearchKey.testValue }
    #expect(failures.map(\.subject) == ["SearchKey"])
    #expect(issues(in: .live) { _ = SearchKey.testValue }.isEmpty)
  }

  @Test func `a key that returns another key's missing test value has none either`() {
    let failures = issues {
      _ = DependencyValues.current[ForwardingKey.self]
      _ = DependencyValues.current[ForwardingKey.self]
    }
    #expect(failures.map(\.subject) == ["ForwardingKey", "ForwardingKey"])
  }
}
