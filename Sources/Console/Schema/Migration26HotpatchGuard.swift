import Storage

extension Schema {
    /// What devices do that were offered a patch, and those that would have been; schedules by which releases are raised.
    static let hotpatchGuard = Migration(
        26,
        "hotpatchGuard",
        """
        -- Each device of either arm of a release, from the call in which it was offered the patch or would have been. slice: HotpatchCohort.slice;
        -- seen_at: its last sign of life; crashes and actives are counted up to a cap.
        CREATE TABLE hotpatch_exposure (
            app_id TEXT NOT NULL,
            release_id TEXT NOT NULL,
            device TEXT NOT NULL,
            platform TEXT NOT NULL,
            version TEXT NOT NULL,
            arm TEXT NOT NULL CHECK (arm IN ('treatment', 'control')),
            slice INTEGER NOT NULL,
            at BIGINT NOT NULL,
            seen_at BIGINT NOT NULL,
            crashes INTEGER NOT NULL,
            actives INTEGER NOT NULL,
            returned INTEGER NOT NULL CHECK (returned IN (0, 1)),
            started INTEGER NOT NULL CHECK (started IN (0, 1)),
            silent INTEGER NOT NULL CHECK (silent IN (0, 1)),
            PRIMARY KEY (app_id, release_id, device)
        ) {clustered};
        CREATE INDEX hotpatch_exposure_device ON hotpatch_exposure (app_id, device);
        CREATE INDEX hotpatch_exposure_seen ON hotpatch_exposure (app_id, release_id, silent, seen_at);

        -- How many devices were exposed, by slice.
        CREATE TABLE hotpatch_cohort (
            app_id TEXT NOT NULL,
            release_id TEXT NOT NULL,
            arm TEXT NOT NULL CHECK (arm IN ('treatment', 'control')),
            slice INTEGER NOT NULL,
            devices BIGINT NOT NULL,
            PRIMARY KEY (app_id, release_id, arm, slice)
        ) {clustered};

        -- What uploads say of exposed devices, written with them, until the guard takes it up. upload: the ledger's name of the upload.
        CREATE TABLE hotpatch_inbox (
            app_id TEXT NOT NULL,
            release_id TEXT NOT NULL,
            received_at BIGINT NOT NULL,
            upload TEXT NOT NULL,
            device TEXT NOT NULL,
            crashes INTEGER NOT NULL,
            actives INTEGER NOT NULL,
            seen_at BIGINT NOT NULL,
            startup INTEGER,
            PRIMARY KEY (app_id, release_id, received_at, upload, device)
        ) {clustered};

        -- What the guard knows of each release. state: HotpatchWatchState as JSON; silence_hours: without a sign of life, after which a device is silent.
        CREATE TABLE hotpatch_watch (
            app_id TEXT NOT NULL,
            release_id TEXT NOT NULL,
            opened_at BIGINT NOT NULL,
            closed_at BIGINT,
            silence_hours INTEGER,
            silence_by_hand INTEGER NOT NULL CHECK (silence_by_hand IN (0, 1)),
            state TEXT NOT NULL,
            PRIMARY KEY (app_id, release_id)
        ) {clustered};
        CREATE INDEX hotpatch_watch_open ON hotpatch_watch (app_id) WHERE closed_at IS NULL;

        -- Named schedules; steps: HotpatchRampStep as JSON.
        CREATE TABLE hotpatch_ramp (
            app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
            id TEXT NOT NULL,
            name TEXT NOT NULL CHECK (name <> ''),
            steps TEXT NOT NULL,
            created_at BIGINT NOT NULL,
            created_by TEXT NOT NULL,
            changed_at BIGINT NOT NULL,
            PRIMARY KEY (app_id, id)
        ) {clustered};

        -- The schedule that a release follows, with its steps as they were when it was chosen. hold: why it waits, '' for nothing but time.
        CREATE TABLE hotpatch_ramp_run (
            app_id TEXT NOT NULL,
            release_id TEXT NOT NULL,
            ramp_id TEXT NOT NULL,
            name TEXT NOT NULL,
            steps TEXT NOT NULL,
            state TEXT NOT NULL CHECK (state IN ('following', 'stopped', 'finished')),
            -- Percentage that it last saw or gave, and since when.
            buckets INTEGER NOT NULL,
            since BIGINT NOT NULL,
            hold TEXT NOT NULL,
            PRIMARY KEY (app_id, release_id)
        ) {clustered};
        CREATE INDEX hotpatch_ramp_run_following ON hotpatch_ramp_run (app_id) WHERE state = 'following';

        CREATE TABLE hotpatch_ramp_event (
            app_id TEXT NOT NULL,
            release_id TEXT NOT NULL,
            number INTEGER NOT NULL CHECK (number > 0),
            kind TEXT NOT NULL,
            at BIGINT NOT NULL,
            by_name TEXT NOT NULL,
            note TEXT NOT NULL,
            PRIMARY KEY (app_id, release_id, number)
        ) {clustered};

        -- Alerts tell of patches too.
        CREATE TABLE alert_next (
            app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
            id TEXT NOT NULL,
            at BIGINT NOT NULL,
            kind TEXT NOT NULL CHECK (kind IN ('newGroup', 'regression', 'crashRate', 'velocity', 'devices', 'undelivered', 'hotpatch')),
            rule_id TEXT NOT NULL,
            rule_name TEXT NOT NULL,
            facts TEXT NOT NULL,
            read_at BIGINT,
            read_by TEXT NOT NULL DEFAULT '',
            PRIMARY KEY (app_id, id)
        ) {clustered};
        INSERT INTO alert_next (app_id, id, at, kind, rule_id, rule_name, facts, read_at, read_by)
            SELECT app_id, id, at, kind, rule_id, rule_name, facts, read_at, read_by FROM alert;
        DROP TABLE alert;
        ALTER TABLE alert_next RENAME TO alert;
        CREATE INDEX alert_at ON alert (app_id, at, id);
        """
    )
}
