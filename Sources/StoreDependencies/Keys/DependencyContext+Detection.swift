#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension DependencyContext {
  /// The context of this process, detected on the first use.
  package static let automatic = detect(
    arguments: CommandLine.arguments,
    environment: ProcessInfo.processInfo.environment
  )

  /// Returns the context that a process's arguments and environment indicate.
  ///
  /// The variable `STORE_DEPENDENCIES_CONTEXT` overrides all other hints.
  ///
  /// - Parameters:
  ///   - arguments: The process's arguments, the executable first.
  ///   - environment: The process's environment.
  package static func detect(arguments: [String], environment: [String: String]) -> DependencyContext {
    switch environment["STORE_DEPENDENCIES_CONTEXT"] {
    case "live": return .live
    case "preview": return .preview
    case "test": return .test
    default: break
    }
    if environment["XCODE_RUNNING_FOR_PREVIEWS"] == "1" { return .preview }
    return isTestRun(arguments: arguments, environment: environment) ? .test : .live
  }

  private static func isTestRun(arguments: [String], environment: [String: String]) -> Bool {
    if environment.keys.contains(where: marksTests) { return true }
    if arguments.contains(where: { $0 == "--testing-library" || $0.hasPrefix("--testing-library=") }) { return true }
    guard let executable = arguments.first else { return false }
    if executable.contains(".xctest/") || executable.hasSuffix(".xctest") { return true }
    let name = executable.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last ?? ""
    return ["xctest", "xctest.exe", "swiftpm-testing-helper", "swiftpm-testing-helper.exe"].contains(String(name))
  }

  /// Whether only test runners set an environment variable.
  private static func marksTests(_ variable: String) -> Bool {
    ["XCTestConfigurationFilePath", "XCTestBundlePath", "XCTestSessionIdentifier"].contains(variable)
      || variable.hasPrefix("SWIFT_TESTING")
  }
}
