import Foundation
import StoreDependencies
import Testing

#if os(Linux) || os(macOS)
  @Suite struct AppDependenciesTests {
    @Test func `an app reads what it has prepared, and so does each default when it reads late`() async {
      await #expect(processExitsWith: .success) {
        // The context is found when it is first asked for, so this process becomes an app.
        setenv("STORE_DEPENDENCIES_CONTEXT", "live", 1)
        prepareDependencies { $0.number = 10 }
        #expect(DependencyValues.current.number == 10)
        let client = DependencyValues.current[LiveLateKey.self]
        #expect(client.number == 10)
      }
    }
  }
#endif
