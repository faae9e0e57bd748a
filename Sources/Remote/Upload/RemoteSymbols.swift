import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

/// A file of symbols as the console describes it.
public struct RemoteSymbols: Sendable, Equatable {
    public let id: String
    /// `dsym`, `elf`, `mapping`, or `mixed`.
    public let kind: String
    public let uuids: [String]
    public let architectures: [String]
    /// All that the console says, as JSON.
    public let json: String
}

extension RemoteSymbols: Decodable {
    private enum CodingKeys: CodingKey {
        case id, kind, uuids, architectures
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            id: try container.decode(String.self, forKey: .id),
            kind: try container.decode(String.self, forKey: .kind),
            uuids: try container.decode([String].self, forKey: .uuids),
            architectures: try container.decode([String].self, forKey: .architectures),
            json: ""
        )
    }

    fileprivate func with(_ answer: [UInt8]) -> RemoteSymbols {
        RemoteSymbols(id: id, kind: kind, uuids: uuids, architectures: architectures, json: String(decoding: answer, as: UTF8.self))
    }
}

extension RemoteConsole {
    /// Brings a file of symbols. A broken connection is tried again from the beginning: the console knows a file that it has.
    /// - Parameters:
    ///   - path: of the file on this machine.
    ///   - version: of the app; empty for none.
    ///   - progress: bytes that went, of all.
    /// - Throws: ``RemoteError``.
    public func uploadSymbols(
        _ path: String,
        app: String,
        version: String = "",
        progress: @escaping @Sendable (_ bytes: Int, _ all: Int) -> Void = { _, _ in }
    ) async throws -> RemoteSymbols {
        let file = try RemoteFile(path)
        let query: [(name: String, value: String?)] = [("filename", file.name), ("version", version.isEmpty ? nil : version)]
        let place = RemotePath(["apps", app, "symbols", "upload"], query)
        let question = RemoteQuestion(.PUT, place, headers: [("Content-Type", "application/octet-stream")])
        var failures = 0
        while true {
            do {
                let answer = try await send(question, RemoteBody([.file(file)], mediaType: "application/octet-stream", progress: progress).sent)
                return (try read(answer, of: question) as RemoteSymbols).with(answer)
            } catch let error as RemoteError where error.isPassing {
                failures += 1
                guard failures < patience.attempts else { throw error }
                try await patience.pause(after: failures, error)
            }
        }
    }
}
