import CPostgres
import Foundation

/// One connection to the server with its prepared statements. Used by one thread at a time, its own ``queue``.
final class PostgresConnection: @unchecked Sendable {
    let queue = DispatchQueue(label: "postgres")
    private let handle: OpaquePointer
    private var statements: [StatementKey: String] = [:]
    /// Staging tables that were made and committed.
    var staged: Set<String> = []

    private struct StatementKey: Hashable {
        let text: String
        let types: [Oid]
    }

    /// Texts with filters vary; beyond this many all are forgotten, here and on the server.
    private static let mostStatements = 400

    /// Connects and waits for it; blocks.
    /// - Throws: `PostgresFailure`.
    init(_ settings: PostgresSettings) throws {
        let parameters = settings.parameters
        let names = parameters.map { strdup($0.0) } + [nil]
        let values = parameters.map { strdup($0.1) } + [nil]
        defer { for text in names + values { free(text) } }
        let handle = PQconnectdbParams(names.map { UnsafePointer($0) }, values.map { UnsafePointer($0) }, 1)
        guard let handle else { throw PostgresFailure(state: "", message: "out of memory") }
        self.handle = handle
        guard PQstatus(handle) == CONNECTION_OK else { throw PostgresFailure(handle) }
        // What the server has to say beside its answers is not worth a line on standard error.
        PQsetNoticeProcessor(handle, { _, _ in }, nil)
        try script(PostgresSettings.session)
    }

    deinit {
        PQfinish(handle)
    }

    var isBroken: Bool { PQstatus(handle) == CONNECTION_BAD }
    var isInTransaction: Bool { PQtransactionStatus(handle) != PQTRANS_IDLE }
    var serverVersion: Int { Int(PQserverVersion(handle)) }
    var socket: Int32 { PQsocket(handle) }

    /// Runs work on the connection's thread.
    func perform<Value: Sendable>(_ work: @escaping @Sendable (PostgresConnection) throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { try work(self) }) }
        }
    }

    /// Statements without values, several of them, as one message.
    @discardableResult
    func script(_ text: String) throws -> PostgresResult {
        try PostgresResult(PQexec(handle, text), of: handle)
    }

    /// One statement of the shared dialect, prepared at its first run.
    func run(_ text: String, _ values: [SQLValue]) throws -> PostgresResult {
        let name = try prepare(text, types: values.map(PostgresValue.type))
        let encoded = values.map(PostgresValue.encoded)
        let result = Self.withPointers(encoded) { pointers in
            PQexecPrepared(
                handle,
                name,
                Int32(values.count),
                pointers,
                encoded.map { Int32($0?.count ?? 0) },
                Array(repeating: 1, count: values.count),
                1
            )
        }
        return try PostgresResult(result, of: handle)
    }

    private func prepare(_ text: String, types: [Oid]) throws -> String {
        let key = StatementKey(text: text, types: types)
        if let name = statements[key] { return name }
        if statements.count >= Self.mostStatements {
            try script("DEALLOCATE ALL")
            statements = [:]
        }
        let name = "s\(statements.count)"
        _ = try PostgresResult(PQprepare(handle, name, PostgresWords.translated(text), Int32(types.count), types), of: handle)
        statements[key] = name
        return name
    }

    /// Pointers to the bytes of each value, one block of memory for all.
    private static func withPointers<Result>(_ values: [[UInt8]?], _ body: ([UnsafePointer<CChar>?]) -> Result) -> Result {
        let block = values.reduce(into: [UInt8]()) { $0 += $1 ?? [] } + [0]
        return block.withUnsafeBufferPointer { buffer in
            var place = 0
            let pointers = values.map { value -> UnsafePointer<CChar>? in
                guard let value, let base = buffer.baseAddress else { return nil }
                defer { place += value.count }
                return UnsafeRawPointer(base + place).assumingMemoryBound(to: CChar.self)
            }
            return body(pointers)
        }
    }

    /// Sends rows of COPY's binary format after `COPY … FROM STDIN`.
    func copy(_ statement: String, _ data: [UInt8]) throws {
        try script(statement)
        var sent = 0
        while sent < data.count {
            let count = min(Self.copyChunk, data.count - sent)
            let code = data[sent..<sent + count].withUnsafeBytes { bytes in
                PQputCopyData(handle, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(count))
            }
            guard code == 1 else { throw PostgresFailure(handle) }
            sent += count
        }
        guard PQputCopyEnd(handle, nil) == 1 else { throw PostgresFailure(handle) }
        _ = try PostgresResult(PQgetResult(handle), of: handle)
        // libpq ends every command with a null result.
        while let rest = PQgetResult(handle) { PQclear(rest) }
    }

    private static let copyChunk = 1 << 20

    /// Announcements that have come; waits for the first up to `limit`.
    /// - Throws: `PostgresFailure` when the connection is lost.
    func notifications(waiting limit: Duration) throws -> [String] {
        var poll = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        _ = Foundation.poll(&poll, 1, Int32(limit.milliseconds))
        guard PQconsumeInput(handle) == 1 else { throw PostgresFailure(handle) }
        var payloads: [String] = []
        while let notification = PQnotifies(handle) {
            payloads.append(String(cString: notification.pointee.extra))
            PQfreemem(notification)
        }
        return payloads
    }
}
