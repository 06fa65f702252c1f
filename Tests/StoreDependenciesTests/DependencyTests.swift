import StoreDependencies
import TestSupport
import Testing

/// A model that reads dependencies.
private struct Model: Sendable {
  @Dependency(\.number) var number
  @Dependency(\.tally) var tally
  @Dependency(TallyKey.self) var sameTally
}

/// A model that is a class.
private final class Reference {
  @Dependency(\.number) var number
}

@Suite struct DependencyTests {
  @Test func `a declaration keeps the overrides around it`() {
    let model = withDependencies {
      $0.number = 10
    } operation: {
      Model()
    }
    #expect(model.number == 10)
    withDependencies {
      $0.context = .test
    } operation: {
      #expect(model.number == 10)
    }
  }

  @Test func `@Dependency works in classes as in structs`() {
    let model = withDependencies {
      $0.number = 10
    } operation: {
      Reference()
    }
    #expect(model.number == 10)
    withDependencies {
      $0.number = 20
    } operation: {
      #expect(model.number == 20)
    }
  }

  @Test func `an override at the read takes precedence over a captured one`() {
    let model = withDependencies {
      $0.number = 10
    } operation: {
      Model()
    }
    withDependencies {
      $0.number = 20
    } operation: {
      #expect(model.number == 20)
    }
    #expect(model.number == 10)
  }

  @Test func `captured overrides hold where nothing is in force`() async {
    let model = withDependencies {
      $0.number = 10
    } operation: {
      Model()
    }
    #expect(await Task.detached { model.number }.value == 10)
  }

  @Test func `@Dependency is declared by key path literal, by key path value or by key`() {
    let path: any KeyPath<DependencyValues, Int> & Sendable = \.number
    let byValue = Dependency(path)
    let byLiteral = Dependency(\.number)
    let byKey = Dependency(NumberKey.self)
    #expect([byValue, byLiteral, byKey].map(\.wrappedValue) == [3, 3, 3])
    withDependencies {
      $0.number = 10
    } operation: {
      #expect([byValue, byLiteral, byKey].map(\.wrappedValue) == [10, 10, 10])
    }
  }

  @Test func `a key path can continue into the value`() {
    @Dependency(\.number.description) var text
    #expect(text == "3")
  }

  @Test func `each declaration has its own line`() {
    let path: any KeyPath<DependencyValues, SearchClient> & Sendable = \.searchClient
    let failures = issues {
      @Dependency(\.searchClient) var first  // Here: first
      @Dependency(path) var second  // Here: second
      @Dependency(SearchKey.self) var third  // Here: third
      _ = (first, second, third)
    }
    #expect(failures.map(\.site.line) == ["first", "second", "third"].map { markedLine($0) })
  }

  @Test func `an observer of the declaration is notified of reads in detached tasks`() async {
    let observer = RecordingObserver()
    let values = DependencyValues(context: .test, observer: observer)
    let model = DependencyValues.withValues(values) { Model() }
    _ = await Task.detached { model.number }.value
    #expect(observer.accesses == ["NumberKey"])
    await Task.detached {
      withDependencies {
        $0.tally = Tally()
      } operation: {
        _ = model.number
      }
    }.value
    #expect(observer.accesses == ["NumberKey", "NumberKey"])
  }

  @Test func `an observer is notified of each read before its value is resolved, in nested overrides too`() async {
    let observer = RecordingObserver()
    await DependencyValues.withValues(DependencyValues(context: .test, observer: observer)) {
      let model = Model()
      _ = model.number
      withDependencies {
        $0.number = 2
      } operation: {
        _ = model.number
      }
      await Task { _ = model.tally }.value
      _ = DependencyValues.current.number
    }
    #expect(observer.accesses == ["NumberKey", "NumberKey", "TallyKey", "NumberKey"])
  }
}
