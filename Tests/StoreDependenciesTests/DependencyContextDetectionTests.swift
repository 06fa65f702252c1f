import Foundation
import StoreDependencies
import Testing

@Suite struct DependencyContextDetectionTests {
  @Test func `the running process is detected as a test process`() {
    #expect(DependencyContext.automatic == .test)
    #expect(DependencyValues.current.context == .test)
  }

  @Test(arguments: [
    ["/usr/libexec/swift/pm/swiftpm-testing-helper", "--test-bundle-path", "x"],
    ["/Applications/Xcode.app/Contents/Developer/usr/bin/xctest", "x"],
    [#"C:\Swift\xctest.exe"#],
    ["/build/debug/AppPackageTests.xctest"],
    ["/build/AppPackageTests.xctest/Contents/MacOS/AppPackageTests"],
    ["/build/AppPackageTests", "--testing-library", "swift-testing"],
    ["/build/AppPackageTests", "--testing-library=xctest"],
  ])
  func `a test runner is detected by its arguments`(_ arguments: [String]) {
    #expect(DependencyContext.detect(arguments: arguments, environment: [:]) == .test)
  }

  @Test(arguments: [
    "XCTestConfigurationFilePath", "XCTestBundlePath", "XCTestSessionIdentifier", "SWIFT_TESTING_ENABLED",
  ])
  func `a test runner is detected by its environment`(variable: String) {
    #expect(DependencyContext.detect(arguments: ["/app"], environment: [variable: "1"]) == .test)
  }

  @Test(arguments: [["/usr/bin/app"], ["/usr/bin/xctestimony", "--test"], ["/opt/my.xctests.app"], []])
  func `an app has the live context`(arguments: [String]) {
    #expect(DependencyContext.detect(arguments: arguments, environment: ["PATH": "/xctest/"]) == .live)
  }

  @Test func `an Xcode preview is detected by its environment`() {
    #expect(DependencyContext.detect(arguments: ["/app"], environment: ["XCODE_RUNNING_FOR_PREVIEWS": "1"]) == .preview)
    #expect(DependencyContext.detect(arguments: ["/app"], environment: ["XCODE_RUNNING_FOR_PREVIEWS": "0"]) == .live)
  }

  @Test(arguments: DependencyContext.allCases)
  func `an explicit context takes precedence over the detected one`(context: DependencyContext) {
    let environment = ["STORE_DEPENDENCIES_CONTEXT": "\(context)", "XCODE_RUNNING_FOR_PREVIEWS": "1"]
    #expect(DependencyContext.detect(arguments: ["/x.xctest"], environment: environment) == context)
  }

  @Test func `an unknown context in the environment is ignored`() {
    let environment = ["STORE_DEPENDENCIES_CONTEXT": "production"]
    #expect(DependencyContext.detect(arguments: ["/x.xctest"], environment: environment) == .test)
    #expect(
      DependencyContext.complaint(environment: environment)
        == #"warning: STORE_DEPENDENCIES_CONTEXT is "production", which is neither live, preview nor test. It is ignored."#
    )
  }

  @Test(arguments: [[:], ["STORE_DEPENDENCIES_CONTEXT": ""], ["STORE_DEPENDENCIES_CONTEXT": "live"]])
  func `a known context, or none, is no mistake`(environment: [String: String]) {
    #expect(DependencyContext.complaint(environment: environment) == nil)
  }

  #if os(Linux) || os(macOS)
    @Test func `an unknown context is reported once, on standard error`() async throws {
      let result = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
        setenv("STORE_DEPENDENCIES_CONTEXT", "production", 1)
        _ = (DependencyContext.automatic, DependencyContext.automatic)
      }
      let lines = String(decoding: result.standardErrorContent, as: UTF8.self).split(separator: "\n")
      #expect(lines.filter { $0.contains("STORE_DEPENDENCIES_CONTEXT is \"production\"") }.count == 1)
    }
  #endif
}
