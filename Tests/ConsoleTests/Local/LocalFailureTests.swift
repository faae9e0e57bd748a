import Foundation
import Storage
import Testing

@testable import Console

struct LocalFailureTests {
    /// Foundation says `Error Domain=NSCocoaErrorDomain Code=260 …` of the first.
    @Test func aFileIsNamedInTheSystemsWords() {
        #expect(sentence { _ = try String(contentsOfFile: "/nowhere/at/all", encoding: .utf8) } == "/nowhere/at/all: No such file or directory")
        #expect(sentence { _ = try Data(contentsOf: URL(fileURLWithPath: "/proc")) } == "/proc: Is a directory")
        #expect(sentence { try MovingFiles.makeDirectory("/proc/none") } == "/proc/none: No such file or directory")
    }

    @Test func whatSpeaksForItselfIsLeftAlone() {
        #expect(sentence { throw StorageError.exists("/backup") } == "\(StorageError.exists("/backup"))")
    }

    private func sentence(_ body: () throws -> Void) -> String {
        do {
            try body()
            return ""
        } catch {
            guard case .refused(let reason) = LocalOutcome(refusing: error) else { return "" }
            return reason
        }
    }
}
