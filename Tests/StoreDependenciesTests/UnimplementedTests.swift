import StoreDependencies
import TestSupport
import Testing

/// Endpoints of every kind that return.
private struct Endpoints: Sendable {
  var sync0: @Sendable () -> Int = unimplemented("sync0", placeholder: 0)
  var sync1: @Sendable (String) -> Int = unimplemented("sync1", placeholder: 1)
  var sync2: @Sendable (String, Int) -> Int = unimplemented("sync2", placeholder: 2)
  var sync3: @Sendable (String, Int, Bool) -> Int = unimplemented("sync3", placeholder: 3)
  var syncThrows0: @Sendable () throws -> Int = unimplemented("syncThrows0", placeholder: 0)
  var syncThrows1: @Sendable (String) throws -> Int = unimplemented("syncThrows1", placeholder: 1)
  var syncThrows2: @Sendable (String, Int) throws -> Int = unimplemented("syncThrows2", placeholder: 2)
  var syncThrows3: @Sendable (String, Int, Bool) throws -> Int = unimplemented("syncThrows3", placeholder: 3)
  var async0: @Sendable () async -> Int = unimplemented("async0", placeholder: 0)
  var async1: @Sendable (String) async -> Int = unimplemented("async1", placeholder: 1)
  var async2: @Sendable (String, Int) async -> Int = unimplemented("async2", placeholder: 2)
  var async3: @Sendable (String, Int, Bool) async -> Int = unimplemented("async3", placeholder: 3)
  var asyncThrows0: @Sendable () async throws -> Int = unimplemented("asyncThrows0", placeholder: 0)
  var asyncThrows1: @Sendable (String) async throws -> Int = unimplemented("asyncThrows1", placeholder: 1)
  var asyncThrows2: @Sendable (String, Int) async throws -> Int = unimplemented("asyncThrows2", placeholder: 2)
  var asyncThrows3: @Sendable (String, Int, Bool) async throws -> Int = unimplemented("asyncThrows3", placeholder: 3)
}

/// Endpoints without a placeholder.
private struct Bare: Sendable {
  var void0: @Sendable () -> Void = unimplemented("void0")
  var void2: @Sendable (String, Int) async -> Void = unimplemented("void2")
  var throws0: @Sendable () throws -> Int = unimplemented("throws0")
  var throws1: @Sendable (String) async throws -> [String] = unimplemented("throws1")
  var throws3: @Sendable (String, Int, Bool) throws -> Int = unimplemented("throws3")
  var throwsVoid: @Sendable (String) async throws -> Void = unimplemented("throwsVoid")
}

@Suite struct UnimplementedTests {
  @Test func `synchronous endpoints of every arity fail and give their placeholder`() throws {
    let failures = try issues { () throws -> Void in
      let endpoints = Endpoints()
      #expect(endpoints.sync0() == 0)
      #expect(endpoints.sync1("") == 1)
      #expect(endpoints.sync2("", 0) == 2)
      #expect(endpoints.sync3("", 0, true) == 3)
      #expect(try endpoints.syncThrows0() == 0)
      #expect(try endpoints.syncThrows1("") == 1)
      #expect(try endpoints.syncThrows2("", 0) == 2)
      #expect(try endpoints.syncThrows3("", 0, true) == 3)
    }
    let names = ["sync0", "sync1", "sync2", "sync3", "syncThrows0", "syncThrows1", "syncThrows2", "syncThrows3"]
    #expect(failures.map(\.subject) == names)
    #expect(failures.allSatisfy { $0.kind == .unimplementedEndpoint })
  }

  @Test func `asynchronous endpoints of every arity fail and give their placeholder`() async throws {
    let failures = try await issues { () async throws -> Void in
      let endpoints = Endpoints()
      #expect(await endpoints.async0() == 0)
      #expect(await endpoints.async1("") == 1)
      #expect(await endpoints.async2("", 0) == 2)
      #expect(await endpoints.async3("", 0, true) == 3)
      #expect(try await endpoints.asyncThrows0() == 0)
      #expect(try await endpoints.asyncThrows1("") == 1)
      #expect(try await endpoints.asyncThrows2("", 0) == 2)
      #expect(try await endpoints.asyncThrows3("", 0, true) == 3)
    }
    let names = [
      "async0", "async1", "async2", "async3", "asyncThrows0", "asyncThrows1", "asyncThrows2", "asyncThrows3",
    ]
    #expect(failures.map(\.subject) == names)
  }

  @Test func `endpoints without a result need no placeholder`() async {
    let failures = await issues {
      Bare().void0()
      await Bare().void2("", 0)
    }
    #expect(failures.map(\.subject) == ["void0", "void2"])
  }

  @Test func `throwing endpoints need no placeholder, as they throw an error that names them`() async {
    let failures = await issues {
      #expect(throws: UnimplementedError.self) { try Bare().throws0() }
      await #expect(throws: UnimplementedError.self) { try await Bare().throws1("") }
      #expect(throws: UnimplementedError.self) { try Bare().throws3("", 0, true) }
      let error = await #expect(throws: UnimplementedError.self) { try await Bare().throwsVoid("") }
      #expect(error?.endpoint == "throwsVoid")
      #expect(error?.description.hasPrefix("throwsVoid is not implemented (UnimplementedTests.swift:") == true)
    }
    #expect(failures.map(\.subject) == ["throws0", "throws1", "throws3", "throwsVoid"])
  }

  @Test func `every call fails at the endpoint's declaration`() throws {
    let line = markedLine()
    let endpoint: @Sendable (Int) -> Int = unimplemented("Client.endpoint", placeholder: 5)  // Here
    let failures = issues {
      for number in 1...3 { #expect(endpoint(number) == 5) }
    }
    #expect(failures.count == 3)
    let first = try #require(failures.first)
    #expect(first.headline == "Client.endpoint was called, but has no implementation here")
    #expect(first.site.line == line)
  }

  @Test func `a failure knows how many parameters the endpoint has, and its result`() {
    let failures = issues {
      let endpoints = Endpoints()
      _ = endpoints.sync0()
      _ = endpoints.sync1("")
      _ = endpoints.sync3("", 0, true)
    }
    #expect(failures.map(\.endpoint?.parameters) == [0, 1, 3])
    #expect(failures.allSatisfy { $0.endpoint?.result == Int.self })
  }

  @Test func `a placeholder is computed in each call`() {
    let tally = Tally()
    let endpoint: @Sendable () -> Int = unimplemented("Client.endpoint", placeholder: tally.increment())
    _ = issues { #expect([endpoint(), endpoint(), endpoint()] == [1, 2, 3]) }
  }

  @Test func `a call belongs to the task that makes it`() async {
    let failures = await issues { await Task { _ = Endpoints().sync0() }.value }
    #expect(failures.count == 1)
    #expect(issues {}.isEmpty)
  }
}
