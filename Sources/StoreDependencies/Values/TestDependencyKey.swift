/// The interface of a dependency: what it is called, of which type it is, and what tests and previews get.
///
/// Conform to it in the module that declares the dependency's type, so that features build without the module that
/// talks to the outside world. That other module adds the live value:
///
/// ```swift
/// // In SearchInterface
/// enum SearchKey: TestDependencyKey {
///   static let testValue = SearchClient(search: unimplemented("SearchClient.search", placeholder: []))
/// }
/// extension DependencyValues {
///   var searchClient: SearchClient {
///     get { self[SearchKey.self] }
///     set { self[SearchKey.self] = newValue }
///   }
/// }
///
/// // In SearchLive
/// extension SearchKey: DependencyKey {
///   static let liveValue = SearchClient(search: { try await fetch($0) })
/// }
/// ```
///
/// A key is only a type; nothing is ever made of it. The requirement on its metatype keeps a conformance from being
/// bound to an actor, as values are asked for from anywhere.
public protocol TestDependencyKey<Value>: SendableMetatype {
  /// The type of the dependency's values.
  associatedtype Value: Sendable

  /// What a test gets that overrides nothing; computed once in each scope.
  static var testValue: Value { get }

  /// What an Xcode preview gets that overrides nothing; the test value unless the key says otherwise.
  static var previewValue: Value { get }
}

extension TestDependencyKey {
  /// The test value, for keys that have nothing better to show.
  public static var previewValue: Value { testValue }
}
