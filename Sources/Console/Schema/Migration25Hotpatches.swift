import Storage

extension Schema {
    /// Whitelists of releases are in `rollout_whitelist`.
    static let hotpatches = Migration(
        25,
        "hotpatches",
        """
        -- Code patches and their releases. Versions and rules are JSON, percentages are written in hundredths; the script is a blob.
        CREATE TABLE hotpatch_release (
            app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
            id TEXT NOT NULL,
            platform TEXT NOT NULL CHECK (platform IN ('ios', 'android', 'harmony')),
            -- The patch version that devices name.
            number INTEGER NOT NULL CHECK (number > 0),
            target_versions TEXT NOT NULL,
            -- Those of them that a newer release took over.
            replaced TEXT NOT NULL,
            note TEXT NOT NULL,
            buckets INTEGER NOT NULL CHECK (buckets BETWEEN 0 AND 10000),
            first_buckets INTEGER CHECK (first_buckets BETWEEN 1 AND 10000),
            most_buckets INTEGER NOT NULL CHECK (most_buckets BETWEEN 0 AND 10000),
            rules TEXT NOT NULL,
            format INTEGER NOT NULL CHECK (format IN (1, 2)),
            run_at TEXT NOT NULL CHECK (run_at IN ('now', 'nextLaunch')),
            guard TEXT NOT NULL CHECK (guard IN ('off', 'notify', 'halt')),
            opens_at BIGINT,
            ends_at BIGINT,
            script TEXT NOT NULL CHECK (length(script) = 64),
            script_name TEXT NOT NULL,
            script_size BIGINT NOT NULL CHECK (script_size > 0),
            language TEXT NOT NULL CHECK (language IN ('lua', 'javascript')),
            salt TEXT NOT NULL CHECK (salt <> ''),
            state TEXT NOT NULL CHECK (state IN ('draft', 'running', 'paused', 'ended', 'rolledBack', 'halted')),
            revision INTEGER NOT NULL CHECK (revision > 0),
            created_at BIGINT NOT NULL,
            created_by TEXT NOT NULL,
            published_at BIGINT,
            -- What devices called the console then.
            public_url TEXT NOT NULL,
            -- What the guard wrote down when it halted it: JSON.
            finding TEXT,
            CHECK (state = 'draft' OR published_at IS NOT NULL),
            CHECK (state <> 'halted' OR finding IS NOT NULL),
            CHECK (opens_at IS NULL OR ends_at IS NULL OR opens_at < ends_at),
            PRIMARY KEY (app_id, id),
            UNIQUE (app_id, platform, number)
        ) {strict};
        CREATE INDEX hotpatch_release_created ON hotpatch_release (app_id, created_at, id);
        CREATE INDEX hotpatch_release_script ON hotpatch_release (script);

        -- What became of each, in order.
        CREATE TABLE hotpatch_event (
            app_id TEXT NOT NULL,
            release_id TEXT NOT NULL,
            number INTEGER NOT NULL CHECK (number > 0),
            kind TEXT NOT NULL,
            at BIGINT NOT NULL,
            by_name TEXT NOT NULL,
            note TEXT NOT NULL,
            PRIMARY KEY (app_id, release_id, number),
            FOREIGN KEY (app_id, release_id) REFERENCES hotpatch_release (app_id, id) ON DELETE CASCADE
        ) {clustered};

        -- Packages that devices download: one for each secret of the app that was valid. The mark tells secrets apart without being one.
        CREATE TABLE hotpatch_package (
            app_id TEXT NOT NULL,
            release_id TEXT NOT NULL,
            secret_mark TEXT NOT NULL,
            sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
            size BIGINT NOT NULL CHECK (size > 0),
            signature TEXT NOT NULL,
            PRIMARY KEY (app_id, release_id, secret_mark),
            FOREIGN KEY (app_id, release_id) REFERENCES hotpatch_release (app_id, id) ON DELETE CASCADE
        ) {strict};
        CREATE INDEX hotpatch_package_sha256 ON hotpatch_package (sha256);

        -- Whether a second person has to agree: never, always, or from a percentage on.
        CREATE TABLE hotpatch_option (
            app_id TEXT NOT NULL PRIMARY KEY REFERENCES app (id) ON DELETE CASCADE,
            approval TEXT NOT NULL CHECK (approval IN ('off', 'all', 'from')),
            from_buckets INTEGER NOT NULL CHECK (from_buckets BETWEEN 0 AND 10000)
        ) {clustered};

        -- What a second person was asked, and what came of it. At most one question of a release is open.
        CREATE TABLE hotpatch_approval (
            app_id TEXT NOT NULL,
            release_id TEXT NOT NULL,
            number INTEGER NOT NULL CHECK (number > 0),
            kind TEXT NOT NULL CHECK (kind IN ('publication', 'rollout')),
            buckets INTEGER NOT NULL CHECK (buckets BETWEEN 0 AND 10000),
            revision INTEGER NOT NULL,
            state TEXT NOT NULL CHECK (state IN ('asked', 'approved', 'declined', 'withdrawn')),
            asked_at BIGINT NOT NULL,
            asked_id TEXT NOT NULL,
            asked_by TEXT NOT NULL,
            decided_at BIGINT,
            decided_by TEXT NOT NULL,
            reason TEXT NOT NULL,
            PRIMARY KEY (app_id, release_id, number),
            FOREIGN KEY (app_id, release_id) REFERENCES hotpatch_release (app_id, id) ON DELETE CASCADE
        ) {clustered};
        CREATE UNIQUE INDEX hotpatch_approval_open ON hotpatch_approval (app_id, release_id) WHERE state = 'asked';

        -- What devices said of a patch, once each; `offered` is written when a user of a whitelist is given one.
        CREATE TABLE hotpatch_report (
            app_id TEXT NOT NULL,
            release_id TEXT NOT NULL,
            device TEXT NOT NULL,
            event TEXT NOT NULL CHECK (event IN ('offered', 'downloaded', 'applied', 'failed', 'rolledback')),
            at BIGINT NOT NULL,
            code TEXT NOT NULL,
            PRIMARY KEY (app_id, release_id, device, event),
            FOREIGN KEY (app_id, release_id) REFERENCES hotpatch_release (app_id, id) ON DELETE CASCADE
        ) {clustered};

        CREATE TABLE hotpatch_tally (
            app_id TEXT NOT NULL,
            release_id TEXT NOT NULL,
            event TEXT NOT NULL,
            devices BIGINT NOT NULL CHECK (devices >= 0),
            PRIMARY KEY (app_id, release_id, event),
            FOREIGN KEY (app_id, release_id) REFERENCES hotpatch_release (app_id, id) ON DELETE CASCADE
        ) {clustered};

        -- Reports that were not counted, by reason.
        CREATE TABLE hotpatch_ignored (
            app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
            reason TEXT NOT NULL,
            reports BIGINT NOT NULL CHECK (reports >= 0),
            PRIMARY KEY (app_id, reason)
        ) {clustered};
        """
    )
}
