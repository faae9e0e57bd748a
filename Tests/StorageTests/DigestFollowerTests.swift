import Foundation
import Signing
import Storage
import Testing

struct DigestFollowerTests {
    private let directory: ScratchDirectory

    init() throws {
        directory = try ScratchDirectory()
    }

    @Test func aFileIsHashedWhileItGrows() throws {
        let file = try AppendFile(directory.path + "/a.part", length: 0)
        let follower = DigestFollower(directory.path + "/a.part")
        var whole: [UInt8] = []
        for turn in 0..<20 {
            let piece = [UInt8](repeating: UInt8(turn), count: 70_000)
            try file.write(piece, at: whole.count)
            whole += piece
            // The last ones are not final yet.
            follower.advance(to: whole.count - 1000)
        }
        #expect(rename(directory.path + "/a.part", directory.path + "/a") == 0)
        follower.advance(to: whole.count)
        #expect(try follower.finish() == Digest.sha256(whole))
    }

    @Test func whatIsGivenUpEnds() throws {
        #expect(try DigestFollower(directory.path + "/none").finish() == Digest.sha256([]))
        let follower = DigestFollower(directory.path + "/none")
        follower.advance(to: 10)
        #expect(throws: StorageError.self) { try follower.finish() }
    }
}
