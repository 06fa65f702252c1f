import StoreCore
import StoreTesting
import Testing

@Suite struct ReducerOnChangeTests {
  private struct Settings: Reducer {
    struct State: Equatable {
      var isMuted = false
      var volume = 1
      var saved = 0
    }

    enum Input {
      case muteTapped, volumeChanged(Int), both
    }

    func reduce(message: Message<Input, Never>, into state: inout State) -> Effect<Never, String> {
      switch message {
      case .input(.muteTapped): state.isMuted.toggle()
      case .input(.volumeChanged(let volume)): state.volume = volume
      case .input(.both):
        state.isMuted.toggle()
        state.isMuted.toggle()
      }
      return .output("reduced")
    }
  }

  /// A test store whose feature counts and reports the changes of `isMuted`.
  private var store: TestStore<some Reducer<Settings.State, Settings.Input, Never, String>> {
    TestStore(initialState: Settings.State()) {
      Settings().onChange(of: \.isMuted) { old, new, state in
        state.saved += 1
        return .output("\(old) -> \(new)")
      }
    }
  }

  @Test func `a change of the value adds effects after the feature's own`() async {
    let store = store
    await store.send(.muteTapped) {
      $0.isMuted = true
      $0.saved = 1
    }
    await store.receiveOutput("reduced")
    await store.receiveOutput("false -> true")
    await store.finish()
  }

  @Test func `a change of another value adds no effects`() async {
    let store = store
    await store.send(.volumeChanged(2)) { $0.volume = 2 }
    await store.receiveOutput("reduced")
    await store.finish()
  }

  @Test func `a change that is undone in the same step adds no effects`() async {
    let store = store
    await store.send(.both)
    await store.receiveOutput("reduced")
    await store.finish()
  }
}
