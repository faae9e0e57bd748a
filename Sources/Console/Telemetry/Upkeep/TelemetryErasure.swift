import Storage

extension Telemetry {
    /// Removes everything an app ever sent, because the app is deleted.
    public func erase(_ app: String) async throws {
        let files = try await database.write { [writer] connection in
            let files = try connection.segments(app, before: .max)
            try connection.deleteTelemetry(app)
            writer.forget()
            return files
        }
        for file in files { try segments.remove(file) }
    }
}
