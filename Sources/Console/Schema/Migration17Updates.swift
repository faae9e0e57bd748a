import Storage

extension Schema {
    /// Tables that begin with `rollout` are shared by whatever is rolled out; `release_id` is an update's id, and later a hotpatch's.
    static let updates = Migration(
        17,
        "updates",
        """
        -- Releases that devices are told of when they ask for updates. Rules and networks are JSON. The address is '' while it is the build's own;
        -- a percentage is written in hundredths.
        CREATE TABLE update_release (
            app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
            id TEXT NOT NULL,
            platform TEXT NOT NULL,
            version TEXT NOT NULL CHECK (version <> ''),
            build TEXT,
            download_url TEXT NOT NULL,
            message TEXT NOT NULL,
            upgrade_type TEXT NOT NULL CHECK (upgrade_type IN ('once', 'everyTime', 'force')),
            remind_days INTEGER NOT NULL CHECK (remind_days BETWEEN 1 AND 365),
            mode TEXT NOT NULL CHECK (mode IN ('official', 'percentage', 'whitelist', 'timeWindow')),
            buckets INTEGER CHECK (buckets BETWEEN 0 AND 10000),
            ends_at BIGINT,
            places INTEGER CHECK (places > 0),
            rules TEXT NOT NULL,
            networks TEXT NOT NULL,
            force_below TEXT,
            file_size BIGINT NOT NULL CHECK (file_size >= 0),
            md5 TEXT NOT NULL,
            salt TEXT NOT NULL CHECK (salt <> ''),
            state TEXT NOT NULL CHECK (state IN ('draft', 'running', 'paused', 'ended')),
            revision INTEGER NOT NULL CHECK (revision > 0),
            created_at BIGINT NOT NULL,
            created_by TEXT NOT NULL,
            published_at BIGINT,
            CHECK (state = 'draft' OR (published_at IS NOT NULL AND download_url <> '')),
            CHECK (mode <> 'percentage' OR buckets IS NOT NULL),
            CHECK (mode <> 'timeWindow' OR ends_at IS NOT NULL),
            PRIMARY KEY (app_id, id)
        ) {strict};
        CREATE INDEX update_release_created ON update_release (app_id, created_at, id);

        -- What became of each, in order.
        CREATE TABLE update_event (
            app_id TEXT NOT NULL,
            release_id TEXT NOT NULL,
            number INTEGER NOT NULL CHECK (number > 0),
            kind TEXT NOT NULL,
            at BIGINT NOT NULL,
            by_name TEXT NOT NULL,
            note TEXT NOT NULL,
            PRIMARY KEY (app_id, release_id, number),
            FOREIGN KEY (app_id, release_id) REFERENCES update_release (app_id, id) ON DELETE CASCADE
        ) {clustered};

        -- Users that a release is for: ids, each with a line end behind it.
        CREATE TABLE rollout_whitelist (
            app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
            release_id TEXT NOT NULL,
            users {blob} NOT NULL,
            named INTEGER NOT NULL CHECK (named >= 0),
            digest TEXT NOT NULL,
            PRIMARY KEY (app_id, release_id)
        ) {strict};

        -- Time windows of releases that were published, and the devices that have a place in one that counts them.
        CREATE TABLE rollout_window (
            app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
            release_id TEXT NOT NULL,
            ends_at BIGINT NOT NULL,
            places INTEGER,
            taken INTEGER NOT NULL CHECK (taken >= 0),
            CHECK (places IS NULL OR taken <= places),
            PRIMARY KEY (app_id, release_id)
        ) {clustered};

        CREATE TABLE rollout_grant (
            app_id TEXT NOT NULL,
            release_id TEXT NOT NULL,
            device TEXT NOT NULL,
            at BIGINT NOT NULL,
            PRIMARY KEY (app_id, release_id, device),
            FOREIGN KEY (app_id, release_id) REFERENCES rollout_window (app_id, release_id) ON DELETE CASCADE
        ) {clustered};
        """
    )
}
