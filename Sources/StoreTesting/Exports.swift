// A test needs the store's types and the dependencies beside the test store, so one import brings all three.
@_exported public import StoreCore
@_exported public import StoreDependencies
