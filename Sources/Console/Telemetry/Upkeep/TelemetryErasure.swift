import Storage

extension Telemetry {
    /// Removes everything an app ever sent, because the app is deleted. Objects go with the next upkeep.
    public func erase(_ app: String) async throws {
        let segments = try await database.write(.readCommitted) { connection in
            try connection.beginEpoch(app)
            let segments = try connection.segments(app, before: Connection.never)
            try connection.deleteTelemetry(app)
            return segments
        }
        try raw.remove(segments)
    }
}
