// A test needs the store's types and the dependencies too, so one import provides all three modules. StoreRuntime and
// StoreValues declare nothing public: this package's targets for tests use them throughout.
@_exported public import StoreCore
@_exported public import StoreDependencies
@_exported public import StoreRuntime
@_exported public import StoreValues
