import Formats
import Foundation
import HTTPTypes
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

    @Test func filesAreTheOwnersNamedByContentAndGoWithTheApp() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            let device = BadgeDevice(console: console)
            _ = try await device.send(images: [try FeedbackParts.png(), try FeedbackParts.png()])
            _ = try await device.send(images: [try FeedbackParts.png()])
            let folder = console.server.directory.file("feedback/demo")
            let files = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(files.count == 1 && files[0].wholeMatch(of: #/[0-9a-f]{64}\.png/#) != nil)
            let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(files[0])")
            #expect(attributes[.posixPermissions] as? Int == 0o600)
            #expect(try await console.api(.delete, "/apps/demo?confirm=demo").status == .noContent)
            #expect(!FileManager.default.fileExists(atPath: folder))
            #expect(try await console.server.database.read { try $0.value("SELECT count(*) FROM feedback_image", as: Int.self) } == 0)
        }
    }

    /// Pictures of many calls at once are drawn one after the other; those that would wait too long are told to come again.
    @Test func aCrowdIsSentAway() async throws {
        let pictures = FeedbackPictures(directory: "/nonexistent")
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
