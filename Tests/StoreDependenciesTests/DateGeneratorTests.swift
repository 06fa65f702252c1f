import Foundation
import StoreDependencies
import Testing

@Suite struct DateGeneratorTests {
  @Test("a constant date generator always returns its date")
  func date() {
    let first = Date(timeIntervalSince1970: 1)
    let second = Date(timeIntervalSince1970: 2)
    @Dependency(\.date) var date
    let failures = issues {
      withDependencies {
        $0.date = .constant(first)
      } operation: {
        #expect(date() == first)
        withDependencies {
          $0.date.now = second
        } operation: {
          #expect(date.now == second)
        }
        #expect(date.now == first)
      }
      withDependencies {
        $0.date.now = second
      } operation: {
        #expect(date() == second)
      }
    }
    #expect(failures.isEmpty)
  }
}
