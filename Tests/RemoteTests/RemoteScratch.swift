import Foundation
import Remote
import Signing

/// An empty directory that goes with the test.
final class RemoteScratch: Sendable {
    let path = NSTemporaryDirectory() + "remote-test-\(UUID().uuidString)"

    init() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    func file(_ name: String) -> String { "\(path)/\(name)" }
    func bytes(_ name: String) -> [UInt8]? { FileManager.default.contents(atPath: file(name)).map { [UInt8]($0) } }
    func text(_ name: String) -> String? { bytes(name).map { String(decoding: $0, as: UTF8.self) } }
    func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: file(name)) }
    func names(_ folder: String = "") -> [String] { ((try? FileManager.default.contentsOfDirectory(atPath: file(folder))) ?? []).sorted() }

    func write(_ text: String, _ name: String) throws {
        try FileManager.default.createDirectory(atPath: (file(name) as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(fileURLWithPath: file(name)))
    }
}

extension RemotePatience {
    /// Waits next to nothing.
    static var short: RemotePatience {
        var patience = RemotePatience()
        patience.pause = .milliseconds(1)
        patience.silence = .seconds(2)
        patience.whole = .seconds(5)
        patience.progress = 1_000
        return patience
    }
}

extension RemoteConsole {
    /// The console that a test's server plays.
    static func test(_ server: RemoteServer, token: String? = "mst_secret", patience: RemotePatience = .short) throws -> RemoteConsole {
        RemoteConsole(try RemoteAddress(server.url), token: try token.map(RemoteToken.init), patience: patience)
    }
}

extension [UInt8] {
    var sha256: String { Hex.encode(Digest.sha256(self)) }

    /// The same for every run, and no part like another.
    static func noise(_ count: Int) -> [UInt8] {
        var state: UInt64 = 88_172_645_463_325_252
        return (0..<count).map { _ in
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return UInt8(truncatingIfNeeded: state)
        }
    }
}

/// What somebody reads of a failure; empty when there is none.
func words<Value>(_ work: () async throws -> Value) async -> String {
    do {
        _ = try await work()
        return ""
    } catch {
        return "\(error)"
    }
}
