import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A pupil hands in homework, and gets a receipt for it.
struct Y16Homework: Reducer {
  enum Status: Equatable, Sendable {
    case writing
    case handingIn
    case handedIn(receipt: String?)
    case withdrawing(receipt: String?)
    case failed
  }

  struct State: Equatable {
    var text = ""
    var status = Status.writing
    var isLoadingReceipt = false
    var withdrawalFailed = false
  }

  enum Input: Equatable, Sendable {
    case textChanged(String)
    case handInTapped
    case tryAgainTapped
    case editTapped
    case receiptTapped
    case withdrawTapped
  }

  enum Feedback: Equatable, Sendable {
    case handedIn
    case handInFailed
    case receiptLoaded(String)
    case receiptFailed
    case withdrawn
    case withdrawalFailed
  }

  private enum CancelID { case handIn, receipt }

  @Dependency(\.y16Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.textChanged(let text)):
      guard state.status == .writing else { return .none }
      state.text = text
      return .none

    case .input(.handInTapped):
      guard state.status == .writing, !state.text.isEmpty else { return .none }
      return handIn(&state)

    case .input(.tryAgainTapped):
      guard state.status == .failed else { return .none }
      return handIn(&state)

    case .input(.editTapped):
      guard state.status == .failed else { return .none }
      state.status = .writing
      return .none

    case .input(.receiptTapped):
      guard state.status == .handedIn(receipt: nil), !state.isLoadingReceipt else { return .none }
      state.isLoadingReceipt = true
      return .run("receipt") { send in
        await send(.receiptLoaded(try await client.receipt()))
      } catch: { _, send in
        await send(.receiptFailed)
      }
      .cancellable(id: CancelID.receipt)

    case .input(.withdrawTapped):
      guard case .handedIn(let receipt) = state.status else { return .none }
      state.status = .withdrawing(receipt: receipt)
      state.isLoadingReceipt = false
      state.withdrawalFailed = false
      return .merge(
        .cancel(id: CancelID.handIn),
        .cancel(id: CancelID.receipt),
        .run("withdraw") { send in
          try await client.withdraw()
          await send(.withdrawn)
        } catch: { _, send in
          await send(.withdrawalFailed)
        }
      )

    case .feedback(.handedIn):
      state.status = .handedIn(receipt: nil)
      state.isLoadingReceipt = true
      return .none

    case .feedback(.handInFailed):
      state.status = .failed
      state.isLoadingReceipt = false
      return .none

    case .feedback(.receiptLoaded(let receipt)):
      state.isLoadingReceipt = false
      state.status = .handedIn(receipt: receipt)
      return .none

    case .feedback(.receiptFailed):
      state.isLoadingReceipt = false
      return .none

    case .feedback(.withdrawn):
      state.status = .writing
      return .none

    case .feedback(.withdrawalFailed):
      guard case .withdrawing(let receipt) = state.status else { return .none }
      state.status = .handedIn(receipt: receipt)
      state.withdrawalFailed = true
      return .none
    }
  }

  /// Uploads the text, and asks for the receipt.
  private func handIn(_ state: inout State) -> Effect<Feedback, Never> {
    let text = state.text
    state.status = .handingIn
    state.withdrawalFailed = false
    return .run("hand in", of: text) { send in
      try await client.upload(text)
      await send(.handedIn)
      await send(.receiptLoaded(try await client.receipt()))
    } catch: { _, send in
      await send(.handInFailed)
    }
    .cancellable(id: CancelID.handIn, cancelInFlight: true)
  }
}

struct Y16Client: TestDependencyKey, Sendable {
  var upload: @Sendable (_ text: String) async throws -> Void
  var receipt: @Sendable () async throws -> String
  var withdraw: @Sendable () async throws -> Void

  static let testValue = Y16Client(
    upload: unimplemented("Y16Client.upload"),
    receipt: unimplemented("Y16Client.receipt"),
    withdraw: unimplemented("Y16Client.withdraw")
  )
}

extension DependencyValues {
  var y16Client: Y16Client {
    get { self[Y16Client.self] }
    set { self[Y16Client.self] = newValue }
  }
}

struct Y16Offline: Error {}

struct Y16Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: Y16Homework.State) -> [Y16Homework.Input] in
        switch state.status {
        case .writing: return [.textChanged("Essay"), .textChanged("Poem"), .handInTapped]
        case .handingIn, .withdrawing: return []
        case .handedIn(let receipt):
          if receipt == nil, !state.isLoadingReceipt { return [.receiptTapped, .withdrawTapped] }
          return [.withdrawTapped]
        case .failed: return [.tryAgainTapped, .editTapped]
        }
      }
    ) { () -> TestStore<Y16Homework> in
      let store = TestStore(initialState: Y16Homework.State()) { Y16Homework() }
      store.gate("upload", at: \.y16Client.upload) { _ in [.success(()), .failure(Y16Offline())] }
      store.gate("receipt", at: \.y16Client.receipt) { [.success("No. 12"), .failure(Y16Offline())] }
      store.gate("withdraw", at: \.y16Client.withdraw) { [.success(()), .failure(Y16Offline())] }
      return store
    }
  }
}
