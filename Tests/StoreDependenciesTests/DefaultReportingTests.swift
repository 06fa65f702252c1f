import StoreDependencies
import Testing

/// A default that reads a client without a test value, and ignores it.
private enum ReadingKey: TestDependencyKey {
  static var testValue: Int {
    _ = DependencyValues.current[SearchKey.self].suggest
    return 1
  }
}

/// A value with a task that asks for a missing test value when it is told to.
private struct Asker: Sendable {
  let start: AsyncStream<Void>.Continuation
  let task: Task<Void, Never>

  init() {
    let (starts, start) = AsyncStream<Void>.makeStream()
    self.start = start
    task = Task {
      for await _ in starts { _ = SearchKey.testValue }
    }
  }
}

/// A default with a task that continues after it was computed.
private enum AskingKey: TestDependencyKey {
  static var testValue: Asker { Asker() }
}

@Suite struct DefaultReportingTests {
  @Test func `the closure that changes dependencies computes defaults in silence`() {
    let observer = RecordingObserver()
    DependencyValues.withValues(DependencyValues(context: .test, observer: observer)) {
      withDependencies { values in
        #expect(values[ReadingKey.self] == 1)
      } operation: {
      }
    }
    #expect(observer.accesses.isEmpty)
    #expect(observer.issues.isEmpty)
  }

  @Test func `the closure that changes dependencies can suspend, and later reads count again`() async {
    let observer = RecordingObserver()
    var values = DependencyValues(context: .test, observer: observer)
    await values.update { values in
      await Task.yield()
      #expect(values.number == 3)
    }
    #expect(observer.accesses.isEmpty)
    #expect(values.number == 3)
    #expect(observer.accesses == ["NumberKey"])
  }

  @Test func `a default that asks for a missing test value after its computation is reported at once`() async {
    let failures = await issues {
      let asker = DependencyValues.current[AskingKey.self]
      asker.start.yield()
      asker.start.finish()
      await asker.task.value
    }
    #expect(failures.map(\.kind) == [.missingTestValue])
    #expect(failures.map(\.subject) == ["SearchKey"])
  }

  @Test(arguments: [
    (DependencyContext.test, "give SearchKey a 'testValue' to use by default."),
    (.live, "give InterfaceKey a 'liveValue', in a conformance to DependencyKey, to use by default."),
  ])
  func `a missing value is reported with the member to add`(context: DependencyContext, advice: String) {
    let failures = issues(in: context) {
      _ = DependencyValues.current[SearchKey.self]
      _ = DependencyValues.current[InterfaceKey.self]
    }
    #expect(failures.count == 1)
    #expect(failures.first?.details.hasSuffix(advice) == true)
  }

  @Test func `a model that a default made keeps the context and the observer of the default`() {
    let observer = RecordingObserver()
    let client = DependencyValues.withValues(DependencyValues(context: .live, observer: observer)) {
      DependencyValues.current[LiveLateKey.self]
    }
    withDependencies(from: client) {
      #expect(DependencyValues.current.context == .live)
      #expect(DependencyValues.current.number == 1)
    }
    #expect(observer.accesses == ["LiveLateKey", "NumberKey"])
  }
}
