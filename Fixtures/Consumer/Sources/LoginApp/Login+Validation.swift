extension Login.State {
  /// What is wrong with the address, as far as that can be seen without asking the server.
  var emailProblem: LoginProblem? {
    let parts = email.split(separator: "@", omittingEmptySubsequences: false)
    let isAddress = parts.count == 2 && !parts[0].isEmpty && parts[1].contains(".") && !parts[1].hasSuffix(".")
    return isAddress ? nil : .invalidEmail
  }

  /// What is wrong with the code, as far as that can be seen without asking the server.
  var codeProblem: LoginProblem? {
    let isCode = code.count == 6 && code.allSatisfy { ("0"..."9").contains($0) }
    return isCode ? nil : .invalidCode
  }
}
