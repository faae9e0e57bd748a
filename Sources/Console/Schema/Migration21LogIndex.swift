import Storage

extension Schema {
    /// What finds raw lines, how long they are kept, and who is to be erased from them.
    static let logIndex = Migration(
        21,
        "log index",
        """
        -- Raw lines that no index covers yet: a run of bytes of a segment file (chunk '') or of a chunk, and of the uploads in it those from
        -- (since, since_batch) on, in the order of the ledger; how many those are, 0 when that is not known.
        CREATE TABLE log_unindexed (
            app_id TEXT NOT NULL,
            day INTEGER NOT NULL,
            chunk TEXT NOT NULL,
            position BIGINT NOT NULL,
            length BIGINT NOT NULL CHECK (length > 0),
            since BIGINT NOT NULL,
            since_batch TEXT NOT NULL DEFAULT '',
            uploads BIGINT NOT NULL CHECK (uploads >= 0),
            PRIMARY KEY (app_id, day, chunk, position)
        ) {clustered};

        -- All that was received before.
        INSERT INTO log_unindexed (app_id, day, chunk, position, length, since, uploads)
        SELECT app_id, day, id, 0, length, CAST(day AS BIGINT) * 86400000, 0 FROM log_chunk WHERE length > 0;
        INSERT INTO log_unindexed (app_id, day, chunk, position, length, since, uploads)
        SELECT app_id, day, '', 0, bytes, CAST(day AS BIGINT) * 86400000, batches FROM log_segment
        WHERE bytes > 0 AND NOT EXISTS (SELECT 1 FROM log_chunk WHERE log_chunk.app_id = log_segment.app_id AND log_chunk.day = log_segment.day);

        -- Indexes, each of some uploads of an app and UTC day of receipt. Noted before its blob is put, so that none is ever forgotten: one of
        -- no uploads is removed. front: bytes from its beginning that every question needs; times are those of receipt and of lines.
        CREATE TABLE log_index (
            app_id TEXT NOT NULL,
            day INTEGER NOT NULL,
            blob TEXT NOT NULL,
            size BIGINT NOT NULL,
            front BIGINT NOT NULL,
            uploads BIGINT NOT NULL CHECK (uploads >= 0),
            first_received BIGINT NOT NULL,
            last_received BIGINT NOT NULL,
            first_time BIGINT NOT NULL,
            last_time BIGINT NOT NULL,
            made_at BIGINT NOT NULL,
            PRIMARY KEY (app_id, day, blob)
        ) {clustered};

        -- How many days things are kept: raw lines, crash reports, and roll-ups (0: for ever). An app without a row has the standard of
        -- TelemetryKeeping.
        CREATE TABLE log_retention (
            app_id TEXT PRIMARY KEY,
            raw_days INTEGER NOT NULL CHECK (raw_days BETWEEN 1 AND 365),
            crash_days INTEGER NOT NULL CHECK (crash_days BETWEEN 1 AND 3650),
            rollup_days INTEGER NOT NULL CHECK (rollup_days = 0 OR rollup_days BETWEEN 31 AND 3650)
        ) {clustered};

        -- Crash reports of times (ms) before are gone: a rebuild must not bring them back, and nobody is to count them.
        ALTER TABLE log_horizon ADD COLUMN crashes_since BIGINT NOT NULL DEFAULT 0;

        -- Who reads telephone numbers and mail addresses in what devices sent, a role and those above it; others see them masked.
        ALTER TABLE app ADD COLUMN personal_from TEXT NOT NULL DEFAULT 'operator' CHECK (personal_from IN ('viewer', 'operator', 'releaser', 'admin'));

        -- How late lines arrive, by the hour (UTC, since 1970) of their arrival. bucket: of the seconds since their time, as powers of two.
        CREATE TABLE arrival_lag (
            app_id TEXT NOT NULL,
            hour INTEGER NOT NULL,
            platform TEXT NOT NULL,
            bucket INTEGER NOT NULL,
            lines BIGINT NOT NULL,
            PRIMARY KEY (app_id, hour, platform, bucket)
        ) {clustered};

        -- Whose raw lines are to lose what tells of them. value is there until that is done; digest is the SHA-256 of field, line feed and value,
        -- by which whoever knows the value finds the row afterwards.
        CREATE TABLE log_erasure (
            app_id TEXT NOT NULL,
            id TEXT NOT NULL,
            field TEXT NOT NULL CHECK (field IN ('user', 'device')),
            value TEXT,
            digest TEXT NOT NULL,
            asked_at BIGINT NOT NULL,
            asked_by TEXT NOT NULL,
            finished_at BIGINT,
            uploads BIGINT NOT NULL DEFAULT 0,
            lines BIGINT NOT NULL DEFAULT 0,
            reports BIGINT NOT NULL DEFAULT 0,
            PRIMARY KEY (app_id, id),
            CHECK ((value IS NULL) = (finished_at IS NOT NULL))
        ) {clustered};

        -- Where bodies were that were written anew elsewhere: bytes that are still to be overwritten.
        CREATE TABLE log_scrub (
            app_id TEXT NOT NULL,
            day INTEGER NOT NULL,
            chunk TEXT NOT NULL,
            position BIGINT NOT NULL,
            length BIGINT NOT NULL,
            PRIMARY KEY (app_id, day, chunk, position)
        ) {clustered};

        -- How often bytes of a chunk were overwritten: whoever packs it into an object packs what he read, or not at all.
        ALTER TABLE log_chunk ADD COLUMN scrubs BIGINT NOT NULL DEFAULT 0;
        """
    )
}
