// A test needs the store's types and the dependencies too, so one import provides all three modules.
@_exported public import StoreCore
@_exported public import StoreDependencies

// It declares nothing public: this package's targets for tests use it throughout.
@_exported public import StoreValues
