/// Returns a duration with three significant digits.
func format(_ duration: Duration) -> String {
  let nanoseconds = duration / .nanoseconds(1)
  return switch nanoseconds {
  case ..<1_000: "\(format(nanoseconds)) ns"
  case ..<1_000_000: "\(format(nanoseconds / 1_000)) us"
  case ..<1_000_000_000: "\(format(nanoseconds / 1_000_000)) ms"
  default: "\(format(nanoseconds / 1_000_000_000)) s"
  }
}

/// Returns a number with three significant digits.
func format(_ number: Double) -> String {
  let decimals: Double =
    switch number.magnitude {
    case ..<10: 100
    case ..<100: 10
    default: 1
    }
  let rounded = (number * decimals).rounded() / decimals
  return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
}

/// Returns a number of bytes with three significant digits.
func format(bytes: Int) -> String {
  let bytes = Double(bytes)
  return switch bytes {
  case ..<1_024: "\(format(bytes)) B"
  case ..<1_048_576: "\(format(bytes / 1_024)) KiB"
  default: "\(format(bytes / 1_048_576)) MiB"
  }
}
