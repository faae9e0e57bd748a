import Storage

extension Schema {
    /// Crashes in groups, and what people say of them.
    static let crashes = Migration(
        20,
        "crashes",
        """
        -- Whether somebody caught it and told us nevertheless: it is grouped as a crash is, and counted as none.
        ALTER TABLE crash ADD COLUMN handled INTEGER NOT NULL DEFAULT 0 CHECK (handled IN (0, 1));
        ALTER TABLE crash ADD COLUMN session TEXT NOT NULL DEFAULT '';

        -- Reports that nobody has read yet; again: that were read, and are to be once more, after all new ones.
        CREATE TABLE crash_unread (
            app_id TEXT NOT NULL,
            crash_id TEXT NOT NULL,
            again INTEGER NOT NULL DEFAULT 0 CHECK (again IN (0, 1)),
            PRIMARY KEY (app_id, crash_id)
        ) {clustered};
        CREATE INDEX crash_unread_again ON crash_unread (again, app_id, crash_id);
        INSERT INTO crash_unread (app_id, crash_id) SELECT app_id, id FROM crash;

        CREATE TABLE crash_group (
            app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
            id TEXT NOT NULL,
            platform TEXT NOT NULL,
            title TEXT NOT NULL,
            culprit TEXT NOT NULL,
            type TEXT NOT NULL,
            handled INTEGER NOT NULL CHECK (handled IN (0, 1)),
            state TEXT NOT NULL CHECK (state IN ('open', 'resolved', 'ignored')),
            -- Of a resolved one: the first version without it, '' for any that crashes after resolved_at.
            resolved_in TEXT NOT NULL DEFAULT '',
            resolved_at BIGINT,
            -- When it last came back, and in which version.
            regressed_at BIGINT,
            regressed_in TEXT NOT NULL DEFAULT '',
            -- An account, '' for nobody.
            assignee TEXT NOT NULL DEFAULT '',
            -- Times of the devices' clocks, in ms since 1970.
            first_time BIGINT NOT NULL,
            last_time BIGINT NOT NULL,
            first_version TEXT NOT NULL,
            last_version TEXT NOT NULL,
            reports BIGINT NOT NULL,
            devices BIGINT NOT NULL,
            users BIGINT NOT NULL,
            -- The group that took its reports, '' for none.
            merged_into TEXT NOT NULL DEFAULT '',
            created_at BIGINT NOT NULL,
            PRIMARY KEY (app_id, id)
        ) {clustered};
        CREATE INDEX crash_group_last ON crash_group (app_id, last_time, id);
        CREATE INDEX crash_group_reports ON crash_group (app_id, reports, id);

        -- Which group a fingerprint leads to. by_message: reports of it are told apart by their message too.
        CREATE TABLE crash_key (
            app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
            platform TEXT NOT NULL,
            grouping INTEGER NOT NULL,
            fingerprint TEXT NOT NULL,
            group_id TEXT NOT NULL,
            by_message INTEGER NOT NULL DEFAULT 0 CHECK (by_message IN (0, 1)),
            -- The fingerprint that its reports got when they were read again, with symbols or other rules: the first one stays in the group.
            successor TEXT NOT NULL DEFAULT '',
            -- What its reports look like, for who takes a group apart.
            title TEXT NOT NULL,
            culprit TEXT NOT NULL,
            created_at BIGINT NOT NULL,
            PRIMARY KEY (app_id, platform, grouping, fingerprint)
        ) {clustered};
        CREATE INDEX crash_key_group ON crash_key (app_id, group_id);

        -- What was made of a report, and counted in its group. It is there as long as the report.
        CREATE TABLE crash_analysis (
            app_id TEXT NOT NULL,
            crash_id TEXT NOT NULL,
            group_id TEXT NOT NULL,
            grouping INTEGER NOT NULL,
            fingerprint TEXT NOT NULL,
            -- As CrashFormat; 'unknown' for what cannot be read.
            format TEXT NOT NULL,
            time BIGINT NOT NULL,
            -- Whether frames of the app are without names for want of symbols.
            waits INTEGER NOT NULL CHECK (waits IN (0, 1)),
            PRIMARY KEY (app_id, crash_id)
        ) {clustered};
        CREATE INDEX crash_analysis_group ON crash_analysis (app_id, group_id, time, crash_id);
        CREATE INDEX crash_analysis_key ON crash_analysis (app_id, grouping, fingerprint);
        CREATE INDEX crash_analysis_time ON crash_analysis (app_id, time, crash_id);

        -- Ids of the images and mappings whose symbols it waits for.
        CREATE TABLE crash_want (
            app_id TEXT NOT NULL,
            debug_id TEXT NOT NULL,
            crash_id TEXT NOT NULL,
            PRIMARY KEY (app_id, debug_id, crash_id)
        ) {clustered};
        CREATE INDEX crash_want_crash ON crash_want (app_id, crash_id);

        -- Counts that stay when reports go. hour: since 1970.
        CREATE TABLE crash_group_hour (
            app_id TEXT NOT NULL,
            group_id TEXT NOT NULL,
            hour INTEGER NOT NULL,
            version TEXT NOT NULL,
            reports BIGINT NOT NULL,
            PRIMARY KEY (app_id, group_id, hour, version)
        ) {clustered};

        -- facet: version, model, os, channel, network, hotpatch, state (foreground, background, or ''), page.
        CREATE TABLE crash_group_facet (
            app_id TEXT NOT NULL,
            group_id TEXT NOT NULL,
            facet TEXT NOT NULL,
            value TEXT NOT NULL,
            reports BIGINT NOT NULL,
            PRIMARY KEY (app_id, group_id, facet, value)
        ) {clustered};

        CREATE TABLE crash_group_device (
            app_id TEXT NOT NULL,
            group_id TEXT NOT NULL,
            device TEXT NOT NULL,
            reports BIGINT NOT NULL,
            PRIMARY KEY (app_id, group_id, device)
        ) {clustered};
        CREATE INDEX crash_group_device_device ON crash_group_device (app_id, device);

        CREATE TABLE crash_group_user (
            app_id TEXT NOT NULL,
            group_id TEXT NOT NULL,
            user_id TEXT NOT NULL,
            reports BIGINT NOT NULL,
            PRIMARY KEY (app_id, group_id, user_id)
        ) {clustered};
        CREATE INDEX crash_group_user_user ON crash_group_user (app_id, user_id);

        -- What happened to a group, oldest first by id: comments of people, and changes of its state by people or by a report that came.
        CREATE TABLE crash_note (
            app_id TEXT NOT NULL,
            group_id TEXT NOT NULL,
            id TEXT NOT NULL,
            at BIGINT NOT NULL,
            -- Who it was, by id and by name then; '' for the console itself.
            author TEXT NOT NULL,
            author_name TEXT NOT NULL,
            kind TEXT NOT NULL CHECK (kind IN ('comment', 'resolved', 'reopened', 'ignored', 'regressed', 'assigned', 'merged', 'split')),
            text TEXT NOT NULL,
            PRIMARY KEY (app_id, group_id, id)
        ) {clustered};

        -- What the alerts are told of, in the order it happened; taken away when they were.
        CREATE TABLE crash_happening (
            app_id TEXT NOT NULL,
            id TEXT NOT NULL,
            at BIGINT NOT NULL,
            kind TEXT NOT NULL CHECK (kind IN ('new', 'regression')),
            group_id TEXT NOT NULL,
            version TEXT NOT NULL,
            PRIMARY KEY (app_id, id)
        ) {clustered};

        -- How an app's reports are grouped; without a row by the newest version and no rules of its own. rules: JSON, before the built-in ones.
        CREATE TABLE crash_grouping (
            app_id TEXT PRIMARY KEY REFERENCES app (id) ON DELETE CASCADE,
            version INTEGER NOT NULL,
            rules TEXT NOT NULL,
            changed_at BIGINT NOT NULL
        ) {clustered};

        -- Another way of grouping, tried on stored reports. outcome: JSON, '' until it is there.
        CREATE TABLE crash_trial (
            app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
            id TEXT NOT NULL,
            version INTEGER NOT NULL,
            rules TEXT NOT NULL,
            job_id TEXT NOT NULL,
            outcome TEXT NOT NULL,
            created_at BIGINT NOT NULL,
            created_by TEXT NOT NULL,
            PRIMARY KEY (app_id, id)
        ) {clustered};
        """
    )
}
