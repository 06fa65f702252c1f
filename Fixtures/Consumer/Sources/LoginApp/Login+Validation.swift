extension Login.State {
  /// The problem of the address, if the form can detect one without the server.
  var emailProblem: LoginProblem? {
    let parts = email.split(separator: "@", omittingEmptySubsequences: false)
    let isAddress = parts.count == 2 && !parts[0].isEmpty && parts[1].contains(".") && !parts[1].hasSuffix(".")
    return isAddress ? nil : .invalidEmail
  }

  /// The problem of the code, if the form can detect one without the server.
  var codeProblem: LoginProblem? {
    let isCode = code.count == 6 && code.allSatisfy { ("0"..."9").contains($0) }
    return isCode ? nil : .invalidCode
  }
}
