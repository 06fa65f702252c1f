/// The interface of a dependency: its name, its type, and its values in tests and previews.
///
/// Conform to it in the module that declares the dependency's type. Features then build without the module that
/// implements the live value. That module adds the live value:
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
/// A key is only a type; it is never instantiated. The requirement on its metatype prevents a conformance that is bound
/// to an actor, as any thread may read the values.
public protocol TestDependencyKey<Value>: SendableMetatype {
  /// The type of the dependency's values.
  associatedtype Value: Sendable

  /// The value in a test without an override. It is computed once in each scope.
  static var testValue: Value { get }

  /// The value in an Xcode preview without an override; by default, the test value.
  static var previewValue: Value { get }
}

extension TestDependencyKey {
  /// The test value.
  public static var previewValue: Value { testValue }
}
