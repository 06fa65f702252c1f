import StoreCore
import StoreDependencies
import StoreTesting
import Testing

@testable import AcceptingApp

struct CitiesTests {
  func makeStore(_ state: Cities.State = Cities.State()) -> TestStore<Cities> {
    TestStore(initialState: state) {
      Cities()
    } withDependencies: {
      $0.placeClient.search = { query in
        [Cities.Place(id: 1, name: query, country: nil), Cities.Place(id: 2, name: query + " \"Nova\"", country: "BR")]
      }
    }
  }

  @Test func searches() async {
    let store = makeStore()
    await store.send(.queryChanged("Po")) { $0.query = "Po" }
    await store.clock.advance(by: .milliseconds(200))
    await store.send(.queryChanged("Porto")) { $0.query = "Porto" }
    await store.clock.advance(by: .milliseconds(300))
    await store.receive(.started) { $0.isLoading = true }
    await store.receive(
      .found([
        Cities.Place(id: 1, name: "Porto", country: nil), Cities.Place(id: 2, name: "Porto \"Nova\"", country: "BR"),
      ])
    ) {
      $0.isLoading = false
      $0.places = [
        Cities.Place(id: 1, name: "Porto", country: nil), Cities.Place(id: 2, name: "Porto \"Nova\"", country: "BR"),
      ]
    }
    await store.send(.placeTapped(2)) { $0.recent = ["Porto \"Nova\""] }
    await store.receiveOutput(.opened(Cities.Place(id: 2, name: "Porto \"Nova\"", country: "BR")))
    await store.send(.queryChanged("")) {
      $0.query = ""
      $0.places = []
    }
    await store.receiveOutput(.emptied)
    await store.finish()
  }

  @Test func strictly() async {
    let store = makeStore()
    store.exhaustivity = .strict
    await store.send(.queryChanged("Rio")) { $0.query = "Rio" }
    await store.clock.advance(by: .milliseconds(300))
    await store.receiveEffect("search", of: "Rio")
    await store.receive(.started) { $0.isLoading = true }
    await store.receive(Cities.Feedback.found) { state, places in
      #expect(places.count == 2)
      state.isLoading = false
      state.places = places
    }
    await store.finish()
  }

  @Test func isOffline() async {
    let store = TestStore(initialState: Cities.State(query: "Oslo")) { Cities() }
    let search = store.gate("search", at: \.placeClient.search)
    await store.send(.retryTapped)
    await store.receive(.started) { $0.isLoading = true }
    await search.fail(with: Cities.Failure.offline)
    await store.receive(.failed(.offline)) {
      $0.isLoading = false
      $0.failure = .offline
    }
    await store.send(.retryTapped) { $0.failure = nil }
    await store.receive(.started) { $0.isLoading = true }
    await search.fail(with: Cities.Failure.server(code: 503, "busy"))
    await store.receive(.failed(.server(code: 503, "busy"))) {
      $0.isLoading = false
      $0.failure = .server(code: 503, "busy")
    }
    await store.finish()
  }

  @Test func observably() async {
    let store = makeStore(Cities.State(query: "Bonn"))
    store.exhaustivity = .observable
    await store.send(.retryTapped)
    await store.settle {
      $0.places = [
        Cities.Place(id: 1, name: "Bonn", country: nil), Cities.Place(id: 2, name: "Bonn \"Nova\"", country: "BR"),
      ]
    }
    await store.send(.placeTapped(1)) { $0.recent = ["Bonn"] }
    await store.receiveOutput(.opened(Cities.Place(id: 1, name: "Bonn")))
    await store.finish()
  }
}
