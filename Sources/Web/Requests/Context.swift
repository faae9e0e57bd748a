import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore

/// What one request carries through the console beside itself.
public struct Context: RequestContext {
    public var coreContext: CoreRequestContextStorage
    /// What the request came by.
    let channel: any Channel
    /// Which of a route's two faces was asked.
    public var face: Face = .api
    /// Sent back as `X-Request-Id`, written in the log and shown on error pages.
    public var requestID: String
    /// Who is asking; nil for nobody known.
    public var viewer: Viewer?
    /// The id of the session that the viewer's cookie names; nil for tokens.
    public var session: String?
    /// Of the request, for handlers that need more than their input.
    public var headers: HTTPFields = [:]
    /// Language and zone for what a person reads.
    public var reader: Reader
    /// The peer's address without its port, behind trusted proxies the one they saw; empty on a Unix socket.
    public var address: String
    /// What devices and people call the console, e.g. `http://192.0.2.7:8080`.
    public var publicURL: String
    /// The request's path and query, for links that change one thing about this page.
    public var path: String = "/"
    /// Empty when the query cannot be read.
    public var query = Form()
    /// A sentence that the request before this one left to be shown.
    public var flash: Message?
    /// Where the list on this page can be had as files; nil on pages without one.
    var exports: Frame.Exports?
    /// Whether the page is a form without a resource of its own: its query fills it in and is no filter.
    public internal(set) var isForm = false
    /// What a form brought that was not accepted, while its page is made again.
    public var submitted: Form?
    /// Why not, field by field.
    public var rejections: [Rejection] = []

    /// Whether the console is reached by https, so that cookies may be `Secure`.
    public var secure: Bool { publicURL.hasPrefix("https:") }

    public init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
        requestID = ""
        reader = Reader()
        address = source.channel.remoteAddress?.ipAddress ?? ""
        publicURL = ""
    }

    /// The app that the path names, percent-decoded as in `parameter(_:)`: the policy and the handler have to mean the same one.
    var app: String? { parameters.get("app")?.removingPercentEncoding }

    /// The value of `{name}` in the route's path, percent-decoded.
    /// - Throws: `notFound` for what nothing can be named: broken escapes and U+0000.
    public func parameter(_ name: String) throws -> String {
        guard let value = parameters.get(name)?.removingPercentEncoding, !value.utf8.contains(0) else { throw Problem.notFound }
        return value
    }

    /// The value of a cookie.
    public func cookie(_ name: String) -> String? {
        Cookies(from: headers[values: .cookie])[name]?.value
    }

    /// This page with another query.
    public func link(_ query: Form) -> String {
        query.fields.isEmpty ? path : "\(path)?\(query.encoded)"
    }

    /// What a form field shows: what was typed just now, otherwise what is stored.
    public func filled(_ field: String, _ stored: String = "") -> String {
        submitted?[field] ?? stored
    }

    /// What a form says beside a field whose name is put together; the others are in the view's `errors`.
    public func rejection(_ field: String) -> Message? {
        rejections.first { $0.field == field }?.message
    }
}

/// Which side of a route was asked: a page for a person, JSON for a script, or what machines ask without saying who they are.
public enum Face: String, Sendable {
    case page, api, machine
}

/// For whom an answer is put into words.
public struct Reader: Sendable {
    /// Of pages; the API's is English, see `Faces`.
    public var language: Language = .chinese
    /// The colours.
    public var theme: Theme = .auto
    /// In which times are shown.
    public var zone: TimeZone = TimeZone(identifier: "Asia/Shanghai") ?? .gmt
    /// When the request came.
    public var now: Date = Date(timeIntervalSince1970: 0)

    public init() {}

    /// - Parameter words: of `language`.
    public func formatter(_ words: Catalogue.Words) -> ReaderFormatter {
        ReaderFormatter(words: words, zone: zone, now: now)
    }
}
