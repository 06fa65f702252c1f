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
  }
}
