#if canImport(SwiftUI)
  import StoreCore
  import SwiftUI

  extension View {
    /// Shows a question of the state as an alert, which closes when it is answered.
    ///
    /// - Parameters:
    ///   - alert: The question; nil while there is none.
    ///   - isPresented: A binding that tells whether there is one, and dismisses it.
    ///   - answer: Sends the answer to the store.
    func alert<Action>(
      _ alert: AlertState<Action>?,
      isPresented: StoreBinding<Bool>,
      answer: @escaping @MainActor (AlertState<Action>.Answer) -> Void
    ) -> some View {
      self.alert(alert?.title ?? "", isPresented: Binding(isPresented)) {
        ForEach(alert?.buttons ?? [], id: \.title) { button in
          Button(button.title, role: button.role.map { $0 == .cancel ? .cancel : .destructive }) {
            answer(button.answer)
          }
        }
      } message: {
        Text(alert?.message ?? "")
      }
    }
  }
#endif
