import StoreDependencies
import Testing

@Suite struct DependencyContextDetectionTests {
  @Test("the running process is detected as a test process")
  func here() {
    #expect(DependencyContext.automatic == .test)
    #expect(DependencyValues.current.context == .test)
  }

  @Test(
    "a test runner is detected by its arguments",
    arguments: [
      ["/usr/libexec/swift/pm/swiftpm-testing-helper", "--test-bundle-path", "x"],
      ["/Applications/Xcode.app/Contents/Developer/usr/bin/xctest", "x"],
      [#"C:\Swift\xctest.exe"#],
      ["/build/debug/AppPackageTests.xctest"],
      ["/build/AppPackageTests.xctest/Contents/MacOS/AppPackageTests"],
      ["/build/AppPackageTests", "--testing-library", "swift-testing"],
      ["/build/AppPackageTests", "--testing-library=xctest"],
    ]
  )
  func arguments(_ arguments: [String]) {
    #expect(DependencyContext.detect(arguments: arguments, environment: [:]) == .test)
  }

  @Test(
    "a test runner is detected by its environment",
    arguments: ["XCTestConfigurationFilePath", "XCTestBundlePath", "XCTestSessionIdentifier", "SWIFT_TESTING_ENABLED"]
  )
  func environment(variable: String) {
    #expect(DependencyContext.detect(arguments: ["/app"], environment: [variable: "1"]) == .test)
  }

  @Test(
    "an app has the live context",
    arguments: [["/usr/bin/app"], ["/usr/bin/xctestimony", "--test"], ["/opt/my.xctests.app"], []]
  )
  func live(arguments: [String]) {
    #expect(DependencyContext.detect(arguments: arguments, environment: ["PATH": "/xctest/"]) == .live)
  }

  @Test("an Xcode preview is detected by its environment")
  func preview() {
    #expect(DependencyContext.detect(arguments: ["/app"], environment: ["XCODE_RUNNING_FOR_PREVIEWS": "1"]) == .preview)
    #expect(DependencyContext.detect(arguments: ["/app"], environment: ["XCODE_RUNNING_FOR_PREVIEWS": "0"]) == .live)
  }

  @Test("an explicit context takes precedence over the detected one", arguments: DependencyContext.allCases)
  func asked(context: DependencyContext) {
    let environment = ["STORE_DEPENDENCIES_CONTEXT": "\(context)", "XCODE_RUNNING_FOR_PREVIEWS": "1"]
    #expect(DependencyContext.detect(arguments: ["/x.xctest"], environment: environment) == context)
  }

  @Test("an unknown context in the environment is ignored")
  func unknown() {
    let environment = ["STORE_DEPENDENCIES_CONTEXT": "production"]
    #expect(DependencyContext.detect(arguments: ["/x.xctest"], environment: environment) == .test)
  }
}
