import Storage

extension Schema {
    /// What people want to be told of crashes, by which ways, and what was sent.
    static let alerts = Migration(
        23,
        "alerts",
        """
        -- Ways out of the house. address: without what is secret in it; sealed: AlertChannelSecret as JSON, under the key file.
        CREATE TABLE alert_channel (
            app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
            id TEXT NOT NULL,
            name TEXT NOT NULL CHECK (name <> ''),
            kind TEXT NOT NULL CHECK (kind IN ('webhook', 'dingtalk', 'feishu', 'wecom')),
            language TEXT NOT NULL CHECK (language IN ('zh-CN', 'en')),
            address TEXT NOT NULL,
            sealed {blob} NOT NULL,
            has_secret INTEGER NOT NULL CHECK (has_secret IN (0, 1)),
            -- Until when the secret before signs too.
            old_secret_until BIGINT,
            enabled INTEGER NOT NULL CHECK (enabled IN (0, 1)),
            created_at BIGINT NOT NULL,
            created_by TEXT NOT NULL,
            changed_at BIGINT NOT NULL,
            PRIMARY KEY (app_id, id)
        ) {clustered};

        -- platform and version: '' for all. What a kind of rule does not ask for is NULL; see AlertRule for what the others mean.
        CREATE TABLE alert_rule (
            app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
            id TEXT NOT NULL,
            name TEXT NOT NULL CHECK (name <> ''),
            kind TEXT NOT NULL CHECK (kind IN ('newGroup', 'regression', 'crashRate', 'velocity', 'devices')),
            enabled INTEGER NOT NULL CHECK (enabled IN (0, 1)),
            platform TEXT NOT NULL,
            version TEXT NOT NULL,
            percentage REAL,
            factor REAL,
            minimum BIGINT,
            span INTEGER,
            quiet_minutes INTEGER NOT NULL CHECK (quiet_minutes >= 0),
            created_at BIGINT NOT NULL,
            created_by TEXT NOT NULL,
            changed_at BIGINT NOT NULL,
            PRIMARY KEY (app_id, id)
        ) {clustered};

        CREATE TABLE alert_rule_channel (
            app_id TEXT NOT NULL,
            rule_id TEXT NOT NULL,
            channel_id TEXT NOT NULL,
            PRIMARY KEY (app_id, rule_id, channel_id),
            FOREIGN KEY (app_id, rule_id) REFERENCES alert_rule (app_id, id) ON DELETE CASCADE,
            FOREIGN KEY (app_id, channel_id) REFERENCES alert_channel (app_id, id) ON DELETE CASCADE
        ) {clustered};

        -- What happened (crash_happening) and a rule is to tell, until its quiet time is over.
        CREATE TABLE alert_pending (
            app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
            rule_id TEXT NOT NULL,
            id TEXT NOT NULL,
            at BIGINT NOT NULL,
            group_id TEXT NOT NULL,
            version TEXT NOT NULL,
            PRIMARY KEY (app_id, rule_id, id)
        ) {clustered};

        -- When a rule last spoke of something: a group, a version, or '' for all that it gathers.
        CREATE TABLE alert_fired (
            app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
            rule_id TEXT NOT NULL,
            subject TEXT NOT NULL,
            at BIGINT NOT NULL,
            PRIMARY KEY (app_id, rule_id, subject)
        ) {clustered};

        -- What was found; rule_id is '' for what the console says of itself. facts: AlertFacts as JSON.
        CREATE TABLE alert (
            app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
            id TEXT NOT NULL,
            at BIGINT NOT NULL,
            kind TEXT NOT NULL CHECK (kind IN ('newGroup', 'regression', 'crashRate', 'velocity', 'devices', 'undelivered')),
            rule_id TEXT NOT NULL,
            rule_name TEXT NOT NULL,
            facts TEXT NOT NULL,
            read_at BIGINT,
            read_by TEXT NOT NULL DEFAULT '',
            PRIMARY KEY (app_id, id)
        ) {clustered};
        CREATE INDEX alert_at ON alert (app_id, at, id);

        -- What is to go out, written with what it tells of. id: of the message, the same over all attempts. alert_id: '' for a test. body: as it
        -- is sent, but for the signature that some robots want in it.
        CREATE TABLE alert_delivery (
            app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
            id TEXT NOT NULL,
            alert_id TEXT NOT NULL,
            channel_id TEXT NOT NULL,
            channel_name TEXT NOT NULL,
            kind TEXT NOT NULL,
            title TEXT NOT NULL,
            body TEXT NOT NULL,
            state TEXT NOT NULL CHECK (state IN ('waiting', 'delivered', 'failed')),
            created_at BIGINT NOT NULL,
            -- Attempts so far, those since somebody asked for it again, and how many of these there may be.
            attempts INTEGER NOT NULL,
            tries INTEGER NOT NULL,
            most_tries INTEGER NOT NULL,
            next_at BIGINT,
            finished_at BIGINT,
            problem TEXT NOT NULL DEFAULT '',
            PRIMARY KEY (app_id, id),
            CHECK ((next_at IS NOT NULL) = (state = 'waiting'))
        ) {clustered};
        CREATE INDEX alert_delivery_next ON alert_delivery (next_at) WHERE next_at IS NOT NULL;
        CREATE INDEX alert_delivery_created ON alert_delivery (app_id, created_at, id);
        CREATE INDEX alert_delivery_alert ON alert_delivery (app_id, alert_id);

        -- status: of the HTTP answer; answer: its beginning. problem: AlertProblem, '' for none.
        CREATE TABLE alert_attempt (
            app_id TEXT NOT NULL,
            delivery_id TEXT NOT NULL,
            number INTEGER NOT NULL,
            channel_id TEXT NOT NULL,
            at BIGINT NOT NULL,
            milliseconds BIGINT NOT NULL,
            status INTEGER,
            problem TEXT NOT NULL,
            answer TEXT NOT NULL,
            PRIMARY KEY (app_id, delivery_id, number),
            FOREIGN KEY (app_id, delivery_id) REFERENCES alert_delivery (app_id, id) ON DELETE CASCADE
        ) {clustered};
        CREATE INDEX alert_attempt_channel ON alert_attempt (app_id, channel_id, at);

        -- Retention looks for old hours.
        CREATE INDEX crash_group_hour_hour ON crash_group_hour (app_id, hour);

        -- Rates per device are counted without reports that somebody caught.
        DROP INDEX crash_time;
        CREATE INDEX crash_time ON crash (app_id, time, platform, version, handled, device, user_id);
        """
    )
}
