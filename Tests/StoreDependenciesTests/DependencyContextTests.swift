import StoreDependencies
import Testing

@Suite struct DependencyContextTests {
  @Test("the context is a dependency that can be overridden")
  func overridden() {
    @Dependency(\.context) var context
    #expect(context == .test)
    withDependencies {
      $0.context = .preview
    } operation: {
      #expect(context == .preview)
      withDependencies {
        $0.context = .live
      } operation: {
        #expect(context == .live)
      }
      #expect(context == .preview)
    }
    #expect(context == .test)
  }

  @Test("a change of context inside one scope keeps the defaults of each context apart")
  func apart() {
    DependencyValues.withValues(DependencyValues(context: .test, observer: nil)) {
      #expect(DependencyValues.current.number == 3)
      withDependencies {
        $0.context = .live
      } operation: {
        #expect(DependencyValues.current.number == 1)
      }
      #expect(DependencyValues.current.number == 3)
    }
  }
}
