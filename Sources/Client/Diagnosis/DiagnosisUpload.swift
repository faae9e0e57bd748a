import Crypto
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Sends a file piece by piece (`PUT` with `Content-Range`), and goes on where it broke off, also after another start: the console is asked how far it is.
struct DiagnosisUpload: Sendable {
    /// Why a file is not there yet.
    enum Failure: Error, Equatable {
        /// The console will never take it: the task is over, or the file too large.
        case refused(Int)
        /// The network or the disk; another time it may go better.
        case passing(String)
    }

    /// Bytes that are sent at once.
    static let piece = 256 << 10
    /// How often the console may say another place than it said before, in one go.
    private static let turns = 5
    /// How often a console that is asked too much is waited for before one request, and for how many seconds at most.
    private static let waits = 3
    private static let longestWait = 30.0

    /// Whose address relative ones are below.
    let base: URL
    let send: Send
    /// Waits for some seconds; throws when the task is cancelled.
    let sleep: @Sendable (Double) async throws -> Void
    let now: @Sendable () -> Date
    /// Asked before each request: the network may be another one by now.
    var mayGoOn: @Sendable () -> Bool = { true }

    /// - Parameter zone: the distance from UTC of the lines' times, such as `+08:00`.
    func put(_ file: URL, zone: String, to address: String) async throws(Failure) {
        guard let url = URL(string: address, relativeTo: base)?.absoluteURL, ["http", "https"].contains(url.scheme) else { throw .refused(0) }
        let handle = try Self.attempt { try FileHandle(forReadingFrom: file) }
        let size = try Self.attempt { Int(try handle.seekToEnd()) }
        let digest = try Self.attempt { try Self.digest(handle) }
        var turns = 0
        var place = try await ask(url, size)
        while let offset = place {
            let bytes = try Self.attempt { try Self.read(handle, at: offset, count: min(Self.piece, size - offset)) }
            let next = try await put(bytes, at: offset, of: size, ["X-Content-SHA256": digest, "timeZone": zone], url)
            if next.map({ $0 <= offset }) == true { turns += 1 }
            guard turns <= Self.turns else { throw .passing("the console is not further than before") }
            place = next
        }
    }

    /// How far the console is; `nil` when it has all.
    private func ask(_ url: URL, _ size: Int) async throws(Failure) -> Int? {
        try await place(after: request(url, "bytes */\(size)", Data()), size)
    }

    private func put(_ bytes: Data, at offset: Int, of size: Int, _ facts: [String: String], _ url: URL) async throws(Failure) -> Int? {
        var request = request(url, "bytes \(offset)-\(offset + bytes.count - 1)/\(size)", bytes)
        for (name, value) in facts { request.setValue(value, forHTTPHeaderField: name) }
        return try await place(after: request, size)
    }

    private func request(_ url: URL, _ range: String, _ bytes: Data) -> URLRequest {
        var request = URLRequest(url, timeout: LogGateway.timeout)
        request.httpMethod = "PUT"
        request.httpBody = bytes
        request.setValue(range, forHTTPHeaderField: "Content-Range")
        request.setValue("application/zip", forHTTPHeaderField: "Content-Type")
        return request
    }

    /// Where to go on after the console's answer; `nil` when it has all.
    private func place(after request: URLRequest, _ size: Int) async throws(Failure) -> Int? {
        let response = try await patiently(request)
        switch response.statusCode {
        case 200, 201: return nil
        case 308:
            let next = Self.next(response)
            guard next < size else { throw .passing("the console has more than there is") }
            return next
        // It has another part than this request goes on from, and says which.
        case 409, 416: return Self.next(response)
        case 400, 403, 404, 410, 413: throw .refused(response.statusCode)
        default: throw .passing("HTTP \(response.statusCode)")
        }
    }

    /// The answer to a request, which is repeated when the console says that it has time for it soon.
    private func patiently(_ request: URLRequest) async throws(Failure) -> HTTPURLResponse {
        for _ in 0..<Self.waits {
            let response = try await answer(to: request)
            guard response.statusCode == 429, let seconds = wait(response) else { return response }
            do { try await sleep(seconds) } catch { throw .passing("cancelled") }
        }
        return try await answer(to: request)
    }

    private func answer(to request: URLRequest) async throws(Failure) -> HTTPURLResponse {
        guard mayGoOn() else { throw .passing("the network is not the one that is wanted any more") }
        do { return try await send(request).1 } catch { throw .passing((error as NSError).localizedDescription) }
    }

    /// Seconds; `nil` when the console names none, or more than this turn can wait.
    private func wait(_ response: HTTPURLResponse) -> Double? {
        let seconds = response.value(forHTTPHeaderField: "Retry-After").flatMap { RetryAfter.seconds($0, now: now()) }
        return seconds.flatMap { $0 <= Self.longestWait ? $0 : nil }
    }

    /// The byte behind those of `Range: bytes=0-<last>`; 0 when there is no such header.
    private static func next(_ response: HTTPURLResponse) -> Int {
        let range = response.value(forHTTPHeaderField: "Range") ?? ""
        return range.utf8.split(separator: UInt8(ascii: "-")).last.flatMap { Int(String(Substring($0))) }.map { $0 + 1 } ?? 0
    }

    // MARK: the file

    private static func read(_ handle: FileHandle, at offset: Int, count: Int) throws -> Data {
        try handle.seek(toOffset: UInt64(offset))
        let bytes = try handle.read(upToCount: count) ?? Data()
        guard bytes.count == count, count > 0 else { throw CocoaError(.fileReadCorruptFile) }
        return bytes
    }

    private static func digest(_ handle: FileHandle) throws -> String {
        var hash = SHA256()
        try handle.seek(toOffset: 0)
        while let bytes = try handle.read(upToCount: piece), !bytes.isEmpty { hash.update(data: bytes) }
        return HexText.digits(hash.finalize())
    }

    private static func attempt<Value>(_ work: () throws -> Value) throws(Failure) -> Value {
        do {
            return try work()
        } catch {
            throw .passing("\(error)")
        }
    }
}
