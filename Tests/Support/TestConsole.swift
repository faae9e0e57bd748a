import Console
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Storage
import Web

/// A whole console on a new data directory, with a clock that tests turn, asked as a browser or a script asks it.
public struct TestConsole: Sendable {
    public let server: Server
    public let clock: TestClock
    /// A token with every scope.
    public let token: String
    private let client: any TestClientProtocol
    private let session: Session

    public static let email = "admin@example.com"
    public static let password = "correct horse battery"

    private struct Session: Sendable {
        let cookie: String
        let csrf: String
    }

    /// Starts one, runs the test and removes its directory.
    public static func run(_ test: @Sendable (TestConsole) async throws -> Void) async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "console-\(UUID().uuidString)").path
        defer { TestDatabase.remove(directory) }
        let clock = TestClock(Date(timeIntervalSince1970: 1_795_228_800))
        let flags = ["data": directory, "home": home, "database": try await TestDatabase.url(of: directory)]
        let settings = try Settings(flags: flags.compactMapValues { $0 }, environment: [:])
        let server = try await Server(settings: settings, clock: clock.clock, hasher: .cheap, catalogue: try views.get().catalogue)
        guard case .done = await server.outcome(of: .createAdmin(email: email, password: password)) else { throw TestFailure("no administrator") }
        guard case .done(let json) = await server.outcome(of: .createToken(name: "test", scopes: [.all], app: nil, expiresInDays: nil)) else {
            throw TestFailure("no token")
        }
        let token = try JSONDecoder().decode(MadeToken.self, from: Data(json.utf8)).token
        try await Application(router: try server.router(views: try views.get())).test(.router) { client in
            let session = try await logIn(client, email: email, password: password)
            try await test(TestConsole(server: server, clock: clock, token: token, client: client, session: session))
        }
    }

    /// The repository, which holds Views, Public and Seeds.
    public static let home = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

    /// Compiled once for all consoles of a test run.
    public static let views = Result { try Server.views(home: home) }

    private struct MadeToken: Decodable {
        let token: String
    }

    private static func logIn(_ client: any TestClientProtocol, email: String, password: String) async throws -> Session {
        let form = Form([("email", email), ("password", password)]).encoded
        let answer = try await client.execute(uri: "/login", method: .post, headers: [.contentType: Self.formType], body: ByteBuffer(string: form))
        guard let cookie = answer.headers[values: .setCookie].first(where: { $0.hasPrefix("session=") })?.split(separator: ";").first else {
            throw TestFailure("log-in failed: \(answer.status) \(String(buffer: answer.body).prefix(400))")
        }
        let page = try await client.execute(uri: "/account", method: .get, headers: [.cookie: String(cookie)])
        guard let csrf = String(buffer: page.body).firstMatch(of: #/name="csrf" value="([^"]+)"/#)?.output.1 else {
            throw TestFailure("no form token")
        }
        return Session(cookie: String(cookie), csrf: String(csrf))
    }

    private static let formType = "application/x-www-form-urlencoded"

    // MARK: asking

    /// As a script: JSON in and out.
    /// - Parameter token: nil for the one with every scope; empty for none.
    public func api(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ json: String? = nil,
        token: String? = nil,
        headers extra: HTTPFields = [:]
    ) async throws -> TestResponse {
        var headers: HTTPFields = [.contentType: "application/json"]
        if token != "" { headers[.authorization] = "Bearer \(token ?? self.token)" }
        for field in extra { headers[field.name] = field.value }
        let answer = try await client.execute(uri: "/api/v1\(path)", method: method, headers: headers, body: json.map { ByteBuffer(string: $0) })
        try await watch(method, .api, path, answer)
        return answer
    }

    /// As the administrator's browser; `language` as it would say by `Accept-Language`.
    public func page(_ path: String, language: String = "zh-CN") async throws -> TestResponse {
        try await client.execute(uri: path, method: .get, headers: [.cookie: session.cookie, .acceptLanguage: language])
    }

    /// Sends a form of a page; the session's form token goes with it.
    public func submit(_ path: String, _ fields: [(String, String)]) async throws -> TestResponse {
        let form = Form(([("csrf", session.csrf)] + fields).map { (name: $0.0, value: $0.1) })
        let headers: HTTPFields = [.cookie: session.cookie, .contentType: Self.formType]
        let answer = try await client.execute(uri: path, method: .post, headers: headers, body: ByteBuffer(string: form.encoded))
        try await watch(.post, .page, path, answer)
        return answer
    }

    /// Sends a form with a file, as `multipart/form-data`.
    /// - Parameter field: of the form.
    public func submit(
        _ path: String,
        _ fields: [(String, String)] = [],
        field: String = "file",
        file name: String,
        _ bytes: [UInt8]
    ) async throws -> TestResponse {
        let parts = ([("csrf", session.csrf)] + fields).map { "--b\r\nContent-Disposition: form-data; name=\"\($0)\"\r\n\r\n\($1)\r\n" }
        let head = "--b\r\nContent-Disposition: form-data; name=\"\(field)\"; filename=\"\(name)\"\r\nContent-Type: application/octet-stream\r\n\r\n"
        let body = Array((parts.joined() + head).utf8) + bytes + Array("\r\n--b--\r\n".utf8)
        let headers: HTTPFields = [.cookie: session.cookie, .contentType: "multipart/form-data; boundary=b"]
        let answer = try await client.execute(uri: path, method: .post, headers: headers, body: ByteBuffer(bytes: body))
        try await watch(.post, .page, path, answer)
        return answer
    }

    /// As the script of a page of the administrator's: by the session's cookie, with its token in a header.
    public func script(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ body: [UInt8] = [],
        headers extra: HTTPFields = [:],
        isOurs: Bool = true
    ) async throws -> TestResponse {
        var headers: HTTPFields = [.cookie: session.cookie, .contentType: "application/json", .acceptLanguage: "zh-CN"]
        if isOurs { headers[HTTPField.Name("X-CSRF-Token")!] = session.csrf }
        for field in extra { headers[field.name] = field.value }
        return try await client.execute(uri: path, method: method, headers: headers, body: ByteBuffer(bytes: body))
    }

    /// As anybody else: a device, a browser without a session.
    public func ask(_ method: HTTPRequest.Method, _ path: String, headers: HTTPFields = [:], body: [UInt8]? = nil) async throws -> TestResponse {
        try await client.execute(uri: path, method: method, headers: headers, body: body.map { ByteBuffer(bytes: $0) })
    }

    /// Makes an app over the API, and gives its log product id on the first platform.
    @discardableResult
    public func makeApp(_ englishName: String = "Demo", platforms: [String] = ["ios"]) async throws -> String {
        let list = platforms.map { "\"\($0)\"" }.joined(separator: ",")
        let answer = try await api(.post, "/apps", #"{"name":"\#(englishName)","englishName":"\#(englishName)","platforms":[\#(list)]}"#)
        return try answer.json(Made.self).platforms[0].logProductId
    }

    private struct Made: Decodable {
        struct Platform: Decodable { let logProductId: String }
        let platforms: [Platform]
    }
}

extension TestResponse {
    public var text: String { String(buffer: body) }

    public func json<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        do {
            return try decoder.decode(type, from: Data(buffer: body))
        } catch {
            throw TestFailure("\(status) \(text.prefix(500)): \(error)")
        }
    }
}

/// Why a test could not go on.
public struct TestFailure: Error, CustomStringConvertible {
    public let description: String

    public init(_ description: String) {
        self.description = description
    }
}
