import StoreDependencies

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension RuntimeIssue {
  /// Returns the line that provides the missing dependency, with a value that the test expects later, if there is one.
  ///
  /// - Parameter source: The source of the test, if it can be read.
  func override(in source: TestSource?) -> String? {
    guard let line = endpoint.map({ override(of: $0, source) }) ?? builtInOverride(source) else { return nil }
    return "If the feature is right, provide it where the store is made, in 'withDependencies':\n\n\(code([line]))"
  }

  /// Returns the line that provides one of the dependencies of the package.
  private func builtInOverride(_ source: TestSource?) -> String? {
    switch subject {
    case "\\.uuid": "$0.uuid = .incrementing"
    case "\\.date": "$0.date.now = \(source?.expression(of: "Date") ?? "Date(timeIntervalSince1970: 0)")"
    case "\\.calendar": "$0.calendar = Calendar(identifier: .gregorian)"
    case "\\.timeZone": "$0.timeZone = .gmt"
    case "\\.locale": "$0.locale = Locale(identifier: \"en_US_POSIX\")"
    case "\\.withRandomNumberGenerator": nil
    default: nil
    }
  }

  /// Returns the line that provides an endpoint of a client.
  private func override(of endpoint: Endpoint, _ source: TestSource?) -> String {
    let names = subject.split(separator: ".")
    let type = names.dropLast().joined(separator: ".")
    let client =
      if type.isEmpty {
        // An endpoint whose name lacks its client may be a dependency of its own.
        isDependency(subject) ? "" : ".<#client#>"
      } else {
        property(of: type).map { ".\($0)" } ?? "[\(type).self]"
      }
    let parameters = Array(repeating: "_", count: endpoint.parameters).joined(separator: ", ")
    let head = "$0\(client).\(names.last ?? "endpoint") = {" + (parameters.isEmpty ? "" : " \(parameters) in")
    guard endpoint.result != Void.self else { return head + (parameters.isEmpty ? "}" : " }") }
    let name = sourceName(of: endpoint.result)
    let stream = source?.streams.last { "AsyncStream<\($0.element)>" == name }?.values
    let value = source?.expression(of: name) ?? stream ?? emptySource(of: endpoint.result) ?? "<#\(name)#>"
    return "\(head) \(value) }"
  }

  /// The source of the endpoint's file, from its first extension with dependencies; nil if there is none.
  private var dependencies: Substring? {
    guard let data = try? Data(contentsOf: URL(fileURLWithPath: site.filePath)) else { return nil }
    let text = String(decoding: data, as: UTF8.self)
    return text.ranges(of: "extension DependencyValues").first.map { text[$0.upperBound...] }
  }

  /// Whether the file of the endpoint declares a dependency of its name.
  private func isDependency(_ name: String) -> Bool { dependencies?.contains("var \(name): ") ?? false }

  /// Returns the property of the dependencies that holds a client, as the file of the endpoint declares it.
  private func property(of type: String) -> String? {
    // A property of the client itself, such as 'static var testValue', has its type, too.
    guard let text = dependencies, let place = text.ranges(of: ": \(type) {").first else { return nil }
    let line = text[..<place.lowerBound].split(separator: "\n").last ?? ""
    let words = line.split(separator: " ")
    return words.dropLast().last == "var" ? words.last.map { String($0) } : nil
  }
}

extension TestSource {
  /// Returns the first expression of a type that the test expects after the step.
  ///
  /// - Parameter type: The name of the type.
  func expression(of type: String) -> String? {
    for statement in [step] + later {
      let text = statement.text
      switch type {
      case "String":
        if let found = statement.receivedArgument?.firstMatch(of: /"[^"]*"/) { return String(found.output) }
      case "Int":
        if let found = statement.receivedArgument?.matches(of: /-?\b\d+\b/).last { return String(found.output) }
      case _ where type.hasPrefix("["):
        guard let argument = statement.receivedArgument, let open = argument.firstIndex(of: "[") else { continue }
        return "[" + argument[argument.index(after: open)...].upToClosingBracket + "]"
      default:
        guard let head = text.ranges(of: "\(type)(").first else { continue }
        return text[head] + text[head.upperBound...].upToClosingBracket + ")"
      }
    }
    return nil
  }
}

extension TestSource.Statement {
  /// The feedback that the step receives.
  fileprivate var receivedArgument: Substring? { argument(of: "receive") }
}
