import StoreCore
import StoreTesting

/// The visible part of a store that determines its future.
enum LiveKey<Feature: Reducer>: Hashable where Feature.State: Equatable {
  /// What can be seen of a store.
  struct View: Hashable {
    let state: StateKey<Feature.State>

    /// The running effects, in the order in which they started.
    let effects: [LiveEffect]

    /// The remaining times of throttled ids.
    let intervals: [Duration]

    /// What the invariants of the test remember.
    let memories: [String]
  }

  case exact(View)

  /// The same as text, with names for the ids of screens.
  case named(String)

  var view: View? { if case .exact(let view) = self { view } else { nil } }
}
