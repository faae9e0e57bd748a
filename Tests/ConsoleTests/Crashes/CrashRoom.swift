import Foundation
import HTTPTypes
import Storage
import TestSupport
import Web

@testable import Console

/// A console with an Android app that crashes.
struct CrashRoom: Sendable {
    let console: TestConsole
    let product: String

    static func run(_ test: @Sendable (CrashRoom) async throws -> Void) async throws {
        try await TestConsole.run { console in
            let product = try await console.makeApp("Demo", platforms: ["android"])
            try await test(CrashRoom(console: console, product: product))
        }
    }

    var server: Server { console.server }

    /// As the device sends one; nobody has read it yet.
    func send(
        _ report: String,
        version: String = "1.0",
        device: String = "device1",
        user: String = "-",
        batch: String = UUID().uuidString
    ) async throws {
        func name(_ text: String) -> HTTPField.Name { HTTPField.Name(text)! }
        let headers: HTTPFields = [
            name("productId"): product, name("productVersion"): version, name("utdId"): device, name("userId"): user, name("X-Batch-Id"): batch,
        ]
        let answer = try await console.ask(.post, "/loggw/crash.do", headers: headers, body: Array(report.utf8))
        guard answer.status == .ok else { throw TestFailure("crash.do: \(answer.text)") }
    }

    /// Reads all there is.
    func read() async throws {
        try await server.crashWorker.tick()
    }

    func groups(_ query: String = "") async throws -> [CrashGroup] {
        try await console.api(.get, "/apps/demo/crashes\(query)").json(List<CrashGroup>.self).items
    }

    func group(_ id: String) async throws -> CrashGroup {
        try await console.api(.get, "/apps/demo/crashes/\(id)").json(CrashGroup.self)
    }

    func reports(_ id: String) async throws -> [CrashReportItem] {
        try await console.api(.get, "/apps/demo/crashes/\(id)/reports").json(List<CrashReportItem>.self).items
    }

    func notes(_ id: String) async throws -> [CrashNote] {
        try await console.api(.get, "/apps/demo/crashes/\(id)/notes").json(CrashGroupRoutes.Notes.self).items
    }

    func keys(_ id: String) async throws -> [CrashKeyBody] {
        try await console.api(.get, "/apps/demo/crashes/\(id)/keys").json(CrashGroupRoutes.Keys.self).items
    }

    @discardableResult
    func change(_ path: String, _ json: String) async throws -> Int {
        try await console.api(.post, "/apps/demo/crashes/\(path)", json).status.code
    }

    func count(_ sql: SQL) async throws -> Int {
        try await server.database.read { try $0.value(sql) ?? 0 }
    }

    /// Does the jobs that wait.
    func work() async throws {
        let worker = JobWorker(database: server.database, holder: server.nodes.id, handlers: server.jobHandlers)
        while try await worker.tick() {}
    }

    // MARK: reports

    static func java(_ method: String, _ message: String = "closed", type: String = "java.lang.IllegalStateException") -> String {
        "\(type): \(message)\n\tat com.example.Shop.\(method)(Shop.java:12)\n\tat android.os.Handler.dispatchMessage(Handler.java:106)"
    }

    /// One frame in the library of `SymbolSamples`, which has 256 bytes of code a function from 0x1000 on.
    static func native(at address: Int) -> String {
        """
        *** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***
        Build fingerprint: 'google/bluejay/bluejay:16/BP3A.250905.014/13873947:user/release-keys'
        ABI: 'x86_64'
        pid: 4711, tid: 4712, name: worker  >>> com.example.demo <<<
        signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x0000000000000000
        backtrace:
              #00 pc \(String(address, radix: 16))  /data/app/com.example.demo/lib/x86_64/libdemo.so (BuildId: 0102030405060708090a0b0c0d0e0f1011121314)
              #01 pc 0000000000053ef8  /apex/com.android.runtime/lib64/bionic/libc.so (__start_thread+64) (BuildId: 29dc)
        """
    }
}
