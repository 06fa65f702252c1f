import StoreCore
import StoreDependencies

/// The check that a parent starts its children that have a start effect.
struct ChildStartCheck {
  var isEnabled = true

  /// The initial children that were not started, until they are reported.
  var forgottenAtStart: [ForgottenChild] = []
}

extension TestSession {
  /// Returns the new children whose start effect is missing from the effect of their parent.
  ///
  /// - Parameters:
  ///   - before: The previous state; nil at the start.
  ///   - node: The effect that the parent returned.
  func forgottenChildren(
    since before: Feature.State?,
    _ node: EffectNode
  ) -> [ForgottenChild] {
    DependencyValues.withValues(engine.dependencies) {
      childScopes.flatMap { $0.forgotten(in: engine.state, since: before, node) }
    }
  }

  /// Reports the children that a message added without starting them.
  func checkChildren(
    since before: Feature.State,
    _ node: EffectNode,
    because message: Message<Feature.Input, Feature.Feedback>
  ) {
    guard childStarts.isEnabled, exhaustivity.isExhaustive else { return }
    for child in forgottenChildren(since: before, node) {
      reportForgotten(child, cause: "\(describe(message)) adds \(child.name)", place: "the effect of that message")
    }
  }
}

extension AnyTestSession {
  /// Reports the initial children that were not started.
  ///
  /// It runs in the first step, as a test can't configure a store before its creation.
  func reportForgottenAtStart() {
    let forgotten = childStarts.forgottenAtStart
    childStarts.forgottenAtStart = []
    guard childStarts.isEnabled, exhaustivity.isExhaustive else { return }
    for child in forgotten {
      reportForgotten(
        child,
        cause: "The first state has \(child.name)",
        place: "'start(from:)'",
        at: environment.site
      )
    }
  }

  /// Reports a child that was not started.
  fileprivate func reportForgotten(_ child: ForgottenChild, cause: String, place: String, at site: CallSite? = nil) {
    fail(
      .misuse,
      "\(cause), which has a start effect, and \(child.parent) does not return it.",
      details: """
        In \(child.parent), return that start effect as a part of \(place), from the scope made at \(child.site):

        \(code([child.start]))

        If the child starts later, set 'store.checksChildStarts = false'.
        """,
      at: site
    )
  }
}

/// Returns the scopes in the properties of a reducer, and of the reducers that it wraps.
func findChildStarts<Feature: Reducer>(
  in reducer: Feature
) -> [any ChildStarts<Feature.State>] {
  // Performance: each store asks this, and a key path in generic code is made anew each time.
  findNamedScopes(in: reducer).map { $0.scope }
}

/// Returns the scopes in the properties of a reducer, and of the reducers that it wraps, with the names of the properties.
func findNamedScopes<Feature: Reducer>(
  in reducer: Feature
) -> [(name: String?, scope: any ChildStarts<Feature.State>)] {
  guard ChildStartsLook.mayHold(Feature.self) else { return [] }
  var found: [(name: String?, scope: any ChildStarts<Feature.State>)] = []
  /// Visits a value and its contents.
  func look(at value: Any, name: String?) {
    if let scope = value as? any ChildStarts<Feature.State> {
      found.append((name, scope))
    } else if ChildStartsLook.mayHold(type(of: value)) {
      for child in Mirror(reflecting: value).children { look(at: child.value, name: child.label) }
    }
  }
  look(at: reducer, name: nil)
  return found
}

/// The types whose values contain scopes. Performance: values of other types are not visited.
private enum ChildStartsLook {
  private static let verdicts = TypeFacts<Bool> { type in
    var visited: Set<ObjectIdentifier> = []
    return judge(type, &visited)
  }

  /// Whether values of a type may contain scopes.
  static func mayHold(_ type: Any.Type) -> Bool { verdicts[type] }

  /// Judges a type by its fields.
  private static func judge(_ type: Any.Type, _ visited: inout Set<ObjectIdentifier>) -> Bool {
    if type is any ChildStarts.Type { return true }
    guard visited.insert(ObjectIdentifier(type)).inserted, !isStandard(type) else { return false }
    return FieldLayout.fields(of: type)?.contains { judge($0.type, &visited) } ?? false
  }
}
