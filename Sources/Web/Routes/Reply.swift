import Foundation
import Hummingbird

/// What a handler gives back, for both faces at once.
///
/// Under `/api/v1` the body goes out as JSON; on a page the same body, joined by what only the page shows, fills the route's view.
public struct Reply<Body: Codable & Sendable, Extras: Codable & Sendable>: Sendable {
    let outcome: Outcome
    /// Computed only when a page is asked for.
    let extras: @Sendable () async throws -> Extras
    /// Times are written in this zone; nil takes the reader's.
    private(set) var zone: TimeZone?

    enum Outcome: Sendable {
        case shown(Body)
        case created(Body, at: String, flash: Message?)
        case done(at: String, flash: Message?)
        case response(Response)
    }

    /// 200 with the body, or the route's view.
    public static func show(_ body: Body, page extras: @escaping @Sendable () async throws -> Extras) -> Self {
        Self(outcome: .shown(body), extras: extras)
    }

    /// The same reply with its times in another zone than the reader's, as a request with `zone=` asks for it.
    public func inZone(_ zone: TimeZone) -> Self {
        var reply = self
        reply.zone = zone
        return reply
    }
}

/// A reply whose page shows no more than its JSON.
public typealias Answer<Body: Codable & Sendable> = Reply<Body, Nothing>

/// No body, no extras, or no input.
public struct Nothing: Codable, Sendable {
    public init() {}
}

extension Reply where Extras == Nothing {
    /// 200 with the body, or the route's view.
    public static func show(_ body: Body) -> Self {
        Self(outcome: .shown(body)) { Nothing() }
    }

    /// 201 with `Location` and the body; on a page a redirect to `path` with a sentence on top.
    /// - Parameter path: of the page; the resource is at the same path under `/api/v1`.
    public static func created(_ body: Body, at path: String, flash key: String? = nil, _ arguments: [String: String] = [:]) -> Self {
        Self(outcome: .created(body, at: path, flash: key.map { Message($0, arguments) })) { Nothing() }
    }

    /// 204; on a page a redirect to `path` with a sentence on top.
    public static func done(at path: String, flash key: String? = nil, _ arguments: [String: String] = [:]) -> Self {
        Self(outcome: .done(at: path, flash: key.map { Message($0, arguments) })) { Nothing() }
    }
}

extension Reply where Body == Nothing, Extras == Nothing {
    /// A response made by the handler itself, such as one that sets cookies.
    public static func response(_ response: Response) -> Self {
        Self(outcome: .response(response)) { Nothing() }
    }
}
