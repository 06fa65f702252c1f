import StoreDependencies

/// The identity of a missing dependency, so that a step fails once for it.
struct MissingDependency: Hashable {
  /// The endpoint, or the property.
  let subject: String

  /// The line of its declaration.
  let site: CallSite

  /// Whether the store had ended.
  let isLate: Bool

  init(_ issue: RuntimeIssue, isLate: Bool) {
    subject = issue.subject
    site = issue.site
    self.isLate = isLate
  }
}
