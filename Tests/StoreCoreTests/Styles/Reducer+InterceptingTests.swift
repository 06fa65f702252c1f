import StoreCore
import StoreTesting
import Testing

/// Creates a test store with an interceptor, and receives the output of the start effect.
private func makeStore(
  _ state: CommandFeature.State = .cold,
  _ intercept:
    @escaping @Sendable (
      Message<CommandFeature.Input, CommandFeature.Feedback>,
      inout CommandFeature.State,
      (Message<CommandFeature.Input, CommandFeature.Feedback>, inout CommandFeature.State) -> Effect<
        CommandFeature.Feedback, CommandFeature.Command
      >
    ) -> Effect<CommandFeature.Feedback, CommandFeature.Command>
) async -> TestStore<
  some Reducer<CommandFeature.State, CommandFeature.Input, CommandFeature.Feedback, CommandFeature.Command>
> {
  let store = TestStore(initialState: state) { CommandFeature().intercepting(intercept) }
  await store.receiveOutput(.whistle("hello"))
  return store
}

@Suite struct ReducerInterceptingTests {
  @Test func `an interceptor receives the message and both states, and can add effects`() async {
    let store = await makeStore { message, state, next in
      let before = state
      let effect = next(message, &state)
      return .merge(effect, .output(.whistle("\(message == .input(.switchOn)): \(before) -> \(state)")))
    }
    await store.send(.switchOn) { $0 = .heating }
    await store.receiveOutput(.heat)
    await store.receiveOutput(.whistle("true: cold -> heating"))
    await store.finish()
  }

  @Test func `an interceptor drops a message by not passing it on`() async {
    let store = await makeStore { message, state, next in
      message == .input(.switchOn) ? .none : next(message, &state)
    }
    await store.send(.switchOn)
    await store.send(.switchOff)
    await store.receiveOutput(.cool)
    await store.finish()
  }

  @Test func `an interceptor replaces a message by one or several others`() async {
    let store = await makeStore { message, state, next in
      guard message == .input(.ask) else { return next(message, &state) }
      return .merge(next(.input(.switchOn), &state), next(.feedback(.boiled(after: 0)), &state))
    }
    await store.send(.ask) { $0 = .boiling }
    await store.receiveOutput(.heat)
    await store.receiveOutput(.cool)
    await store.receiveOutput(.whistle("tea"))
    await store.finish()
  }

  @Test func `an interceptor receives feedback like inputs`() async {
    let store = TestStore(initialState: .cold) {
      CommandFeature()
        .intercepting { message, state, next in
          guard case .feedback(.boiled(let seconds)) = message else { return next(message, &state) }
          return seconds < 2 ? .none : next(message, &state)
        }
        .performing { command -> Effect<CommandFeature.Feedback, Never> in
          guard command == .heat else { return .none }
          return .run("heat") { send in
            for second in 1...2 { await send(.boiled(after: second)) }
          }
        }
    }
    await store.send(.switchOn) { $0 = .heating }
    await store.receive(.boiled(after: 1))
    await store.receive(.boiled(after: 2)) { $0 = .boiling }
    await store.finish()
  }

  @Test func `the last added of several interceptors receives a message first`() {
    var state = ""
    let reducer = Echo()
      .intercepting { message, state, next in
        state += "inner "
        return next(message, &state)
      }
      .intercepting { message, state, next in
        state += "outer "
        return next(message, &state)
      }
    _ = reducer.reduce(message: .input("message"), into: &state)
    #expect(state == "outer inner message")
  }

  @Test func `a test store reports an interceptor that depends on more than message and state`() async {
    let failures = await recordingFailures {
      let counter = Probe()
      let store = TestStore(initialState: "") {
        Echo().intercepting { message, state, next in
          counter.note("seen")
          state += "\(counter.notes.count)"
          return next(message, &state)
        }
      }
      await store.send("a") { $0 = "1a" }
    }
    #expect(failures.map(\.kind) == [.impureReducer])
  }
}

/// A feature that appends its inputs.
private struct Echo: Reducer {
  func reduce(message: Message<String, Never>, into state: inout String) -> Effect<Never, Never> {
    if case .input(let word) = message { state += word }
    return .none
  }
}
