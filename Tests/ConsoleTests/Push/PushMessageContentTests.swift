import Foundation
import TestSupport
import Testing
import Web

@testable import Console

/// What a message may say: bounds, placeholders, and how large it may be.
struct PushMessageContentTests {
    private typealias Room = PushMessageRoom

    private func content(_ change: (inout PushContent) -> Void) -> PushContent {
        var content = PushContent.empty
        content.body = "x"
        change(&content)
        return content
    }

    @Test(arguments: [
        ("title", String(repeating: "字", count: 201)), ("title", "a\nb"), ("body", ""), ("body", String(repeating: "x", count: 2_001)),
        ("sound", String(repeating: "x", count: 65)), ("collapseId", String(repeating: "字", count: 22)), ("imageURL", "http://a.example/x.png"),
        ("imageURL", "https://"),
    ])
    func textsHaveBounds(_ field: String, _ text: String) {
        let wrong = content {
            switch field {
            case "title": $0.title = text
            case "body": $0.body = text
            case "sound": $0.sound = text
            case "collapseId": $0.collapseId = text
            default: $0.imageURL = text
            }
        }
        #expect(wrong.rejections.map(\.field) == [field])
    }

    @Test func numbersAndDataHaveBounds() {
        #expect(content { $0.badge = 100_000 }.rejections.map(\.field) == ["badge"])
        #expect(content { $0.badge = -1 }.rejections.map(\.field) == ["badge"])
        #expect(content { $0.badge = 99_999 }.rejections.isEmpty)
        #expect(content { $0.ttlSeconds = 28 * 86_400 }.rejections.isEmpty)
        #expect(content { $0.ttlSeconds = 28 * 86_400 + 1 }.rejections.map(\.field) == ["ttlSeconds"])
        #expect(content { $0.ttlSeconds = -1 }.rejections.map(\.field) == ["ttlSeconds"])
        let names = (0...20).map { ("k\($0)", JSONValue.integer(1)) }
        #expect(content { $0.data = Dictionary(uniqueKeysWithValues: names) }.rejections.map(\.field) == ["data"])
        #expect(content { $0.data = Dictionary(uniqueKeysWithValues: names.dropLast()) }.rejections.isEmpty)
        #expect(content { $0.data = ["aps": .null] }.rejections.map(\.field) == ["data"])
        #expect(content { ($0.silent, $0.body) = (true, "") }.rejections.isEmpty)
        #expect(content { ($0.title, $0.body) = (String(repeating: "字", count: 200), String(repeating: "x", count: 2_000)) }.rejections.isEmpty)
    }

    @Test func placeholdersAreFound() {
        #expect(PushPlaceholder.names(in: "#name#, your #order_1# #") == ["name", "order_1"])
        #expect(PushPlaceholder.names(in: "C# and F#, ##, #1a#, # a #, #é#").isEmpty)
        #expect(PushPlaceholder.names(in: "#a##b#") == ["a", "b"])
        #expect(PushPlaceholder.names(in: "#1#name#") == ["name"])
        #expect(PushPlaceholder.fill("#a#, #b#, #c", ["a": "#b#", "b": "2"]) == "#b#, 2, #c")
        #expect(PushPlaceholder.fill("C# #a#", [:]) == "C# #a#")
    }

    @Test func contentIsFilled() throws {
        let open = content { ($0.title, $0.data) = ("Hi #name#", ["to": .string("#page#"), "n": .integer(1)]) }
        #expect(open.placeholders == ["name", "page"])
        let filled = try open.filled(with: ["name": "Ann", "page": "home", "more": "x"])
        #expect(filled.title == "Hi Ann" && filled.data == ["to": .string("home"), "n": .integer(1)])
        #expect(throws: Problem.self) { try open.filled(with: ["name": "Ann"]) }
    }

