import Foundation
import HTTPTypes
import HummingbirdTesting
import TestSupport
import Web

@testable import Console

/// A console with one app, as its people and one of its devices use it.
struct DiagnosisDevice: Sendable {
    let console: TestConsole
    let caller: GatewayCaller

    static let device = "device-1"
    static let path = "/apps/demo/diagnostics"
    /// What the device keeps: two lines of one hour, one of them with a stack.
    static let log = Array(
        """
        2026-11-21 11:15:30.123 [I] [net] request to 13812345678 begins
        2026-11-21 11:15:31.000 [E] [pay] boom
        \tat a.b(c)
        2026-11-21 11:15:32.000 [W] [net] slow 你好

        """.utf8
    )

    /// A gzip that ends in its middle.
    static let broken: [UInt8] = [0x1F, 0x8B, 0x08, 0, 0, 0, 0, 0, 0, 3, 0xFF]

    static func run(_ test: @escaping @Sendable (DiagnosisDevice) async throws -> Void) async throws {
        try await TestConsole.run { console in try await test(DiagnosisDevice(console: console, caller: try await GatewayCaller(console))) }
    }

    struct Polled: Decodable, Sendable {
        let tasks: [Task]

        struct Task: Decodable, Sendable {
            let id: String
            let from: String
            let to: String
            let network: String
            let uploadURL: String
        }
    }

    // MARK: people

    /// For this device, unless a user is named.
    func make(user: String? = nil, channel: String = "poll", more: String = "") async throws -> TestResponse {
        let who = user.map { #""userId":"\#($0)""# } ?? #""deviceId":"\#(Self.device)""#
        return try await console.api(
            .post,
            Self.path,
            #"{\#(who),"platform":"ios","from":"-3h","to":"now","network":"any","channel":"\#(channel)"\#(more)}"#
        )
    }

    func task(_ id: String) async throws -> Task {
        try await console.api(.get, "\(Self.path)/\(id)").json(Task.self)
    }

    struct Task: Decodable, Sendable {
        let id: String
        let state: String
        let parts: [Part]

        struct Part: Decodable, Sendable {
            let id: String
            let device: String
            let state: String
            let reason: String
            let wake: String
            let received: Int
            let sha256: String
            let log: Log?
        }

        struct Log: Decodable, Sendable {
            let lines: Int
        }
    }

    struct Found: Decodable, Sendable {
        let items: [Item]
        let next: Int?
        let matches: Int?
        let lines: Int

        struct Item: Decodable, Sendable {
            let number: Int
            let level: String
            let tag: String
            let text: String
            let file: String
        }
    }

    // MARK: the device

    func poll(device: String = device, user: String? = nil) async throws -> [Polled.Task] {
        let user = user.map { #","userId":"\#($0)""# } ?? ""
        let answer = try await caller.call("mpaas.diagnosis.poll", #"[{"did":"\#(device)"\#(user)}]"#)
        guard answer.result == .ok else { throw TestFailure("poll: \(answer.headers)") }
        return try answer.json(Polled.self).tasks
    }

    /// - Parameter range: nil for the whole.
    func send(_ bytes: [UInt8], to url: String, range: String? = nil, headers extra: HTTPFields = [:]) async throws -> TestResponse {
        var headers = extra
        if let range { headers[.contentRange] = "bytes \(range)" }
        if range?.hasPrefix("*") != true { headers[.contentLength] = "\(bytes.count)" }
        guard let path = URLComponents(string: url)?.percentEncodedPath else { throw TestFailure("no address: \(url)") }
        return try await console.ask(.put, path, headers: headers, body: bytes)
    }

    /// Does the jobs that are due.
    func work() async throws {
        let server = console.server
        try await JobWorker(database: server.database, holder: server.nodes.id, handlers: server.jobHandlers).run()
    }

    /// A task whose file came and was read.
    func finished(_ file: [UInt8] = log) async throws -> Task {
        let id = try await make().json(Task.self).id
        guard let told = try await poll().first else { throw TestFailure("the device is told nothing") }
        guard try await send(file, to: told.uploadURL).status == .created else { throw TestFailure("the file was not taken") }
        try await work()
        return try await task(id)
    }

    func find(_ task: Task, _ query: String = "") async throws -> Found {
        try await console.api(.get, "\(Self.path)/\(task.id)/logs/\(task.parts[0].id)\(query)").json(Found.self)
    }
}
