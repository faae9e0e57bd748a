import Foundation
import Storage

extension Connection {
    /// Small pieces are joined with the one before: a log has no more rows than it has pages.
    /// - Parameter start: the end of what is there.
    func appendBuildRequestLog(_ request: String, _ bytes: [UInt8], at start: Int) throws {
        let small = try first(
            """
            SELECT start, bytes FROM build_request_log
            WHERE request = \(request) AND start + size = \(start) AND size < \(BuildRequestLogPiece.small) ORDER BY start DESC LIMIT 1
            """
        ) { BuildRequestLogPiece(start: try $0[0], bytes: try $0[1]) }
        if let small {
            let joined = small.bytes + bytes
            try run("UPDATE build_request_log SET bytes = \(joined), size = \(joined.count) WHERE request = \(request) AND start = \(small.start)")
        } else {
            try run("INSERT INTO build_request_log (request, start, size, bytes) VALUES (\(request), \(start), \(bytes.count), \(bytes))")
        }
    }

    /// - Parameters:
    ///   - kept: of the bytes that came.
    ///   - count: of these.
    func countBuildRequestLog(_ request: String, kept: Int, of count: Int) throws {
        try run("UPDATE build_request SET log_size = log_size + \(count), log_kept = log_kept + \(kept) WHERE id = \(request)")
    }

    /// The pieces that have bytes of a range, in order.
    func buildRequestLog(_ request: String, from start: Int, to end: Int) throws -> [BuildRequestLogPiece] {
        try all(
            """
            SELECT start, bytes FROM build_request_log WHERE request = \(request) AND start < \(end) AND start + size > \(start) ORDER BY start
            """
        ) { BuildRequestLogPiece(start: try $0[0], bytes: try $0[1]) }
    }

    /// Logs of some requests that ended before a time. The requests stay.
    func deleteBuildRequestLogs(finishedBefore time: Date, limit: Int) throws {
        let old: SQL = "SELECT id FROM build_request WHERE finished_at < \(time) AND log_kept > 0 ORDER BY finished_at LIMIT \(limit)"
        let requests = try all(old) { try $0[0] as String }
        guard !requests.isEmpty else { return }
        try run("DELETE FROM build_request_log WHERE request IN (\(SQL.list(requests)))")
        try run("UPDATE build_request SET log_kept = 0 WHERE id IN (\(SQL.list(requests)))")
    }
}
