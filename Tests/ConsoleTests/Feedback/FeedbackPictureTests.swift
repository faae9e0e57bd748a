import Formats
import Foundation
import HTTPTypes
import Storage
import TestSupport
import Testing

@testable import Console

@Suite struct FeedbackPictureTests {
    private func refusal(_ console: TestConsole, _ image: [UInt8]) async throws -> GatewayRefusal? {
        let request = try FeedbackParts.request(images: [image])
        return await BadgeDevice(console: console).refusal("alipay.client.saveUserProposalInfo", request)
    }

    @Test func aPictureIsServedAsTheConsoleDrewIt() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            let sent = try FeedbackParts.png() + Array("<script>alert(1)</script>".utf8)
            let id = try await BadgeDevice(console: console).send(images: [sent, try FeedbackParts.png(5, 5)])
            for answer in [
                try await console.api(.get, "/apps/demo/feedback/\(id)/images/1"), try await console.page("/apps/demo/feedback/\(id)/images/1"),
            ] {
                #expect(answer.status == .ok)
                #expect(answer.headers[.contentType] == "image/png")
                #expect(answer.headers[.xContentTypeOptions] == "nosniff")
                #expect(answer.headers[.contentDisposition] == "inline; filename=\"feedback-1.png\"")
                let bytes = [UInt8](answer.body.readableBytesView)
                #expect(!String(decoding: bytes, as: UTF8.self).contains("script"))
                #expect(try PNG.decode(bytes, maxPixels: 6).pixels.allSatisfy { $0 == 77 })
            }
            for number in ["0", "3", "-1", "x", "99999999999999999999"] {
                #expect(try await console.api(.get, "/apps/demo/feedback/\(id)/images/\(number)").status == .notFound)
            }
            #expect(try await console.api(.get, "/apps/demo/feedback/none/images/1").status == .notFound)
            #expect(try await console.api(.get, "/apps/demo/feedback/\(id)/images/1", token: "").status == .unauthorized)
        }
    }

    @Test(arguments: [
        "<svg xmlns=\"http://www.w3.org/2000/svg\" onload=\"alert(1)\"/>", "GIF89a\u{1}\u{0}\u{1}", "<html><script>alert(1)</script>",
        "\u{89}PNG\r\n",
    ])
    func whatIsNoPNGIsRefusedAndSaidSo(text: String) async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            let refused = try #require(try await refusal(console, Array(text.utf8)))
            #expect(refused.status == .badFormat)
            #expect(refused.reason.contains("images are PNG"))
            #expect(try await console.server.database.read { try $0.value("SELECT count(*) FROM feedback", as: Int.self) } == 0)
        }
    }

    @Test func base64MayHaveLines() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            let lines = Data(try FeedbackParts.png(40, 40)).base64EncodedString(options: [.lineLength64Characters, .endLineWithCarriageReturn])
            let request = ##"{"content":"a","images":[\##(String(decoding: try JSONEncoder().encode(lines), as: UTF8.self))]}"##
            #expect(await BadgeDevice(console: console).refusal("alipay.client.saveUserProposalInfo", request) == nil)
        }
    }

    @Test func sidesAndSizesAreBounded() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            #expect(try await refusal(console, try FeedbackParts.png(4_096, 1)) == nil)
            #expect(try await refusal(console, try FeedbackParts.png(4_097, 1))?.reason.contains("4097 × 1") == true)
            #expect(try await refusal(console, try FeedbackParts.png(1, 4_097))?.status == .badFormat)
            let heavy = try FeedbackParts.png() + [UInt8](repeating: 0, count: 2 << 20)
            #expect(try await refusal(console, heavy)?.reason.contains("2097152 bytes") == true)
            let full = try FeedbackParts.png()
            #expect(try await refusal(console, full + [UInt8](repeating: 0, count: (2 << 20) - full.count)) == nil)
        }
    }

    @Test func picturesAreOneBlobByContentAndGoWithTheApp() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            let (device, blobs) = (BadgeDevice(console: console), console.server.blobs)
            _ = try await device.send(images: [try FeedbackParts.png(), try FeedbackParts.png()])
            _ = try await device.send(images: [try FeedbackParts.png()])
            #expect(try await blobs.list(after: nil, limit: 10).count == 1)
            #expect(try await console.api(.delete, "/apps/demo?confirm=demo").status == .noContent)
            #expect(try await blobs.list(after: nil, limit: 10) == [])
            #expect(try await console.server.database.read { try $0.value("SELECT count(*) FROM feedback_image", as: Int.self) } == 0)
        }
    }

    @Test func aPictureThatAnotherAppNeedsStays() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            try await console.makeApp("Other")
            let inbox = console.server.feedback
            _ = try await inbox.receive(Self.feedback(of: "demo", [try FeedbackParts.png(), try FeedbackParts.png(shade: 1)]))
            let id = try await inbox.receive(Self.feedback(of: "other", [try FeedbackParts.png()]))
            #expect(try await console.server.blobs.list(after: nil, limit: 10).count == 2)
            #expect(try await console.api(.delete, "/apps/demo?confirm=demo").status == .noContent)
            #expect(try await console.server.blobs.list(after: nil, limit: 10).count == 1)
            #expect(try await console.api(.get, "/apps/other/feedback/\(id)/images/1").status == .ok)
            #expect(try await console.api(.delete, "/apps/other?confirm=other").status == .noContent)
            #expect(try await console.server.blobs.list(after: nil, limit: 10) == [])
        }
    }

    /// With their replies; a picture that somebody else sent too stays.
    @Test func whatAnErasedDeviceOrUserSentGoesWithItsPictures() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            let (inbox, blobs) = (console.server.feedback, console.server.blobs)
            let own = try await BadgeDevice(console: console).send(images: [try FeedbackParts.png(), try FeedbackParts.png(shade: 1)])
            _ = try await console.api(.post, "/apps/demo/feedback/\(own)/reply", ##"{"text":"Thanks"}"##)
            let other = BadgeDevice(console: console, device: "device-2")
            let kept = try await other.send(images: [try FeedbackParts.png()])
            let theirs = try await other.send("ann's", ["userId": "ann"])
            for _ in 0..<2 { try await inbox.erase(TelemetryErasureTask(id: "e1", field: .device, value: "device-1"), of: "demo") }
            #expect(try await console.api(.get, "/apps/demo/feedback/\(own)").status == .notFound)
            #expect(try await blobs.list(after: nil, limit: 10).count == 1)
            #expect(try await console.api(.get, "/apps/demo/feedback/\(kept)/images/1").status == .ok)
            try await inbox.erase(TelemetryErasureTask(id: "e2", field: .user, value: "ann"), of: "demo")
            #expect(try await console.api(.get, "/apps/demo/feedback/\(theirs)").status == .notFound)
            for (table, count) in [("feedback", 1), ("feedback_image", 1), ("feedback_reply", 0)] {
                let found = try await console.server.database.read { try $0.value(SQL(trusted: "SELECT count(*) FROM \(table)"), as: Int.self) }
                #expect(found == count, "\(table)")
            }
        }
    }

    /// A row of another node may come between the look at the rows and the removal, or the removal between a picture and its row.
    @Test func noOrderOfDeletionAndArrivalLosesAPicture() async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "pictures-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let blobs = DirectoryBlobs(directory: directory)
        let pictures = FeedbackPictures(blobs: blobs)
        let drawn = try await pictures.draw([try FeedbackParts.png()])
        let image = drawn[0].image
        try await pictures.keep(drawn)
        #expect(try await pictures.file(image) == drawn[0].file)

        var answers = [false, true]
        try await pictures.remove(image.blob) { answers.removeFirst() }
        #expect(try await pictures.file(image) == drawn[0].file)
        try await pictures.remove(image.blob) { true }
        #expect(try await pictures.file(image) == drawn[0].file)

        try await pictures.remove(image.blob) { false }
        #expect(try await blobs.size(image.blob) == nil)
        try await pictures.remove(image.blob) { false }
        await pictures.keepAgain(drawn)
        #expect(try await pictures.file(image) == drawn[0].file)
    }

    @Test func withoutTheStoreNoFeedbackIsTaken() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            let server = console.server
            let away = try BlobsAddress("s3://bucket?endpoint=http://127.0.0.1:1").open(accessKey: "key", secretKey: "secret")
            let inbox = FeedbackInbox(database: server.database, blobs: away, badges: server.badges, audit: server.audit, clock: server.clock)
            let error = await #expect(throws: StorageError.self) {
                try await inbox.receive(Self.feedback(of: "demo", [try FeedbackParts.png()]))
            }
            guard case .unavailable = error else { throw try #require(error) }
            #expect(try await server.database.read { try $0.value("SELECT count(*) FROM feedback", as: Int.self) } == 0)
            _ = try await inbox.receive(Self.feedback(of: "demo", []))
        }
    }

    private static func feedback(of app: String, _ images: [[UInt8]]) -> NewFeedback {
        let sender = FeedbackSender(user: "", device: "d1", platform: .ios, version: "1.0", osVersion: "", model: "")
        return NewFeedback(app: app, content: "打不开", contact: "", mobile: "", sender: sender, images: images, receivedAt: Date())
    }

    /// Pictures of many calls at once are drawn one after the other; those that would wait too long are told to come again.
    @Test func aCrowdIsSentAway() async throws {
        let pictures = FeedbackPictures(blobs: DirectoryBlobs(directory: "/nonexistent"))
        let picture = try FeedbackParts.png(1_000, 1_000)
        let outcomes = await withTaskGroup(of: GatewayStatus?.self) { group in
            for _ in 0..<40 {
                group.addTask {
                    do {
                        _ = try await pictures.draw([picture])
                        return .ok
                    } catch {
                        return (error as? GatewayRefusal)?.status
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.contains(.ok) && outcomes.contains(.tooFast))
        #expect(outcomes.allSatisfy { $0 == .ok || $0 == .tooFast })
    }
}
