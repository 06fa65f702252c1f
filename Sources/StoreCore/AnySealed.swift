/// A sealed value of any type, for code that searches a message for a payload.
package protocol AnySealed {
  var anyContent: Any { get }
}
