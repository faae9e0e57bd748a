import Storage

extension Schema {
    /// Devices that push reaches, what is sent to them, and what became of it. Lists of targets are rows, so that an audience is frozen by one statement.
    static let push = Migration(
        27,
        "push",
        """
        -- What a device last bound. Texts: '' for unknown; time_zone: '+08:00' or an IANA name. reason: why it is gone, a service's word or 'silent'.
        CREATE TABLE push_device (
            app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
            device TEXT NOT NULL CHECK (device <> ''),
            platform TEXT NOT NULL CHECK (platform IN ('ios', 'android', 'harmony')),
            channel TEXT NOT NULL CHECK (channel IN ('apns', 'fcm', 'huawei', 'xiaomi', 'oppo', 'vivo')),
            environment TEXT NOT NULL CHECK (environment IN ('development', 'production')),
            token TEXT NOT NULL,
            user_id TEXT NOT NULL,
            version TEXT NOT NULL,
            model TEXT NOT NULL,
            os_version TEXT NOT NULL,
            time_zone TEXT NOT NULL,
            language TEXT NOT NULL,
            bound_at BIGINT NOT NULL,
            seen_at BIGINT NOT NULL,
            state TEXT NOT NULL CHECK (state IN ('bound', 'unbound', 'gone')),
            reason TEXT NOT NULL,
            ended_at BIGINT,
            PRIMARY KEY (app_id, device)
        ) {clustered};
        CREATE UNIQUE INDEX push_device_token ON push_device (app_id, channel, token) WHERE state = 'bound';
        CREATE INDEX push_device_user ON push_device (app_id, user_id);
        CREATE INDEX push_device_seen ON push_device (app_id, seen_at);
        CREATE INDEX push_device_ended ON push_device (app_id, ended_at) WHERE state <> 'bound';
        CREATE INDEX push_device_kind ON push_device (app_id, platform, channel, environment, state, reason);

        -- Users or devices that a file named, for messages to them. columns: names of the placeholders that the file fills, a JSON array.
        CREATE TABLE push_list (
            app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
            id TEXT NOT NULL,
            name TEXT NOT NULL CHECK (name <> ''),
            kind TEXT NOT NULL CHECK (kind IN ('users', 'devices')),
            columns TEXT NOT NULL,
            entries BIGINT NOT NULL,
            created_at BIGINT NOT NULL,
            created_by TEXT NOT NULL,
            PRIMARY KEY (app_id, id)
        ) {clustered};

        -- parameters: a JSON object of texts by placeholder, '' for none.
        CREATE TABLE push_list_entry (
            app_id TEXT NOT NULL,
            list_id TEXT NOT NULL,
            value TEXT NOT NULL,
            parameters TEXT NOT NULL,
            PRIMARY KEY (app_id, list_id, value),
            FOREIGN KEY (app_id, list_id) REFERENCES push_list (app_id, id) ON DELETE CASCADE
        ) {clustered};

        -- data, target, schedule and parameters are JSON. quiet_from and quiet_to: minutes of a device's day. audience: devices when it was frozen.
        -- kind: what people wrote, one time of a repeated message, or a test of one; occurrence tells runs and tests of a message (parent_id) apart.
        CREATE TABLE push_message (
            app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
            id TEXT NOT NULL,
            kind TEXT NOT NULL CHECK (kind IN ('message', 'run', 'test')),
            name TEXT NOT NULL,
            title TEXT NOT NULL,
            body TEXT NOT NULL,
            data TEXT NOT NULL,
            badge INTEGER CHECK (badge BETWEEN 0 AND 99999),
            sound TEXT NOT NULL,
            silent INTEGER NOT NULL CHECK (silent IN (0, 1)),
            image_url TEXT NOT NULL,
            ttl_seconds BIGINT NOT NULL CHECK (ttl_seconds >= 0),
            collapse_id TEXT NOT NULL,
            target TEXT NOT NULL,
            schedule TEXT NOT NULL,
            quiet_from INTEGER CHECK (quiet_from BETWEEN 0 AND 1439),
            quiet_to INTEGER CHECK (quiet_to BETWEEN 0 AND 1439),
            cap_count INTEGER CHECK (cap_count > 0),
            cap_hours INTEGER CHECK (cap_hours > 0),
            parameters TEXT NOT NULL,
            state TEXT NOT NULL CHECK (state IN ('draft', 'confirmed', 'sending', 'stopped', 'done', 'cancelled')),
            revision INTEGER NOT NULL CHECK (revision > 0),
            audience BIGINT,
            window_seconds INTEGER NOT NULL,
            created_at BIGINT NOT NULL,
            created_by TEXT NOT NULL,
            frozen_at BIGINT,
            confirmed_at BIGINT,
            confirmed_by TEXT NOT NULL,
            sends_at BIGINT,
            began_at BIGINT,
            ended_at BIGINT,
            tested_at BIGINT,
            parent_id TEXT,
            occurrence BIGINT,
            CHECK ((parent_id IS NULL) = (kind = 'message')),
            CHECK ((occurrence IS NULL) = (kind = 'message')),
            CHECK ((quiet_from IS NULL) = (quiet_to IS NULL)),
            CHECK ((cap_count IS NULL) = (cap_hours IS NULL)),
            CHECK (state IN ('draft', 'cancelled') OR confirmed_at IS NOT NULL),
            PRIMARY KEY (app_id, id)
        ) {strict};
        CREATE INDEX push_message_created ON push_message (app_id, created_at, id) WHERE kind = 'message';
        CREATE UNIQUE INDEX push_message_occurrence ON push_message (app_id, parent_id, kind, occurrence) WHERE parent_id IS NOT NULL;
        -- What the schedule looks through.
        CREATE INDEX push_message_open ON push_message (state, sends_at) WHERE state IN ('confirmed', 'sending');

        -- One device of a message's audience, as it was when that was frozen. parameters: of this device alone, a JSON object, '' for none.
        -- lease: which run of a sender wrote down that it is about to ask.
        CREATE TABLE push_delivery (
            app_id TEXT NOT NULL,
            message_id TEXT NOT NULL,
            device TEXT NOT NULL,
            platform TEXT NOT NULL,
            channel TEXT NOT NULL,
            environment TEXT NOT NULL,
            token TEXT NOT NULL,
            user_id TEXT NOT NULL,
            parameters TEXT NOT NULL,
            state TEXT NOT NULL CHECK (state IN ('held', 'queued', 'sending', 'sent', 'failed', 'unknown', 'skipped')),
            reason TEXT NOT NULL,
            not_before BIGINT NOT NULL,
            attempts INTEGER NOT NULL,
            lease TEXT NOT NULL,
            intent_at BIGINT,
            answered_at BIGINT,
            arrived_at BIGINT,
            opened_at BIGINT,
            ignored_at BIGINT,
            PRIMARY KEY (app_id, message_id, device),
            FOREIGN KEY (app_id, message_id) REFERENCES push_message (app_id, id) ON DELETE CASCADE
        ) {clustered};
        CREATE INDEX push_delivery_next ON push_delivery (app_id, message_id, state, not_before);
        CREATE INDEX push_delivery_user ON push_delivery (app_id, user_id, answered_at);
        CREATE INDEX push_delivery_device ON push_delivery (app_id, device);

        -- Deliveries by what became of them, raised with each. hour: since 1970.
        CREATE TABLE push_tally (
            app_id TEXT NOT NULL,
            message_id TEXT NOT NULL,
            hour BIGINT NOT NULL,
            outcome TEXT NOT NULL CHECK (outcome IN ('sent', 'failed', 'unknown', 'skipped', 'arrived', 'opened', 'ignored')),
            reason TEXT NOT NULL,
            count BIGINT NOT NULL,
            PRIMARY KEY (app_id, message_id, hour, outcome, reason),
            FOREIGN KEY (app_id, message_id) REFERENCES push_message (app_id, id) ON DELETE CASCADE
        ) {clustered};

        -- What became of each message, in order.
        CREATE TABLE push_event (
            app_id TEXT NOT NULL,
            message_id TEXT NOT NULL,
            number INTEGER NOT NULL CHECK (number > 0),
            kind TEXT NOT NULL,
            at BIGINT NOT NULL,
            by_name TEXT NOT NULL,
            note TEXT NOT NULL,
            PRIMARY KEY (app_id, message_id, number),
            FOREIGN KEY (app_id, message_id) REFERENCES push_message (app_id, id) ON DELETE CASCADE
        ) {clustered};

        -- Who asked a second person to agree to what; the question is open while the row is there.
        CREATE TABLE push_approval (
            app_id TEXT NOT NULL,
            message_id TEXT NOT NULL,
            revision INTEGER NOT NULL,
            window_seconds INTEGER NOT NULL,
            asked_at BIGINT NOT NULL,
            asked_id TEXT NOT NULL,
            asked_by TEXT NOT NULL,
            PRIMARY KEY (app_id, message_id),
            FOREIGN KEY (app_id, message_id) REFERENCES push_message (app_id, id) ON DELETE CASCADE
        ) {clustered};

        -- content: PushContent as JSON, with its placeholders.
        CREATE TABLE push_template (
            app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
            id TEXT NOT NULL,
            name TEXT NOT NULL CHECK (name <> ''),
            content TEXT NOT NULL,
            created_at BIGINT NOT NULL,
            created_by TEXT NOT NULL,
            changed_at BIGINT NOT NULL,
            PRIMARY KEY (app_id, id),
            UNIQUE (app_id, name)
        ) {clustered};

        -- What other services than Apple's are opened with. facts: JSON without what is secret; secret: sealed under the key file.
        CREATE TABLE push_credential (
            app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
            id TEXT NOT NULL,
            channel TEXT NOT NULL CHECK (channel IN ('fcm', 'huawei', 'xiaomi', 'oppo', 'vivo')),
            alias TEXT NOT NULL,
            endpoint TEXT NOT NULL,
            facts TEXT NOT NULL,
            secret {blob} NOT NULL,
            state TEXT NOT NULL CHECK (state IN ('current', 'retired')),
            created_at BIGINT NOT NULL,
            created_by TEXT NOT NULL,
            PRIMARY KEY (app_id, id)
        ) {strict};
        CREATE UNIQUE INDEX push_credential_current ON push_credential (app_id, channel) WHERE state = 'current';

        -- What holds for every message of an app. second_from: audiences from which on a second person has to agree, NULL for never.
        -- cap_count in cap_hours: messages for one user where a message says nothing else, NULL for no limit.
        CREATE TABLE push_option (
            app_id TEXT NOT NULL PRIMARY KEY REFERENCES app (id) ON DELETE CASCADE,
            second_from BIGINT CHECK (second_from > 0),
            cap_count INTEGER CHECK (cap_count > 0),
            cap_hours INTEGER CHECK (cap_hours > 0),
            CHECK ((cap_count IS NULL) = (cap_hours IS NULL))
        ) {clustered};
        """
    )
}
