import Foundation
import HTTPTypes
import HummingbirdTesting
import Signing
import Storage
import TestSupport
import Testing
import Web

@testable import Console

struct BuildUploadTests {
    private let all = "/api/v1/apps/demo/build-uploads"

    private func begin(_ room: BuildRoom, _ bytes: [UInt8], name: String = "app.apk", digest: Bool = true) async throws -> TestResponse {
        let sha256 = digest ? #","sha256":"\#(BlobID(of: bytes).text)""# : ""
        return try await room.console.api(.post, "/apps/demo/build-uploads", #"{"filename":"\#(name)","size":\#(bytes.count)\#(sha256)}"#)
    }

    private func send(
        _ room: BuildRoom,
        _ bytes: some Sequence<UInt8>,
        at start: Int,
        to id: String,
        by header: HTTPFields? = nil
    ) async throws -> TestResponse {
        var headers: HTTPFields = [.authorization: "Bearer \(room.console.token)", .contentType: "application/octet-stream"]
        for field in header ?? [.uploadOffset: "\(start)"] { headers[field.name] = field.value }
        return try await room.console.ask(.patch, "\(all)/\(id)", headers: headers, body: Array(bytes))
    }

    private func complete(_ room: BuildRoom, _ id: String) async throws -> TestResponse {
        try await room.console.api(.post, "/apps/demo/build-uploads/\(id)/completion")
    }

    @Test func aFileThatComesInPiecesBecomesABuild() async throws {
        try await BuildRoom.run { room in
            let bytes = try room.apk()
            let begun = try await begin(room, bytes)
            let upload = try begun.json(BuildUpload.self)
            #expect(begun.status == .created && begun.headers[.location] == "\(all)/\(upload.id)" && upload.offset == 0)
            let half = bytes.count / 2
            #expect(try await send(room, bytes[..<half], at: 0, to: upload.id).json(BuildUpload.self).offset == half)
            #expect(try await complete(room, upload.id).status == .conflict)
            // The same file again, as by a command that was begun anew, goes on.
            let again = try await begin(room, bytes)
            #expect(try again.json(BuildUpload.self).id == upload.id && again.status == .ok)
            #expect(try again.json(BuildUpload.self).offset == half)
            let wrong = try await send(room, bytes[half...], at: 0, to: upload.id)
            #expect(wrong.status == .conflict && wrong.text.contains("\(half)"))
            let range: HTTPFields = [.contentRange: "bytes \(half)-\(bytes.count - 1)/\(bytes.count)"]
            #expect(try await send(room, bytes[half...], at: half, to: upload.id, by: range).json(BuildUpload.self).state == .received)
            let done = try await complete(room, upload.id)
            #expect(done.status == .created, "\(done.text)")
            let build = try done.json(BuildBody.self)
            #expect(build.sha256 == BlobID(of: bytes).text && build.fileName == "app.apk")
            #expect(build.md5 == Hex.encode(Digest.md5(bytes)))
            #expect(try await complete(room, upload.id).json(BuildBody.self).id == build.id)
            #expect(try await room.console.api(.get, "/apps/demo/build-uploads/\(upload.id)").json(BuildUpload.self).state == .taken)
            try await expectNothingLeft(room, besides: [build.sha256])
        }
    }

    /// Pieces go with what they were for.
    private func expectNothingLeft(_ room: BuildRoom, besides kept: [String]) async throws {
        let pieces = try await room.server.database.read { try $0.value("SELECT count(*) FROM build_upload_piece", as: Int.self) }
        #expect(pieces == 0)
        let icons = try await room.server.database.read { try $0.all("SELECT icon FROM build WHERE icon IS NOT NULL") { try $0[0] as String } }
        for _ in 0..<100 {
            // They go a moment after the answer.
            if Set(try await room.server.blobs.list(after: nil, limit: 100).map(\.id.text)) == Set(kept + icons) { return }
            try await Task.sleep(for: .milliseconds(50))
        }
        Issue.record("blobs are left: \(try await room.server.blobs.list(after: nil, limit: 100).map(\.id.text))")
    }

    @Test func aPieceTooMuchIsRefused() async throws {
        try await BuildRoom.run { room in
            let bytes = Array(repeating: UInt8(7), count: 1_000)
            let id = try await begin(room, bytes).json(BuildUpload.self).id
            #expect(try await send(room, bytes + [1], at: 0, to: id).status == .contentTooLarge)
            #expect(try await send(room, bytes, at: 0, to: id, by: [:]).status == .unprocessableContent)
            #expect(try await send(room, bytes, at: 0, to: "none").status == .notFound)
            #expect(try await room.console.api(.get, "/apps/demo/build-uploads/\(id)").json(BuildUpload.self).offset == 0)
        }
    }

    @Test func whatIsNoPackageIsRefusedForGood() async throws {
        try await BuildRoom.run { room in
            let bytes = Array("no package at all".utf8)
            let id = try await begin(room, bytes).json(BuildUpload.self).id
            _ = try await send(room, bytes, at: 0, to: id)
            let first = try await complete(room, id)
            #expect(first.status == .unprocessableContent && first.text.contains("/file"))
            #expect(try await complete(room, id).text.contains("/file"))
            #expect(try await room.console.api(.get, "/apps/demo/build-uploads/\(id)").json(BuildUpload.self).state == .refused)
            try await expectNothingLeft(room, besides: [])
        }
    }

    @Test func anotherFileThanAnnouncedIsRefused() async throws {
        try await BuildRoom.run { room in
            let bytes = try room.apk()
            let id = try await begin(room, bytes).json(BuildUpload.self).id
            var other = bytes
            other[100] ^= 1
            _ = try await send(room, other, at: 0, to: id)
            #expect(try await complete(room, id).text.contains("/sha256"))
            try await expectNothingLeft(room, besides: [])
        }
    }

    @Test func thePageBringsThemToo() async throws {
        try await BuildRoom.run { room in
            let (bytes, console, path) = (try room.apk(), room.console, "/apps/demo/build-uploads")
            let form = try await console.page("/apps/demo/builds/new").text
            #expect(form.contains("data-upload=\"\(path)\"") && form.contains("data-upload-progress"))
            let new = Array(#"{"filename":"app.apk","size":\#(bytes.count),"notes":"beta"}"#.utf8)
            #expect(try await console.script(.post, path, new, isOurs: false).status == .forbidden)
            let upload = try await console.script(.post, path, new).json(BuildUpload.self)
            let headers: HTTPFields = [.uploadOffset: "0", .contentType: "application/octet-stream"]
            #expect(try await console.script(.patch, "\(path)/\(upload.id)", bytes, headers: headers, isOurs: false).status == .forbidden)
            #expect(try await console.script(.patch, "\(path)/\(upload.id)", bytes, headers: headers).status == .ok)
            #expect(try await console.script(.get, "\(path)/\(upload.id)").json(BuildUpload.self).state == .received)
            let build = try await console.script(.post, "\(path)/\(upload.id)/completion", Array("{}".utf8)).json(BuildBody.self)
            #expect(build.notes == "beta")
            let refused = try await console.script(.post, path, Array(#"{"filename":"","size":1}"#.utf8))
            #expect(
                refused.status == .unprocessableContent && refused.text.contains("必填") && refused.headers[.contentType] == "application/problem+json"
            )
        }
    }

    @Test func abandonedOnesAreSweptAway() async throws {
        try await BuildRoom.run { room in
            let bytes = Array(repeating: UInt8(7), count: 1_000)
            let id = try await begin(room, bytes).json(BuildUpload.self).id
            _ = try await send(room, bytes.prefix(10), at: 0, to: id)
            try await room.server.buildUploads.sweep()
            #expect(try await room.console.api(.get, "/apps/demo/build-uploads/\(id)").status == .ok)
            try await room.server.database.write { try $0.run("UPDATE build_upload SET touched_at = 1") }
            try await room.server.buildUploads.sweep()
            #expect(try await room.console.api(.get, "/apps/demo/build-uploads/\(id)").status == .notFound)
            try await expectNothingLeft(room, besides: [])
            let given = try await begin(room, bytes).json(BuildUpload.self).id
            _ = try await send(room, bytes.prefix(10), at: 0, to: given)
            #expect(try await room.console.api(.delete, "/apps/demo/build-uploads/\(given)").status == .noContent)
            try await expectNothingLeft(room, besides: [])
        }
    }

    @Test func thereAreOnlySoManyAtATime() async throws {
        try await BuildRoom.run { room in
            for number in 0..<BuildUploadLimits.ofApp { #expect(try await begin(room, [UInt8(number)]).status == .created) }
            let one = try await begin(room, [99])
            #expect(one.status == .tooManyRequests && one.headers[.retryAfter] != nil)
            #expect(
                try await room.console.api(.post, "/apps/demo/build-uploads", #"{"filename":"a","size":9999999999999}"#).status == .contentTooLarge
            )
        }
    }

    @Test func oneNodePutsTheWholeTogether() async throws {
        try await BuildRoom.run { room in
            let bytes = try room.ipa()
            let id = try await begin(room, bytes, name: "app.ipa").json(BuildUpload.self).id
            _ = try await send(room, bytes, at: 0, to: id)
            let builds = try await withThrowingTaskGroup(of: TestResponse.self) { group in
                for _ in 0..<4 { group.addTask { try await complete(room, id) } }
                return try await group.reduce(into: [String]()) { $0.append(try $1.json(BuildBody.self).id) }
            }
            #expect(builds.count == 4 && Set(builds).count == 1)
        }
    }
}
