import StoreCore
import StoreDependencies
import StoreTesting
import Testing

@Suite struct CheckSequencesTests {
  @Test func look() async throws {
    let failures = await recordingFailures {
      print(
        await checkSequences {
          Plant.tally()
        } commands: {
          Plant.tallyCommands
        }
      )
      print(
        await checkSequences {
          Plant.tally(limit: 10)
        } commands: {
          Plant.tallyCommands
        }
      )
      print(
        await checkSequences {
          Plant.spinning()
        } commands: {
          Plant.spinningCommands
        }
      )
      print(
        await checkSequences {
          Plant.stale()
        } commands: {
          Plant.staleCommands
        }
      )
      print(
        await checkSequences {
          Plant.phone()
        } commands: {
          Plant.phoneCommands
        }
      )
      print(
        await checkSequences {
          Plant.tally(isMended: true)
        } commands: {
          Plant.tallyCommands
        }
      )
      print(
        await checkSequences {
          Plant.spinning(isMended: true)
        } commands: {
          Plant.spinningCommands
        }
      )
      print(
        await checkSequences {
          Plant.stale(isMended: true)
        } commands: {
          Plant.staleCommands
        }
      )
      print(
        await checkSequences {
          Plant.phone(isMended: true)
        } commands: {
          Plant.phoneCommands
        }
      )
    }
    print(failures.map(\.description).joined(separator: "\n-----\n"))
  }
}
