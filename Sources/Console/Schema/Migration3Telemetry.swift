import Storage

extension Schema {
    /// Every table leads with `app_id`, so that it can be distributed by it. Days count from 1970-01-01 in the app's zone;
    /// minutes and quarters (15 minutes) count from 1970-01-01 00:00 UTC. An unknown version, user or device is ''.
    static let telemetry = Migration(
        3,
        "telemetry",
        """
        -- The ledger: one row per upload that was acknowledged, and where its raw lines are. What reading it again needs is
        -- kept as it came: headers ('' when absent) and the uploader's zone in seconds (NULL for the app's).
        -- Ordered by receipt, so that rows of one commit lie on one page.
        CREATE TABLE log_batch (
            app_id TEXT NOT NULL,
            received_at BIGINT NOT NULL,
            batch_id TEXT NOT NULL,
            platform TEXT NOT NULL,
            product_id TEXT NOT NULL,
            kind TEXT NOT NULL CHECK (kind IN ('lines', 'crash')),
            sha256 {blob} NOT NULL,
            accepted INTEGER NOT NULL,
            rejected INTEGER NOT NULL,
            first_time BIGINT NOT NULL,
            last_time BIGINT NOT NULL,
            product_version TEXT NOT NULL,
            device TEXT NOT NULL,
            user_id TEXT NOT NULL,
            zone_offset INTEGER,
            segment INTEGER NOT NULL,
            position BIGINT NOT NULL,
            length INTEGER NOT NULL,
            PRIMARY KEY (app_id, received_at, batch_id)
        ) {clustered};

        -- Which batch ids count as known: those of the last 24 hours.
        CREATE TABLE log_batch_key (
            app_id TEXT NOT NULL,
            batch_id TEXT NOT NULL,
            received_at BIGINT NOT NULL,
            PRIMARY KEY (app_id, batch_id)
        ) {clustered};

        -- Files of raw lines, one per app and UTC day of receipt. Bytes behind `bytes` were never acknowledged.
        CREATE TABLE log_segment (
            app_id TEXT NOT NULL,
            day INTEGER NOT NULL,
            bytes BIGINT NOT NULL,
            batches BIGINT NOT NULL,
            accepted BIGINT NOT NULL,
            rejected BIGINT NOT NULL,
            PRIMARY KEY (app_id, day)
        ) {clustered};

        -- How far retention has come: receipt times (ms) before which raw lines and batch ids are gone.
        CREATE TABLE log_horizon (
            app_id TEXT PRIMARY KEY,
            raw_since BIGINT NOT NULL,
            keys_since BIGINT NOT NULL
        ) {clustered};

        -- Roll-ups that pages read.
        CREATE TABLE activity_minute (
            app_id TEXT NOT NULL,
            minute INTEGER NOT NULL,
            platform TEXT NOT NULL,
            version TEXT NOT NULL,
            actives INTEGER NOT NULL,
            crashes INTEGER NOT NULL,
            PRIMARY KEY (app_id, minute, platform, version)
        ) {clustered};

        CREATE TABLE activity_quarter (
            app_id TEXT NOT NULL,
            quarter INTEGER NOT NULL,
            platform TEXT NOT NULL,
            version TEXT NOT NULL,
            actives INTEGER NOT NULL,
            crashes INTEGER NOT NULL,
            PRIMARY KEY (app_id, quarter, platform, version)
        ) {clustered};

        -- Distinct devices and users a day. Here and in device_day and user_day, version '' stands for whatever versions it ran:
        -- every device has that row, and one more for each version it named. New devices are counted in that row only.
        CREATE TABLE audience_day (
            app_id TEXT NOT NULL,
            day INTEGER NOT NULL,
            platform TEXT NOT NULL,
            version TEXT NOT NULL,
            devices INTEGER NOT NULL,
            new_devices INTEGER NOT NULL,
            users INTEGER NOT NULL,
            PRIMARY KEY (app_id, day, platform, version)
        ) {clustered};

        CREATE TABLE device (
            app_id TEXT NOT NULL,
            platform TEXT NOT NULL,
            device TEXT NOT NULL,
            first_day INTEGER NOT NULL,
            last_day INTEGER NOT NULL,
            last_time BIGINT NOT NULL,
            version TEXT NOT NULL,
            user_id TEXT NOT NULL,
            model TEXT NOT NULL,
            os_version TEXT NOT NULL,
            channel TEXT NOT NULL,
            PRIMARY KEY (app_id, platform, device)
        ) {clustered};
        CREATE INDEX device_seen ON device (app_id, last_day);

        CREATE TABLE device_day (
            app_id TEXT NOT NULL,
            day INTEGER NOT NULL,
            platform TEXT NOT NULL,
            device TEXT NOT NULL,
            version TEXT NOT NULL,
            PRIMARY KEY (app_id, day, platform, device, version)
        ) {clustered};

        CREATE TABLE user_day (
            app_id TEXT NOT NULL,
            day INTEGER NOT NULL,
            platform TEXT NOT NULL,
            user_id TEXT NOT NULL,
            version TEXT NOT NULL,
            PRIMARY KEY (app_id, day, platform, user_id, version)
        ) {clustered};

        CREATE TABLE crash (
            app_id TEXT NOT NULL,
            id TEXT NOT NULL,
            time BIGINT NOT NULL,
            platform TEXT NOT NULL,
            version TEXT NOT NULL,
            device TEXT NOT NULL,
            user_id TEXT NOT NULL,
            foreground INTEGER CHECK (foreground IN (0, 1)),
            model TEXT NOT NULL,
            os_version TEXT NOT NULL,
            network TEXT NOT NULL,
            channel TEXT NOT NULL,
            hotpatch TEXT NOT NULL,
            page TEXT NOT NULL,
            process TEXT NOT NULL,
            thread TEXT NOT NULL,
            kind TEXT NOT NULL,
            title TEXT NOT NULL,
            culprit TEXT NOT NULL,
            fingerprint TEXT NOT NULL,
            report {blob} NOT NULL,
            PRIMARY KEY (app_id, id)
        ) {clustered};
        CREATE INDEX crash_time ON crash (app_id, time, platform, version, device, user_id);

        -- Durations as counts per bucket of a fixed logarithmic scale; totals beside them.
        CREATE TABLE startup_quarter (
            app_id TEXT NOT NULL,
            quarter INTEGER NOT NULL,
            platform TEXT NOT NULL,
            version TEXT NOT NULL,
            first_start INTEGER NOT NULL CHECK (first_start IN (0, 1)),
            bucket INTEGER NOT NULL,
            starts INTEGER NOT NULL,
            PRIMARY KEY (app_id, quarter, platform, version, first_start, bucket)
        ) {clustered};

        CREATE TABLE rpc_quarter (
            app_id TEXT NOT NULL,
            quarter INTEGER NOT NULL,
            platform TEXT NOT NULL,
            version TEXT NOT NULL,
            operation TEXT NOT NULL,
            calls INTEGER NOT NULL,
            errors INTEGER NOT NULL,
            milliseconds BIGINT NOT NULL,
            request_bytes BIGINT NOT NULL,
            response_bytes BIGINT NOT NULL,
            PRIMARY KEY (app_id, quarter, platform, version, operation)
        ) {clustered};

        CREATE TABLE rpc_duration (
            app_id TEXT NOT NULL,
            quarter INTEGER NOT NULL,
            platform TEXT NOT NULL,
            version TEXT NOT NULL,
            operation TEXT NOT NULL,
            bucket INTEGER NOT NULL,
            calls INTEGER NOT NULL,
            PRIMARY KEY (app_id, quarter, platform, version, operation, bucket)
        ) {clustered};

        -- Lines that could not be read: kept (bounded), counted always.
        CREATE TABLE quarantine (
            app_id TEXT NOT NULL,
            id TEXT NOT NULL,
            received_at BIGINT NOT NULL,
            platform TEXT NOT NULL,
            batch_id TEXT NOT NULL,
            device TEXT NOT NULL,
            reason TEXT NOT NULL,
            line {blob} NOT NULL,
            PRIMARY KEY (app_id, id)
        ) {clustered};
        CREATE INDEX quarantine_received ON quarantine (app_id, received_at);

        CREATE TABLE quarantine_day (
            app_id TEXT NOT NULL,
            day INTEGER NOT NULL,
            platform TEXT NOT NULL,
            reason TEXT NOT NULL,
            lines INTEGER NOT NULL,
            PRIMARY KEY (app_id, day, platform, reason)
        ) {clustered};

        -- What devices are told to log; a kind without a row has the defaults.
        CREATE TABLE log_setting (
            app_id TEXT NOT NULL,
            platform TEXT NOT NULL,
            kind TEXT NOT NULL CHECK (kind IN ('behaviour', 'performance', 'crash')),
            enabled INTEGER NOT NULL CHECK (enabled IN (0, 1)),
            network TEXT NOT NULL CHECK (network IN ('all', 'wifi')),
            level INTEGER NOT NULL CHECK (level BETWEEN 1 AND 3),
            threshold INTEGER NOT NULL CHECK (threshold BETWEEN 1 AND 1000),
            sample_rate INTEGER NOT NULL CHECK (sample_rate BETWEEN 0 AND 1000),
            PRIMARY KEY (app_id, platform, kind)
        ) {clustered};
        """
    )
}
