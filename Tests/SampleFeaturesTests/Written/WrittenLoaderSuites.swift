import SampleFeatures
import StoreCore
import StoreExploration
import StoreTesting
import Testing

/// The suites of the loaders, one in each style.
extension WrittenSuites {
  @Test(.enabled(if: writesAll)) func `the suite of the Mobius loader says what it does`() async throws {
    let suite = try await generateSuite(named: "WrittenMobiusLoaderSuite") {
      let store = TestStore(initialState: .idle) { MobiusLoader().performing(MobiusLoaderHandler().perform) }
      store.gate("numbers", at: \.numbersClient.numbers) {
        [.success([1, 2]), .failure(NumbersError.unavailable("Offline"))]
      }
      return store
    } commands: {
      Command.send(.load)
      Command.send(.cancel)
    }
    #expect(suite.problems == [])
  }

  @Test(.enabled(if: writesAll)) func `the suite of the Vuex loader says what it does`() async throws {
    let suite = try await generateSuite(named: "WrittenVuexLoaderSuite") {
      let store = TestStore(initialState: VuexLoader.State()) { VuexLoader() }
      store.gate("numbers", at: \.numbersClient.numbers) {
        [.success([1, 2]), .failure(NumbersError.unavailable("Offline"))]
      }
      return store
    } commands: {
      Command.send(.load)
      Command.send(.cancel)
    }
    #expect(suite.problems == [])
  }

  @Test(.enabled(if: writesAll)) func `the suite of the Matuschak loader says what it does`() async throws {
    let suite = try await generateSuite(named: "WrittenMatuschakLoaderSuite") {
      let store = TestStore(initialState: .idle) { MatuschakLoader.reducer.performing { $0.perform() } }
      store.gate("numbers", at: \.numbersClient.numbers) {
        [.success([1, 2]), .failure(NumbersError.unavailable("Offline"))]
      }
      return store
    } commands: {
      Command.send(.load)
      Command.send(.cancel)
    }
    #expect(suite.problems == [])
  }

  @Test(.enabled(if: writesAll)) func `the suite of the ReactorKit loader says what it does`() async throws {
    let suite = try await generateSuite(named: "WrittenReactorKitLoaderSuite") {
      let store = TestStore(initialState: ReactorKitLoader.State()) { ReactorKitLoader() }
      store.gate("numbers", at: \.numbersClient.numbers) {
        [.success([1, 2]), .failure(NumbersError.unavailable("Offline"))]
      }
      return store
    } commands: {
      Command.send(.load)
      Command.send(.cancel)
    }
    #expect(suite.problems == [])
  }

  @Test(.enabled(if: writesAll)) func `the suite of the Redux loader says what it does`() async throws {
    let suite = try await generateSuite(named: "WrittenReduxLoaderSuite") {
      let store = TestStore(initialState: ReduxLoader.State()) { ReduxLoader.app }
      store.gate("numbers", at: \.numbersClient.numbers) {
        [.success([1, 2]), .failure(NumbersError.unavailable("Offline"))]
      }
      return store
    } commands: {
      Command.send(.load)
      Command.send(.cancel)
    }
    #expect(suite.problems == [])
  }

  @Test(.enabled(if: writesAll)) func `the suite of the workflow says what it does`() async throws {
    let suite = try await generateSuite(named: "WrittenWorkflowLoaderSuite") {
      let store = TestStore(initialState: .idle) { WorkflowLoader.workflow }
      store.gate("numbers", at: \.numbersClient.numbers) {
        [.success([1, 2]), .failure(NumbersError.unavailable("Offline"))]
      }
      return store
    } commands: {
      Command.send(.load)
      Command.send(.cancel)
    }
    #expect(suite.problems == [])
  }

  @Test(.enabled(if: writesAll)) func `the suite of the loader of effect objects says what it does`() async throws {
    let suite = try await generateSuite(named: "WrittenObjectLoaderSuite") {
      let store = TestStore(initialState: .idle) { ObjectLoader() }
      store.gate("numbers", at: \.numbersClient.numbers) {
        [.success([1, 2]), .failure(NumbersError.unavailable("Offline"))]
      }
      return store
    } commands: {
      Command.send(.load)
      Command.send(.cancel)
    }
    #expect(suite.problems == [])
  }

  /// Three loaders beside each other have as many modes as the product of theirs, so each is only started, and never fails.
  @Test(.enabled(if: writesAll)) func `the suite of the board of loaders says what it does`() async throws {
    let suite = try await generateSuite(named: "WrittenLoaderBoardSuite", runs: 100, steps: 5) {
      let store = TestStore(initialState: LoaderBoard.State()) { LoaderBoard() }
      store.gate("numbers", at: \.numbersClient.numbers) { [.success([1, 2])] }
      return store
    } commands: {
      Command.send(.loop(.load), when: { $0.loop == .idle && $0.machine == nil })
      Command.send(
        .machineSwitched(isOn: true),
        when: { $0.machine == nil && $0.workflow == .idle && $0.loop == .idle }
      )
      Command.send(.machineSwitched(isOn: false), when: { $0.machine != nil })
      Command.send(.machine(.load), when: { $0.machine == .idle })
      Command.send(.machine(.cancel), when: { $0.machine != nil })
      Command.send(.workflow(.load), when: { $0.loop == .idle && $0.machine == nil && $0.sum == 0 })
    }
    #expect(suite.problems == [])
  }
}
