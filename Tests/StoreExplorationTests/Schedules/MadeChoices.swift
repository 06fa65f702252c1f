import StoreDependencies
import StoreTesting

@testable import StoreExploration

/// Makes a runner of code that chooses among events itself, without a store.
///
/// - Parameter code: The code. Its parameters are the number of the run, counted from 1, and the scheduler.
func runnerOfChoices(_ code: @escaping (_ run: Int, _ controller: ScheduleController) -> Void) -> ScheduleRunner {
  var run = 0
  let body = TestBody {
    guard let controller = ScheduleController.current else { return }
    controller.noteEnd()
    run += 1
    code(run, controller)
  }
  return ScheduleRunner(body, granularity: .deliveries, site: CallSite(), sharesThread: false)
}

extension ScheduleController {
  /// Chooses among events that are named by a letter each.
  ///
  /// - Returns: The name of the chosen event.
  @discardableResult
  func pick(_ names: String) -> String {
    choose(names.map { ScheduleOption(.continueTest, label: String($0)) })?.label ?? ""
  }
}

extension Schedule {
  /// Creates the order that deviates at some choices, counted from 0.
  init(_ events: KeyValuePairs<Int, String>) {
    self.init(deviations: events.map { Deviation(choice: $0.key, label: $0.value) })
  }
}
