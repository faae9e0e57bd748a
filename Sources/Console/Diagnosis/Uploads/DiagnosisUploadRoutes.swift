import Formats
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Signing
import Web

/// The door through which devices send their files. Nobody logs in: the address itself is the right to send, once, to one place.
///
/// A body without `Content-Range` is the whole. Pieces say where they belong (RFC 9110, 14.4) and come in their order; `bytes */total` asks how far it
/// is. Not whole yet: 308 with `Range`, as resumable uploads elsewhere have it; a piece that is not the next one: 409 with the same. Whole: 201, also for
/// whoever asks once more.
struct DiagnosisUploadRoutes: Sendable {
    let diagnosis: Diagnosis

    func add(to routes: Routes) throws {
        try routes.machine(.put, "diagnosis/{app}/{part}/{token}", put)
    }

    @Sendable func put(_ request: Request, _ context: Context) async throws -> Response {
        let (app, part) = (try context.parameter("app"), try context.parameter("part"))
        return try await diagnosis.gate.pass(part, at: context.reader.now) {
            let door = try await diagnosis.door(app, part, try context.parameter("token"))
            guard !door.isWhole else { return try answer(door) }
            do {
                guard let place = try DiagnosisRange(request.headers) else { return try await progress(request, door) }
                return try answer(try await diagnosis.append(request, place, to: door, try DiagnosisSent(request.headers)))
            } catch let gap as DiagnosisGap {
                return try answer(gap)
            }
        }
    }

    /// Nothing is here of a file of another size.
    private func progress(_ request: Request, _ door: DiagnosisDoor) async throws -> Response {
        if let total = DiagnosisRange.asked(request.headers), let size = door.size, size != total {
            return Response(status: .permanentRedirect, headers: [.cacheControl: "no-store"])
        }
        return try answer(try await diagnosis.completed(door, try DiagnosisSent(request.headers)))
    }

    /// 409 with the place to go on from, as when it is asked for.
    private func answer(_ gap: DiagnosisGap) throws -> Response {
        let body = try JSONEncoder().encode(Refused(title: "Conflict", status: 409, offset: gap.received))
        var headers: HTTPFields = [.cacheControl: "no-store", .contentType: "application/problem+json"]
        if gap.received > 0 { headers[.range] = "bytes=0-\(gap.received - 1)" }
        return Response(status: .conflict, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: body)))
    }

    /// RFC 9457, with the offset as a member of its own.
    private struct Refused: Encodable {
        let title: String
        let status: Int
        let offset: Int
    }

    private struct Taken: Encodable {
        let id: String
        let size: Int
        let sha256: String
    }

    private func answer(_ door: DiagnosisDoor) throws -> Response {
        var headers: HTTPFields = [.cacheControl: "no-store"]
        guard door.isWhole else {
            if door.received > 0 { headers[.range] = "bytes=0-\(door.received - 1)" }
            return Response(status: .permanentRedirect, headers: headers)
        }
        headers[.contentType] = "application/json; charset=utf-8"
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        let body = try encoder.encode(Taken(id: door.task, size: door.size ?? 0, sha256: door.sha256))
        return Response(status: .created, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: body)))
    }
}

/// Where a piece belongs: `bytes 0-65535/200000`; without the header it is the whole.
struct DiagnosisRange: Sendable, Equatable {
    let start: Int
    /// Behind its last byte.
    let end: Int
    let total: Int

    var count: Int { end - start }

    init(whole size: Int) {
        (start, end, total) = (0, size, size)
    }

    /// - Returns: nil when the device only asks, by `bytes */200000`.
    /// - Throws: `malformed` for anything else, and for a whole of unknown length.
    init?(_ headers: HTTPFields) throws {
        guard let text = headers[.contentRange] else {
            guard let length = headers[.contentLength].flatMap({ Int($0) }), length > 0 else { throw Self.malformed }
            (start, end, total) = (0, length, length)
            return
        }
        if text.wholeMatch(of: #/bytes \*\/(\d{1,12}|\*)/#) != nil { return nil }
        guard let found = text.wholeMatch(of: #/bytes (\d{1,12})-(\d{1,12})\/(\d{1,12})/#)?.output, let start = Int(found.1),
            let last = Int(found.2), let total = Int(found.3), start <= last, last < total
        else { throw Self.malformed }
        (self.start, end, self.total) = (start, last + 1, total)
    }

    /// The total of `bytes */200000`; nil when it is not said.
    static func asked(_ headers: HTTPFields) -> Int? {
        headers[.contentRange]?.wholeMatch(of: #/bytes \*\/(\d{1,12})/#).flatMap { Int($0.output.1) }
    }

    private static let malformed = Problem(.malformed, "diagnosis.upload.range")
}

extension DiagnosisSent {
    /// - Throws: `malformed` for a digest that is none.
    fileprivate init(_ headers: HTTPFields) throws {
        self.init()
        let zone = HTTPField.Name("Time-Zone").flatMap { headers[$0] } ?? HTTPField.Name("timeZone").flatMap { headers[$0] }
        zoneOffset = zone.flatMap { UTCOffset.seconds($0) }
        if let text = HTTPField.Name("X-Content-SHA256").flatMap({ headers[$0] }) {
            guard text.wholeMatch(of: #/[0-9A-Fa-f]{64}/#) != nil else { throw Problem(.malformed, "diagnosis.upload.digest") }
            sha256 = text.lowercased()
        }
        if let text = HTTPField.Name("Content-Digest").flatMap({ headers[$0] }), let found = text.firstMatch(of: #/sha-256=:([A-Za-z0-9+\/=]{44}):/#)
        {
            guard let digest = Data(base64Encoded: String(found.output.1)) else { throw Problem(.malformed, "diagnosis.upload.digest") }
            pieceDigest = Array(digest)
        }
    }
}
