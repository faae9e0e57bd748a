import Formats
import Foundation
import TestSupport

@testable import Console

/// What feedback tests send.
enum FeedbackParts {
    /// A picture as a device sends it.
    static func png(_ width: Int = 3, _ height: Int = 2, shade: UInt8 = 77) throws -> [UInt8] {
        let pixels = [UInt8](repeating: shade, count: width * height * 4)
        return try PNG.encode(PNG.Image(width: width, height: height, format: .rgba, pixels: pixels))
    }

    /// A request with pictures.
    static func request(_ content: String = "打不开", images: [[UInt8]] = [], _ more: [String: String] = [:]) throws -> String {
        var request: [String: Any] = ["content": content]
        for (field, value) in more { request[field] = value }
        if !images.isEmpty { request["images"] = images.map { Data($0).base64EncodedString() } }
        return String(decoding: try JSONSerialization.data(withJSONObject: request), as: UTF8.self)
    }
}

extension BadgeDevice {
    /// The id of what it has sent.
    func send(_ content: String = "打不开", images: [[UInt8]] = [], _ more: [String: String] = [:]) async throws -> String {
        let answer = try await call("alipay.client.saveUserProposalInfo", try FeedbackParts.request(content, images: images, more))
        guard let id = answer["id"] as? String else { throw TestFailure("no id: \(answer)") }
        return id
    }

    /// What it has sent so far, as it sees it.
    func sent(_ json: String = "{}") async throws -> [[String: Any]] {
        try await call("mpaas.feedback.list", json)["items"] as? [[String: Any]] ?? []
    }
}
