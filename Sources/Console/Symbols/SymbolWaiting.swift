/// Has the reports read again that waited for symbols which came.
struct SymbolWaiting: Sendable {
    /// The verb of the room that keeps reports: reads those that wait for one of these ids again, and where a version is given those of that version
    /// that have no mapping. It may be called again for the same.
    let read: @Sendable (_ app: String, _ ids: [String], _ version: String) async throws -> Void

    @Sendable func apply(_ work: SymbolApply, _ run: JobRun) async throws {
        run.report(0, "symbolApplying")
        try await read(work.app, work.ids, work.version)
    }
}
