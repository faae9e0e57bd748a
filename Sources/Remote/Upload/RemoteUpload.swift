import Foundation
import NIOHTTP1

/// A package on its way to be a build of an app.
public struct RemoteUploadOrder: Sendable {
    public var app: String
    /// On this machine.
    public var file: String
    /// For testers.
    public var notes = ""
    /// The build request that it was built for, with what shows that it is ours.
    var request: (id: String, lease: String)?

    public init(app: String, file: String, notes: String = "") {
        self.app = app
        self.file = file
        self.notes = notes
    }
}

extension RemoteConsole {
    /// Brings a package in pieces. What a command sent that ended half-way is not sent again: the console knows the file by its SHA-256.
    /// - Parameter progress: bytes that are there, of all.
    /// - Throws: ``RemoteError``.
    public func upload(
        _ order: RemoteUploadOrder,
        progress: @escaping @Sendable (_ bytes: Int, _ all: Int) -> Void = { _, _ in }
    ) async throws -> RemoteBuild {
        let file = try RemoteFile(order.file)
        let upload = RemoteUpload(console: self, order: order, file: file, progress: progress)
        return try await upload.run(sha256: try await file.sha256())
    }
}

/// A build as the console describes it.
public struct RemoteBuild: Sendable, Equatable {
    public let id: String
    public let platform: String
    public let version: String
    public let buildNumber: String
    public let installURL: String
    /// All that the console says, as JSON.
    public let json: String
}

extension RemoteBuild: Decodable {
    private enum CodingKeys: CodingKey {
        case id, platform, version, buildNumber, installURL
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            id: try container.decode(String.self, forKey: .id),
            platform: try container.decode(String.self, forKey: .platform),
            version: try container.decode(String.self, forKey: .version),
            buildNumber: try container.decode(String.self, forKey: .buildNumber),
            installURL: try container.decode(String.self, forKey: .installURL),
            json: ""
        )
    }

    /// - Parameter answer: the console's.
    fileprivate init(_ build: RemoteBuild, _ answer: [UInt8]) {
        self.init(
            id: build.id,
            platform: build.platform,
            version: build.version,
            buildNumber: build.buildNumber,
            installURL: build.installURL,
            json: String(decoding: answer, as: UTF8.self)
        )
    }
}

/// One file's way, from wherever it stands.
private struct RemoteUpload {
    let console: RemoteConsole
    let order: RemoteUploadOrder
    let file: RemoteFile
    let progress: @Sendable (Int, Int) -> Void

    /// How the console says how far it is.
    private struct Session: Decodable, Sendable {
        let id: String
        let offset: Int
        let pieceLimit: Int
    }

    private struct Beginning: Encodable {
        let filename: String
        let size: Int
        let sha256: String
        let notes: String
        let request: String?
    }

    private var all: RemotePath { RemotePath(["apps", order.app, "build-uploads"]) }
    private var lease: [(String, String)] { order.request.map { [("Build-Lease", $0.lease)] } ?? [] }

    func run(sha256: String) async throws -> RemoteBuild {
        let beginning = Beginning(filename: file.name, size: file.size, sha256: sha256, notes: order.notes, request: order.request?.id)
        let session: Session = try await console.answer(try RemoteQuestion(making: all, beginning, headers: lease))
        let path = RemotePath(["apps", order.app, "build-uploads", session.id])
        try await send(from: session, to: path)
        return try await complete(RemotePath(["apps", order.app, "build-uploads", session.id, "completion"]))
    }

    // MARK: pieces

    private static let pieces = (first: 1 << 20, least: 256 << 10, most: 8 << 20)

    private func send(from beginning: Session, to path: RemotePath) async throws {
        var (session, size, failures) = (beginning, Self.pieces.first, 0)
        progress(session.offset, file.size)
        while session.offset < file.size {
            let start = ContinuousClock.now
            do {
                let piece = try file.read(at: session.offset, upTo: min(size, session.pieceLimit))
                session = try console.read(try await console.askOnce(question(piece, at: session.offset, path)), of: RemoteQuestion(.GET, path))
                failures = 0
                size = Self.next(after: size, .now - start)
            } catch let error as RemoteError where error.isPassing || error.isConflict {
                failures += 1
                guard failures < console.patience.attempts else { throw error }
                if error.isPassing { try await console.patience.pause(after: failures, error) }
                size = max(size / 2, Self.pieces.least)
                // Whether a piece whose answer was lost came, only the console knows.
                let known: Session = try await console.get(path)
                if known.offset > session.offset { failures = 0 }
                session = known
            }
            progress(session.offset, file.size)
        }
    }

    private func question(_ piece: [UInt8], at offset: Int, _ path: RemotePath) -> RemoteQuestion {
        let headers = [("Content-Type", "application/octet-stream"), ("Upload-Offset", "\(offset)")]
        return RemoteQuestion(.PATCH, path, headers: headers, body: piece)
    }

    /// Large where the line is fast: each piece costs an answer. Small where it is slow: a piece has a minute.
    private static func next(after size: Int, _ time: Duration) -> Int {
        if time < .seconds(3) { return min(size * 2, pieces.most) }
        return time > .seconds(20) ? max(size / 2, pieces.least) : size
    }

    // MARK: the whole

    /// For as long as the console says that it is at it; at most ten minutes.
    private func complete(_ path: RemotePath) async throws -> RemoteBuild {
        let end = ContinuousClock.now + .seconds(600)
        var failures = 0
        while true {
            let question = RemoteQuestion(.POST, path, headers: lease)
            do {
                let answer = try await console.askOnce(question)
                return RemoteBuild(try console.read(answer, of: question) as RemoteBuild, answer)
            } catch let error as RemoteError where error.isPassing && .now < end {
                // One that says when to come again is there.
                failures = error.retryAfter == nil ? failures + 1 : 0
                guard failures < console.patience.attempts else { throw error }
                try await console.patience.pause(after: max(failures, 1), error)
            }
        }
    }
}
