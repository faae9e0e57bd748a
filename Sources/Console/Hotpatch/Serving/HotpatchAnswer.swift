import Foundation
import Storage

/// What a device is told (contract, section 6), written ahead.
enum HotpatchAnswer {
    /// Nothing is for it, or it has what is.
    static let none = Array(#"{"patch":null}"#.utf8)

    /// It holds a patch that was withdrawn.
    static func rollback(_ version: Int) -> [UInt8] { Array(#"{"rollback":["\#(version)"]}"#.utf8) }

    static func patch(_ hotpatch: Hotpatch, _ package: HotpatchPacked) -> [UInt8] {
        let patch = Patch(
            version: hotpatch.version,
            url: url(hotpatch, package),
            sha256: package.blob.text,
            size: package.size,
            format: hotpatch.plan.format,
            signature: package.signature,
            runAt: hotpatch.plan.runAt
        )
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Texts and numbers that are finite: it cannot fail.
        return (try? encoder.encode(["patch": patch])).map(Array.init) ?? none
    }

    static func url(_ hotpatch: Hotpatch, _ package: HotpatchPacked) -> String {
        "\(hotpatch.publicURL)/hotpatches/\(hotpatch.app)/\(package.blob.text)"
    }

    private struct Patch: Encodable {
        let version: String
        let url: String
        let sha256: String
        let size: Int
        let format: HotpatchFormat
        let signature: String
        let runAt: HotpatchRunAt
    }
}

/// What a device asks for beside what it says of itself.
struct HotpatchRequest: Sendable {
    let device: RolloutRequest
    /// The patch version that it holds; nil for none.
    let current: String?

    /// - Throws: `GatewayRefusal` 3002.
    init(_ call: GatewayCall) throws {
        device = try RolloutRequest(call)
        let asked: Current? = Self.mentions(call.request) ? try call.decode() : nil
        current = asked?.current?.orNil
    }

    private struct Current: Decodable {
        let current: String?
    }

    /// Most devices hold no patch: the bytes tell so in less time than a decoder takes. Escapes may spell the name otherwise.
    private static func mentions(_ request: [UInt8]) -> Bool {
        let name = Array(#""current""#.utf8)
        var place = request.startIndex
        while place < request.endIndex {
            if request[place] == UInt8(ascii: "\\") { return true }
            if request[place] == name[0], request[place...].starts(with: name) { return true }
            place += 1
        }
        return false
    }
}
