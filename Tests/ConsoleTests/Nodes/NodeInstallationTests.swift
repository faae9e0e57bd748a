import Foundation
import Signing
import Testing

@testable import Console

struct NodeInstallationTests {
    @Test func theFirstNodeMakesTheKeyAndOthersProveTheyHaveIt() async throws {
        let room = try await NodeRoom()
        let key = try await NodeInstallation.key(at: room.file("first.key"), of: room.database)
        try FileManager.default.copyItem(atPath: room.file("first.key"), toPath: room.file("second.key"))
        #expect(try await NodeInstallation.key(at: room.file("second.key"), of: room.database) == key)
        #expect(try await NodeInstallation.key(at: room.file("first.key"), of: room.database) == key)
    }

    @Test func anotherKeyIsRefusedWithWhatToDo() async throws {
        let room = try await NodeRoom()
        _ = try await NodeInstallation.key(at: room.file("first.key"), of: room.database)
        _ = try KeyFile.loadOrCreate(at: room.file("other.key"))
        let error = await #expect(throws: NodeInstallationError.self) {
            try await NodeInstallation.key(at: room.file("other.key"), of: room.database)
        }
        let sentence = try #require(error.map { "\($0)" })
        #expect(sentence.contains(room.file("other.key")) && sentence.contains("copy secret.key") && sentence.contains("chmod 600"))
    }

    @Test func noKeyIsMadeWhereOneHasToBeCopied() async throws {
        let room = try await NodeRoom()
        _ = try await NodeInstallation.key(at: room.file("first.key"), of: room.database)
        await #expect(throws: NodeInstallationError.self) { try await NodeInstallation.key(at: room.file("none.key"), of: room.database) }
        #expect(!FileManager.default.fileExists(atPath: room.file("none.key")))
    }

    @Test func ofTwoFirstNodesOneWins() async throws {
        let room = try await NodeRoom()
        async let one = try? NodeInstallation.key(at: room.file("one.key"), of: room.database)
        async let two = try? NodeInstallation.key(at: room.file("two.key"), of: room.database)
        #expect(await [one, two].compactMap { $0 }.count == 1)
    }
}