    @Test func whatNothingFillsIsNotReviewed() async throws {
        try await Room.run { room in
            try await room.bind(0..<2)
            let draft = try await room.draft(#""title":"Hi #name#""#)
            let refused = await problem { try await room.messages.review(draft.id, of: "demo", by: Room.ann) }
            #expect(refused?.rejections.map(\.field) == ["parameters"])
            #expect(try await room.outcomes(draft).isEmpty)
            #expect(await problem { try await room.messages.test(draft.id, of: "demo", on: "device-0", by: Room.ann) }?.kind == .invalid)
            let filled = try await room.draft(#""title":"Hi #name#","parameters":{"name":"Ann"}"#)
            #expect(try await room.messages.review(filled.id, of: "demo", by: Room.ann).audience == 2)
        }
    }

    @Test func aTargetThatReachesNobodyIsNotReviewed() async throws {
        try await Room.run { room in
            let draft = try await room.draft()
            let refused = await problem { try await room.messages.review(draft.id, of: "demo", by: Room.ann) }
            #expect(refused?.rejections.map(\.field) == ["target"])
        }
    }

    @Test func aPayloadHasAtMost4096Bytes() async throws {
        try await Room.run { room in
            // Data may hold more than a text may, so that the limit is reached.
            let empty = try await room.draft(#""title":"T","data":{"d":""}"#).plan.payloadBytes(message: "0123456789abcdef")
            let fits = String(repeating: "x", count: PushPayload.limit - empty)
            let draft = try await room.draft(#""title":"T","data":{"d":"\#(fits)"}"#)
            #expect(draft.plan.payloadBytes(message: draft.id) == 4_096)
            let refused = await problem { try await room.draft(#""title":"T","data":{"d":"\#(fits)x"}"#) }
            let rejection = refused?.rejections.first
            #expect(rejection?.field == "body" && rejection?.message.arguments == ["bytes": "4097", "limit": "4096"])
        }
    }

    @Test func theReviewTellsWhatOtherChannelsRefuse() async throws {
        try await Room.run { room in
            try await room.bind(0..<1)
            for (number, channel) in [PushChannel.fcm, .xiaomi, .oppo, .vivo].enumerated() { try await room.bind(android: number, channel) }
            let empty = try await room.draft(#""title":"T","data":{"d":""}"#).plan.payloadBytes(message: "0123456789abcdef")
            // As much as Apple's service takes; what Google's is given says more besides.
            let most = String(repeating: "x", count: PushPayload.limit - empty)
            let large = try await room.draft(#""title":"T","data":{"d":"\#(most)"}"#)
            #expect(try await room.refusals(large, .payloadLarge).contains(.fcm))
            #expect(try await !room.refusals(large, .payloadLarge).contains(.xiaomi))
            let silent = try await room.draft(#""silent":true"#)
            #expect(try await room.refusals(silent, .silentUnsupported) == [.oppo, .vivo])
            let small = try await room.draft(#""title":"T""#)
            #expect(try await room.refusals(small, .payloadLarge).isEmpty)
            #expect(try await room.refusals(small, .silentUnsupported).isEmpty)
        }
    }

    @Test func templatesAreTakenOver() async throws {
        try await Room.run { room in
            let input = try JSONDecoder().decode(PushTemplateInput.self, from: Data(##"{"name":"A","title":"Hi #name#","body":"B","badge":2}"##.utf8))
            let template = try await room.templates.create(input, of: "demo", by: Room.ann)
            #expect(await problem { try await room.templates.create(input, of: "demo", by: Room.ann) }?.rejections.map(\.field) == ["name"])
            let message = try await room.draft(#""template":"\#(template.id)","body":"Other""#)
            #expect(message.content.title == "Hi #name#" && message.content.body == "Other" && message.content.badge == 2)
            #expect(await problem { try await room.draft(#""template":"0""#) }?.rejections.map(\.field) == ["template"])
            try await room.templates.delete(template.id, of: "demo", by: Room.ann)
            #expect(try await room.now(message).content.title == "Hi #name#")
        }
    }

    @Test(arguments: [
        (#""schedule":{"at":"2020-01-01T00:00:00Z"}"#, "schedule.at"), (#""schedule":{"repeats":"daily"}"#, "schedule.at"),
        (#""schedule":{"deviceLocal":true}"#, "schedule.at"), (#""schedule":{"at":"never"}"#, "schedule.at"),
        (#""schedule":{"at":"2098-01-01T00:00:00Z"}"#, "schedule.at"), (#""schedule":{"zone":"Nowhere/Land"}"#, "schedule.zone"),
        (#""quietHours":{"from":"25:00","to":"07:00"}"#, "quietHours.from"), (#""quietHours":{"from":"07:00","to":"07:00"}"#, "quietHours.to"),
        (#""cap":{"count":0,"hours":24}"#, "cap.count"), (#""parameters":{"1x":"y"}"#, "parameters"),
    ])
    func plansAreChecked(_ json: String, _ field: String) async throws {
        try await Room.run { room in
            #expect(await problem { try await room.draft(json) }?.rejections.map(\.field) == [field])
        }
    }
}
