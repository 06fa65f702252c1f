package import StoreCore

/// Returns a message as text: its input or feedback.
package func describe<Input, Feedback>(_ message: Message<Input, Feedback>) -> String {
  switch message {
  case .input(let input): describe(input as Any)
  case .feedback(let feedback): describe(feedback as Any)
  }
}
