#if canImport(Darwin)
  import Darwin
#elseif canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The program that contains the running tests.
enum TestProgram {
  /// The path of the file that was built from the tests; nil if it isn't known.
  static let path: String? = {
    #if canImport(Darwin)
      // Another program loads the tests.
      var info = Dl_info()
      guard dladdr(#dsohandle, &info) != 0, let name = info.dli_fname else { return nil }
      return String(cString: name)
    #else
      return (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
        ?? CommandLine.arguments.first
    #endif
  }()
}
