import StoreDependencies
import Testing

@Suite struct DependencyContextTests {
  @Test func `the context is overridden like any dependency`() {
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

  @Test func `a scope keeps separate defaults for each context`() {
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
