import Foundation

/// A piece of the device's log that the console asks for (`mpaas.diagnosis.poll`).
struct DiagnosisTask: Codable, Sendable, Hashable {
    /// On which networks it may be sent.
    enum Network: String, Codable, Sendable {
        case wifi
        case any
    }

    let id: String
    /// RFC 3339.
    let from: String
    let to: String
    let network: Network
    /// Absolute, or below the gateway's address. Whoever has it may send.
    let uploadURL: String

    /// `nil` when the times are none.
    var range: (from: Date, to: Date)? {
        guard let from = Self.time(from), let to = Self.time(to) else { return nil }
        return (from, to)
    }

    private static func time(_ text: String) -> Date? {
        let style = Date.ISO8601FormatStyle()
        return (try? style.parse(text)) ?? (try? style.time(includingFractionalSeconds: true).parse(text))
    }
}

/// What a device asks.
struct DiagnosisQuestion: Encodable, Sendable {
    static let operation = "mpaas.diagnosis.poll"

    let did: String
    let userId: String?
}

/// The console's answer.
struct DiagnosisAnswer: Decodable, Sendable {
    let tasks: [DiagnosisTask]
}
