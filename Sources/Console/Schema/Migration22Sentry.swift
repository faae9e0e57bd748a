import Storage

extension Schema {
    /// What comes from Sentry's SDKs: addresses, attachments, counts; and sessions, whoever tells of them.
    static let sentry = Migration(
        22,
        "sentry",
        """
        -- A platform as SDKs know it: by a small number. events_a_minute: the most that are taken by each key on a node, 0 for as many as come.
        CREATE TABLE sentry_project (
            app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
            platform TEXT NOT NULL,
            number INTEGER NOT NULL CHECK (number > 0),
            events_a_minute INTEGER NOT NULL DEFAULT 0 CHECK (events_a_minute >= 0),
            created_at BIGINT NOT NULL,
            PRIMARY KEY (app_id, platform)
        ) {clustered};
        CREATE UNIQUE INDEX sentry_project_number ON sentry_project (number);

        -- Keys are in every app that was shipped, so that old ones stay valid beside new ones until somebody ends them.
        CREATE TABLE sentry_key (
            app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
            platform TEXT NOT NULL,
            public_key TEXT NOT NULL,
            state TEXT NOT NULL CHECK (state IN ('active', 'disabled')),
            created_at BIGINT NOT NULL,
            created_by TEXT NOT NULL,
            PRIMARY KEY (app_id, platform, public_key)
        ) {clustered};
        CREATE UNIQUE INDEX sentry_key_public ON sentry_key (public_key);

        -- What came by a key on a day (UTC), by kind; and what SDKs say that they did not send.
        CREATE TABLE sentry_count (
            app_id TEXT NOT NULL,
            day INTEGER NOT NULL,
            platform TEXT NOT NULL,
            public_key TEXT NOT NULL,
            kind TEXT NOT NULL,
            quantity BIGINT NOT NULL,
            PRIMARY KEY (app_id, day, platform, public_key, kind)
        ) {clustered};

        -- Files beside a report. They go when it goes; one that came before its report waits for it an hour.
        CREATE TABLE sentry_attachment (
            app_id TEXT NOT NULL,
            crash_id TEXT NOT NULL,
            name TEXT NOT NULL,
            kind TEXT NOT NULL,
            size BIGINT NOT NULL,
            sha256 TEXT NOT NULL,
            created_at BIGINT NOT NULL,
            PRIMARY KEY (app_id, crash_id, name)
        ) {clustered};
        CREATE INDEX sentry_attachment_file ON sentry_attachment (sha256);

        -- Who is affected is read from the index alone.
        DROP INDEX crash_time;
        CREATE INDEX crash_time ON crash (app_id, time, platform, version, device, user_id, handled);

        -- Sessions by the hour (since 1970, UTC) in which they began. ended counts all that did, the next three parts of it.
        CREATE TABLE session_hour (
            app_id TEXT NOT NULL,
            hour INTEGER NOT NULL,
            platform TEXT NOT NULL,
            version TEXT NOT NULL,
            begun BIGINT NOT NULL,
            ended BIGINT NOT NULL,
            crashed BIGINT NOT NULL,
            abnormal BIGINT NOT NULL,
            errored BIGINT NOT NULL,
            PRIMARY KEY (app_id, hour, platform, version)
        ) {clustered};

        -- Who had sessions on a day of the app's zone, and whether one of them crashed. device: as the sender tells them apart.
        CREATE TABLE session_device_day (
            app_id TEXT NOT NULL,
            day INTEGER NOT NULL,
            platform TEXT NOT NULL,
            version TEXT NOT NULL,
            device TEXT NOT NULL,
            crashed INTEGER NOT NULL CHECK (crashed IN (0, 1)),
            PRIMARY KEY (app_id, day, platform, version, device)
        ) {clustered};
        """
    )
}
