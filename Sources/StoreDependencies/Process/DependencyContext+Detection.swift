#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension DependencyContext {
  /// The context of this process, detected on the first use.
  package static let automatic: DependencyContext = {
    let environment = ProcessInfo.processInfo.environment
    if let complaint = complaint(environment: environment) { StandardError.write(complaint) }
    return detect(arguments: CommandLine.arguments, environment: environment)
  }()

  /// The variable that overrides all other hints.
  private static let variable = "STORE_DEPENDENCIES_CONTEXT"

  /// Returns the context that a process's arguments and environment indicate.
  ///
  /// - Parameters:
  ///   - arguments: The process's arguments, the executable first.
  ///   - environment: The process's environment.
  package static func detect(arguments: [String], environment: [String: String]) -> DependencyContext {
    if let chosen = chosen(environment: environment) { return chosen }
    if environment["XCODE_RUNNING_FOR_PREVIEWS"] == "1" { return .preview }
    return isTestRun(arguments: arguments, environment: environment) ? .test : .live
  }

  /// Returns what is wrong with the name of the context in an environment; nil if nothing is.
  package static func complaint(environment: [String: String]) -> String? {
    guard let name = environment[variable], !name.isEmpty, chosen(environment: environment) == nil else { return nil }
    return "warning: \(variable) is \"\(name)\", which is neither live, preview nor test. It is ignored."
  }

  private static func chosen(environment: [String: String]) -> DependencyContext? {
    switch environment[variable] {
    case "live": .live
    case "preview": .preview
    case "test": .test
    default: nil
    }
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
