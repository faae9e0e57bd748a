import Storage

extension Schema {
    /// Raw lines where several nodes write: in the database until they are packed into objects. And what keeps nodes apart that write for one app.
    static let logChunks = Migration(
        9,
        "log chunks",
        """
        -- Which chunk holds the raw lines of an upload; '' stands for the file of its app and day (log_segment).
        ALTER TABLE log_batch ADD COLUMN chunk TEXT NOT NULL DEFAULT '';

        -- What one commit brought of an app and UTC day of receipt: gzip members one behind the other. First here, as `bytes`; later as
        -- `length` bytes of an object from `position` on. The id begins with the time of receipt (ms, 12 hex digits).
        CREATE TABLE log_chunk (
            app_id TEXT NOT NULL,
            day INTEGER NOT NULL,
            id TEXT NOT NULL,
            length BIGINT NOT NULL,
            bytes {blob},
            blob TEXT NOT NULL DEFAULT '',
            position BIGINT NOT NULL DEFAULT 0,
            PRIMARY KEY (app_id, day, id),
            CHECK ((bytes IS NULL) = (blob <> ''))
        ) {strict};
        {external:log_chunk.bytes};
        {daily:log_chunk.day:1};
        CREATE INDEX log_chunk_unsealed ON log_chunk (app_id, day, id, length) WHERE blob = '';

        -- Objects that chunks were packed into. Noted before they are put, so that none is ever forgotten: one that no chunk names
        -- (chunks = 0) is removed. Times are the database's own.
        CREATE TABLE log_object (
            app_id TEXT NOT NULL,
            day INTEGER NOT NULL,
            blob TEXT NOT NULL,
            size BIGINT NOT NULL,
            chunks INTEGER NOT NULL,
            made_at BIGINT NOT NULL,
            PRIMARY KEY (app_id, day, blob)
        ) {clustered};

        -- Who adds to an app's roll-ups shares its row, who counts them anew takes it alone and gives it another epoch: what was known of
        -- the app's rows before no longer holds then.
        CREATE TABLE log_epoch (
            app_id TEXT PRIMARY KEY,
            epoch TEXT NOT NULL
        ) {clustered};

        -- Apps whose uploads step aside, because somebody waits to have the epoch alone.
        CREATE TABLE log_pause (
            app_id TEXT PRIMARY KEY,
            until BIGINT NOT NULL
        ) {clustered};

        {daily:log_batch.received_at:86400000};
        {daily:activity_minute.minute:1440};
        {daily:device_day.day:1};
        {daily:user_day.day:1};
        """
    )
}
