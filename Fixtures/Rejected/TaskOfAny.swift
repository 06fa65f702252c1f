// The tasks that a view model of an article keeps: 'Any' isn't Sendable.
class PhoneDialerScreenViewModel {
  private var tasks: [Task<Any, Error>] = []  // error: type 'Any' does not conform to the 'Sendable' protocol
}
