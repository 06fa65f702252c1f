import StoreCore

let store = Store(initialState: Search.State()) {
  Search()
} withDependencies: {
  $0.searchClient.search = { query in ["Result for \(query)"] }
}
let search = store.send(.queryChanged("swift"))
await search.finish()
print(store.results)
