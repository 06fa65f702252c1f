/// A bridge that fails the running XCTest test, if the process has loaded XCTest.
///
/// Swift Testing silently drops an issue that is reported under XCTest. This package doesn't link XCTest. It looks up
/// the failure function by name, so a process without XCTest doesn't load it.
package enum XCTestBridge {
  /// The looked-up function in a struct: a function that passes through a generic cast has another calling convention.
  private struct Callable {
    /// The function `XCTFail(_:file:line:)`.
    let fail: (String, StaticString, UInt) -> Void
  }

  /// The memory layout of a function value: the code and its captures.
  private struct FunctionValue {
    let code: UnsafeMutableRawPointer

    /// The captures: none.
    let context: UnsafeRawPointer?
  }

  /// The memory layout of a static string.
  private struct StaticStringValue {
    let start: UInt

    /// The number of UTF-8 bytes.
    let count: Int

    /// The flags. One bit marks a scalar instead of a pointer, and is zero here. The other marks ASCII text, and is
    /// only a hint.
    let flags: UInt8
  }

  /// Fails the current XCTest test, if any.
  package static func fail(_ text: String, at path: String, line: Int) {
    guard let symbol = runtimeSymbol("$s6XCTest7XCTFail_4file4lineySS_s12StaticStringVSutF") else { return }
    // Safety: a function value without captures is its code and a null context. A static string is its bytes, their
    // number and flags. Both layouts are stable ABI.
    let function = unsafeBitCast(FunctionValue(code: symbol, context: nil), to: Callable.self)
    function.fail(text, permanent(path), UInt(max(line, 1)))
  }

  /// Returns a text that is never freed. Only failures use it, so the leak is small.
  private static func permanent(_ text: String) -> StaticString {
    let bytes = Array(text.utf8)
    let storage = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count + 1)
    _ = storage.initialize(from: bytes + [0])
    let value = StaticStringValue(start: UInt(bitPattern: storage.baseAddress), count: bytes.count, flags: 0)
    return withUnsafeBytes(of: value) { $0.loadUnaligned(as: StaticString.self) }
  }
}
