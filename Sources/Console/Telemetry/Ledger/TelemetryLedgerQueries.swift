import Storage

extension Connection {
    /// Notes a batch id.
    /// - Returns: whether it is new; one noted more than 24 hours ago is new again.
    func noteBatch(_ entry: TelemetryEntry, with statement: Statement) throws -> Bool {
        try statement.run(entry.app, entry.batchID, entry.upload.receivedAt) > 0
    }

    func noteBatchStatement() throws -> Statement {
        try prepare(
            """
            INSERT INTO log_batch_key (app_id, batch_id, received_at) VALUES (?, ?, ?)
            ON CONFLICT (app_id, batch_id) DO UPDATE SET received_at = excluded.received_at
            WHERE log_batch_key.received_at <= excluded.received_at - 86400000
            """
        )
    }

    func insertBatch(_ entry: TelemetryEntry, _ segment: TelemetrySegment, position: Int, with statement: Statement) throws {
        let upload = entry.upload
        try statement.run(
            entry.app,
            upload.receivedAt,
            entry.batchID,
            entry.platform,
            upload.productID,
            entry.kind,
            entry.sha256,
            entry.reduction.accepted,
            entry.reduction.rejected,
            entry.reduction.times?.lowerBound ?? upload.receivedAt,
            entry.reduction.times?.upperBound ?? upload.receivedAt,
            upload.version ?? "",
            upload.device ?? "",
            upload.user ?? "",
            entry.zoneOffset,
            segment.day,
            position,
            entry.packed.count
        )
    }

    func insertBatchStatement() throws -> Statement {
        try prepare(
            """
            INSERT INTO log_batch (
                app_id, received_at, batch_id, platform, product_id, kind, sha256, accepted, rejected, first_time, last_time,
                product_version, device, user_id, zone_offset, segment, position, length
            ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        )
    }

    /// What the ledger holds under a known batch id.
    func knownBatch(app: String, _ batchID: String) throws -> TelemetryKnownBatch? {
        try first(
            """
            SELECT log_batch.sha256, log_batch.accepted, log_batch.rejected FROM log_batch_key JOIN log_batch
            ON log_batch.app_id = log_batch_key.app_id AND log_batch.received_at = log_batch_key.received_at
            AND log_batch.batch_id = log_batch_key.batch_id
            WHERE log_batch_key.app_id = \(app) AND log_batch_key.batch_id = \(batchID)
            """
        ) {
            TelemetryKnownBatch(sha256: try $0[0], accepted: try $0[1], rejected: try $0[2])
        }
    }

    /// How long a segment is as far as it was acknowledged.
    func segmentLength(_ segment: TelemetrySegment) throws -> Int {
        try value("SELECT bytes FROM log_segment WHERE app_id = \(segment.app) AND day = \(segment.day)") ?? 0
    }

    func growSegment(_ segment: TelemetrySegment, to bytes: Int, batches: Int, accepted: Int, rejected: Int) throws {
        try run(
            """
            INSERT INTO log_segment (app_id, day, bytes, batches, accepted, rejected)
            VALUES (\(segment.app), \(segment.day), \(bytes), \(batches), \(accepted), \(rejected))
            ON CONFLICT (app_id, day) DO UPDATE SET bytes = excluded.bytes, batches = log_segment.batches + excluded.batches,
            accepted = log_segment.accepted + excluded.accepted, rejected = log_segment.rejected + excluded.rejected
            """
        )
    }
}

/// An acknowledged upload, as far as its repetition needs it.
struct TelemetryKnownBatch {
    let sha256: [UInt8]
    let accepted: Int
    let rejected: Int
}
