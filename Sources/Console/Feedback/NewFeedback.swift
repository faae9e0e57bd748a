import Foundation

/// A feedback as it comes in, checked.
struct NewFeedback: Sendable {
    let app: String
    let content: String
    let contact: String
    let mobile: String
    let sender: FeedbackSender
    /// As they were sent: of any format.
    let images: [[UInt8]]
    let receivedAt: Date

    /// What the operation `alipay.client.saveUserProposalInfo` takes.
    struct Request: Decodable, Sendable {
        let content: String
        let contact: String?
        let mobileNo: String?
        /// Base64.
        let images: [String]?
        let who: RolloutRequest

        enum CodingKeys: String, CodingKey {
            case content, contact, mobileNo, images
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            content = try container.decode(String.self, forKey: .content)
            contact = try container.decodeIfPresent(String.self, forKey: .contact)
            mobileNo = try container.decodeIfPresent(String.self, forKey: .mobileNo)
            images = try container.decodeIfPresent([String].self, forKey: .images)
            who = try RolloutRequest(from: decoder)
        }
    }

    /// - Throws: `GatewayRefusal` 3002, which says what was wrong and never repeats it.
    init(_ request: Request, _ call: GatewayCall) throws {
        let asker = try BadgeAsker(request.who, call)
        app = call.app.id
        content = try Self.text(request.content, "content", 1...FeedbackLimits.content)
        contact = try Self.text(request.contact ?? "", "contact", 0...FeedbackLimits.contact)
        mobile = try Self.text(request.mobileNo ?? "", "mobileNo", 0...FeedbackLimits.mobile)
        sender = FeedbackSender(
            user: asker.user ?? "",
            device: asker.device ?? "",
            platform: asker.traits.platform,
            version: Self.trait(asker.traits.version.text),
            osVersion: Self.trait(asker.traits.osVersion.text),
            model: Self.trait(asker.traits.model)
        )
        images = try Self.images(request.images ?? [])
        receivedAt = call.receivedAt
    }

    init(app: String, content: String, contact: String, mobile: String, sender: FeedbackSender, images: [[UInt8]], receivedAt: Date) {
        self.app = app
        self.content = content
        self.contact = contact
        self.mobile = mobile
        self.sender = sender
        self.images = images
        self.receivedAt = receivedAt
    }

    private static func text(_ text: String, _ field: String, _ length: ClosedRange<Int>) throws -> String {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        // SQLite's texts end at U+0000.
        guard length.contains(text.unicodeScalars.count), !text.utf8.contains(0) else {
            throw GatewayRefusal(.badFormat, "\(field) takes \(length.lowerBound) to \(length.upperBound) characters")
        }
        return text
    }

    /// What is only shown is cut rather than refused.
    private static func trait(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.prefix(FeedbackLimits.trait).filter { $0 != "\0" }))
    }

    private static func images(_ texts: [String]) throws -> [[UInt8]] {
        guard texts.count <= FeedbackLimits.images else { throw GatewayRefusal(.badFormat, "images takes up to \(FeedbackLimits.images)") }
        return try texts.enumerated().map { place, text in
            guard let image = unpacked(text) else {
                throw GatewayRefusal(.badFormat, "images[\(place)] is not Base64 of up to \(FeedbackLimits.imageSize) bytes")
            }
            return image
        }
    }

    /// Android's Base64 breaks its lines unless told not to.
    private static func unpacked(_ text: String) -> [UInt8]? {
        // Asked of the text first: four characters stand for three bytes, and lines have at least 64.
        guard text.utf8.count <= FeedbackLimits.imageSize / 3 * 4 / 64 * 66 + 128 else { return nil }
        let packed = text.utf8.filter { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        guard let image = Data(base64Encoded: Data(packed)), (1...FeedbackLimits.imageSize).contains(image.count) else { return nil }
        return [UInt8](image)
    }
}
