import Testing

// Elsewhere the test binary is no program of its own.
#if os(Linux)
  /// What the traits that repeat a test say of issues that belong to no test.
  @Suite(.enabled(if: !LostIssueProcess.isCurrent)) struct LostIssueTests {
    @Test func `a mutant whose issue belongs to no test is neither noticed nor missed, and the test is refused`()
      async throws
    {
      let output = try await LostIssueProcess.output(of: "mutants\\(")
      #expect(output.contains("Test «unknown» recorded an issue at LostIssues.swift"))
      #expect(output.contains("a task without a test records an issue, at LostIssues.swift"))
      #expect(output.contains("'let value = await Task.detached { ... }.value', then '#expect(value == ...)'"))
      #expect(output.contains("killed: 0, survivors: 0, refused: 1\n"))
      #expect(output.contains("It is not judged, as a task without a test records an issue"))
    }

    @Test func `an exploration says that it can't judge such a test, and in which order`() async throws {
      let output = try await LostIssueProcess.output(of: "explored")
      #expect(
        output.contains("The test can't be explored, as a task without a test records an issue, at LostIssues.swift")
      )
      #expect(output.contains("@Test(.schedule("))
      #expect(!output.contains("The test fails in another order"))
      #expect(!output.contains("schedules.txt"))
    }

    @Test(arguments: ["lost at first", "lost again"])
    func `an exploration can't judge a test that has such an issue in either run of the default order`(
      test: String
    ) async throws {
      let output = try await LostIssueProcess.output(of: test)
      #expect(
        output.contains("The test can't be explored, as a task without a test records an issue, at LostIssues.swift")
      )
    }

    @Test func `the default order fails by such an issue, as it would without an exploration`() async throws {
      let output = try await LostIssueProcess.output(of: "wrong in two ways")
      #expect(output.contains("Test «unknown» recorded an issue at LostIssues.swift"))
      #expect(!output.contains("The test behaved differently in two runs of the same order"))
    }

    @Test func `a replayed schedule says that it can't judge such a test`() async throws {
      let output = try await LostIssueProcess.output(of: "replayed")
      #expect(
        output.contains("The test can't be explored, as a task without a test records an issue, at LostIssues.swift")
      )
    }

    @Test func `an order in which a test cancels itself is a failure, and not a cancelled test`()
      async throws
    {
      let output = try await LostIssueProcess.output(of: "ended")
      #expect(output.contains("The test fails in another order than the default one: The test threw an error"))
      #expect(output.contains("@Test(.schedule("))
      #expect(output.contains("Test run with 1 test in 1 suite failed"))
    }

    @Test func `an attachment of the test itself is recorded in each run, as no trait can see it`() async throws {
      let output = try await LostIssueProcess.output(of: "attaching")
      #expect(output.ranges(of: "Attached 'own").count == 3)
    }

    @Test func `an audit says that it can't judge such a test, and in which run`() async throws {
      let output = try await LostIssueProcess.output(of: "audited")
      #expect(
        output.contains("The test can't be audited, as a task without a test records an issue, at LostIssues.swift")
      )
      #expect(output.contains("It came in run 3."))
      #expect(!output.contains("The test is not deterministic"))
    }

    @Test func `a mutant that makes a test cancel itself is neither noticed nor missed`() async throws {
      let output = try await LostIssueProcess.output(of: "cancelled")
      #expect(output.contains("it is cancelled in a repeated run, by 'Test.cancel()' or a time limit"))
      #expect(output.contains("killed: 0, survivors: 0, refused: 1\n"))
      #expect(output.contains(#"was cancelled after"#))
    }
  }
#endif
