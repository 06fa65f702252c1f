/// Fails the XCTest test that is running, if the process has loaded XCTest.
///
/// Swift Testing drops an issue that comes up under XCTest without a word. Nothing here links XCTest: its function for
/// failures is looked up by name when there is something to report, so whoever doesn't use XCTest doesn't carry it.
enum XCTestBridge {
  /// What is looked up, in a structure: by itself, a function that goes through a generic cast is called in another way.
  private struct Callable {
    /// The function `XCTFail(_:file:line:)`.
    let fail: (String, StaticString, UInt) -> Void
  }

  /// A function value as the compiler lays it out: the code, and what it captures.
  private struct FunctionValue {
    let code: UnsafeMutableRawPointer

    /// What it captures: nothing.
    let context: UnsafeRawPointer?
  }

  /// A static string as the standard library lays it out.
  private struct StaticStringValue {
    let start: UInt

    /// How many bytes of UTF-8 it has.
    let count: Int

    /// Whether it is a pointer, which is zero, and whether all of it is ASCII, which is only a hint.
    let flags: UInt8
  }

  /// Fails the current XCTest test, if there is one.
  static func fail(_ failure: TestFailure) {
    guard let symbol = runtimeSymbol("$s6XCTest7XCTFail_4file4lineySS_s12StaticStringVSutF") else { return }
    // A function value without captures is its code and no context, and a static string is its bytes, their number and
    // flags. Both layouts are part of the stable interface of the language and of its standard library.
    let function = unsafeBitCast(FunctionValue(code: symbol, context: nil), to: Callable.self)
    function.fail(failure.report, permanent(failure.filePath), UInt(max(failure.line, 1)))
  }

  /// A text that lasts as long as the process. There is one for each failure of a test, so they don't mount up.
  private static func permanent(_ text: String) -> StaticString {
    let bytes = Array(text.utf8)
    let storage = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count + 1)
    _ = storage.initialize(from: bytes + [0])
    let value = StaticStringValue(start: UInt(bitPattern: storage.baseAddress), count: bytes.count, flags: 0)
    return withUnsafeBytes(of: value) { $0.loadUnaligned(as: StaticString.self) }
  }
}
