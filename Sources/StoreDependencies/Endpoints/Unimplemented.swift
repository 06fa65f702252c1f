/// Creates an endpoint that fails the calling test, and then returns a placeholder so that the test continues.
///
/// ```swift
/// static let testValue = SearchClient(
///   search: unimplemented("SearchClient.search", placeholder: []),
///   save: unimplemented("SearchClient.save")
/// )
/// ```
///
/// It replaces a closure with any number of parameters, asynchronous or not, throwing or not. Every call is a failure,
/// not only the first. Inside a test store, the failure belongs to the step that made the call.
///
/// - Parameters:
///   - name: The name of the endpoint in the failure: its type and its name.
///   - placeholder: The result of a call, evaluated in each call.
///   - fileID: The file of the call.
///   - filePath: The path of the file of the call.
///   - line: The line of the call.
///   - column: The column of the call.
/// - Returns: The endpoint.
public func unimplemented<each Argument, Result>(
  _ name: String,
  placeholder: @autoclosure @escaping @Sendable () -> Result,
  fileID: String = #fileID,
  filePath: String = #filePath,
  line: Int = #line,
  column: Int = #column
) -> @Sendable (repeat each Argument) -> Result {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  return { (_: repeat each Argument) in
    reportUnimplemented(
      RuntimeIssue.Endpoint(Result.self, parameters: repeat (each Argument).self),
      named: name,
      at: site
    )
    return placeholder()
  }
}

/// Creates an endpoint without a result that fails the calling test.
///
/// If the endpoint can throw, the compiler prefers the throwing overload, because it has one fewer parameter.
///
/// - Parameters:
///   - name: The name of the endpoint in the failure: its type and its name.
///   - fileID: The file of the call.
///   - filePath: The path of the file of the call.
///   - line: The line of the call.
///   - column: The column of the call.
///   - returning: The result of a call: `Void`.
/// - Returns: The endpoint.
public func unimplemented<each Argument>(
  _ name: String,
  fileID: String = #fileID,
  filePath: String = #filePath,
  line: Int = #line,
  column: Int = #column,
  returning _: Void = ()
) -> @Sendable (repeat each Argument) -> Void {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  return { (_: repeat each Argument) in
    reportUnimplemented(
      RuntimeIssue.Endpoint(Void.self, parameters: repeat (each Argument).self),
      named: name,
      at: site
    )
  }
}

/// Creates an endpoint that fails the calling test, and then throws ``UnimplementedError``.
///
/// - Parameters:
///   - name: The name of the endpoint in the failure: its type and its name.
///   - fileID: The file of the call.
///   - filePath: The path of the file of the call.
///   - line: The line of the call.
///   - column: The column of the call.
/// - Returns: The endpoint.
public func unimplemented<each Argument, Result>(
  _ name: String,
  fileID: String = #fileID,
  filePath: String = #filePath,
  line: Int = #line,
  column: Int = #column
) -> @Sendable (repeat each Argument) throws -> Result {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  return { (_: repeat each Argument) in
    reportUnimplemented(
      RuntimeIssue.Endpoint(Result.self, parameters: repeat (each Argument).self),
      named: name,
      at: site
    )
    throw UnimplementedError(endpoint: name, site: site)
  }
}

/// Reports a call of an unimplemented endpoint.
private func reportUnimplemented(_ endpoint: RuntimeIssue.Endpoint, named name: String, at site: CallSite) {
  let issue = RuntimeIssue(
    kind: .unimplementedEndpoint,
    subject: name,
    headline: "\(name) was called, but has no implementation here",
    details: "Override it with 'withDependencies' if the code under test should call it.",
    endpoint: endpoint,
    site: site
  )
  issue.report(to: DependencyValues.frame?.observer)
}

extension RuntimeIssue.Endpoint {
  /// Creates the shape of an endpoint from its types.
  fileprivate init<each Parameter>(_ result: Any.Type, parameters: repeat (each Parameter).Type) {
    var count = 0
    for _ in repeat each parameters { count += 1 }
    self.init(parameters: count, result: result)
  }
}

/// An error thrown by an unimplemented endpoint.
public struct UnimplementedError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name of the endpoint, such as `SearchClient.search`.
  public let endpoint: String

  /// The line that created the endpoint.
  public let site: CallSite

  /// Creates the error of an endpoint.
  public init(endpoint: String, site: CallSite) {
    self.endpoint = endpoint
    self.site = site
  }

  /// One line that names the endpoint.
  public var description: String { "\(endpoint) is not implemented (\(site))" }
}
