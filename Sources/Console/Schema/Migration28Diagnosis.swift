import Storage

extension Schema {
    /// Logs that devices are asked for: tasks, what each device is asked, what came, and rules by which the console asks by itself.
    static let diagnosis = Migration(
        28,
        "diagnosis",
        """
        -- user_id or device is what it was made for, the other is ''. state: DiagnosisState, made of its parts whenever one of them changes;
        -- asked_id: the account that made it, who may not agree to it. rule_id: '' for one that a person made; subject: what made the rule speak.
        CREATE TABLE diagnosis_task (
            app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
            id TEXT NOT NULL,
            user_id TEXT NOT NULL,
            device TEXT NOT NULL,
            platform TEXT NOT NULL,
            from_at BIGINT NOT NULL,
            to_at BIGINT NOT NULL,
            network TEXT NOT NULL CHECK (network IN ('wifi', 'any')),
            channel TEXT NOT NULL CHECK (channel IN ('push', 'poll')),
            description TEXT NOT NULL,
            consent TEXT NOT NULL,
            state TEXT NOT NULL CHECK (state IN ('asked', 'declined', 'pending', 'delivered', 'uploading', 'uploaded', 'done', 'failed', 'expired')),
            public_url TEXT NOT NULL,
            rule_id TEXT NOT NULL,
            subject TEXT NOT NULL,
            created_at BIGINT NOT NULL,
            created_by TEXT NOT NULL,
            asked_id TEXT NOT NULL,
            decided_at BIGINT,
            decided_by TEXT NOT NULL DEFAULT '',
            reason TEXT NOT NULL DEFAULT '',
            expires_at BIGINT NOT NULL,
            PRIMARY KEY (app_id, id)
        ) {clustered};
        CREATE INDEX diagnosis_task_created ON diagnosis_task (app_id, created_at, id);
        CREATE INDEX diagnosis_task_expires ON diagnosis_task (expires_at) WHERE state IN ('asked', 'pending', 'delivered', 'uploading');

        -- What one device is asked. round: raised when it is asked again, which closes the address before. wake: of the silent push. size,
        -- zone_offset (seconds) and sha256 (hex): of the file as it was or will be sent; received: bytes that are here. sealed_key: what pieces and
        -- log are sealed with, itself sealed under the key file. log: blob of the readable log, its index begins at log_index; log_facts: DiagnosisLogFacts as JSON.
        CREATE TABLE diagnosis_part (
            app_id TEXT NOT NULL,
            id TEXT NOT NULL,
            task_id TEXT NOT NULL,
            device TEXT NOT NULL,
            platform TEXT NOT NULL,
            state TEXT NOT NULL CHECK (state IN ('pending', 'delivered', 'uploading', 'uploaded', 'done', 'failed', 'expired')),
            reason TEXT NOT NULL,
            round INTEGER NOT NULL,
            wake TEXT NOT NULL CHECK (wake IN ('none', 'waiting', 'sending', 'sent', 'noToken', 'failed')),
            wake_reason TEXT NOT NULL,
            created_at BIGINT NOT NULL,
            delivered_at BIGINT,
            uploaded_at BIGINT,
            finished_at BIGINT,
            size BIGINT,
            received BIGINT NOT NULL,
            sha256 TEXT NOT NULL,
            zone_offset INTEGER,
            sealed_key {blob},
            log TEXT,
            log_size BIGINT,
            log_index BIGINT,
            log_facts TEXT NOT NULL,
            PRIMARY KEY (app_id, id)
        ) {clustered};
        CREATE UNIQUE INDEX diagnosis_part_device ON diagnosis_part (app_id, task_id, device);
        CREATE INDEX diagnosis_part_of_device ON diagnosis_part (app_id, device);
        CREATE INDEX diagnosis_part_uploaded ON diagnosis_part (app_id, uploaded_at) WHERE sealed_key IS NOT NULL;
        CREATE INDEX diagnosis_part_wake ON diagnosis_part (created_at) WHERE wake = 'waiting';

        CREATE TABLE diagnosis_piece (
            app_id TEXT NOT NULL,
            part_id TEXT NOT NULL,
            start BIGINT NOT NULL,
            size BIGINT NOT NULL,
            blob TEXT NOT NULL,
            PRIMARY KEY (app_id, part_id, start)
        ) {clustered};

        CREATE TABLE diagnosis_option (
            app_id TEXT PRIMARY KEY REFERENCES app (id) ON DELETE CASCADE,
            approval INTEGER NOT NULL CHECK (approval IN (0, 1)),
            consent INTEGER NOT NULL CHECK (consent IN (0, 1)),
            life_days INTEGER NOT NULL,
            largest_megabytes INTEGER NOT NULL,
            keep_days INTEGER NOT NULL,
            daily_quota INTEGER NOT NULL
        ) {clustered};

        -- group_id: of the kind 'group'; alert_kind: of the kind 'alert'.
        CREATE TABLE diagnosis_rule (
            app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
            id TEXT NOT NULL,
            name TEXT NOT NULL CHECK (name <> ''),
            kind TEXT NOT NULL CHECK (kind IN ('group', 'newGroup', 'alert')),
            group_id TEXT NOT NULL,
            alert_kind TEXT NOT NULL,
            affected INTEGER NOT NULL,
            healthy INTEGER NOT NULL,
            hours INTEGER NOT NULL,
            network TEXT NOT NULL CHECK (network IN ('wifi', 'any')),
            channel TEXT NOT NULL CHECK (channel IN ('push', 'poll')),
            enabled INTEGER NOT NULL CHECK (enabled IN (0, 1)),
            public_url TEXT NOT NULL,
            created_at BIGINT NOT NULL,
            created_by TEXT NOT NULL,
            PRIMARY KEY (app_id, id)
        ) {clustered};

        -- Of what a rule spoke, and when.
        CREATE TABLE diagnosis_fired (
            app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
            rule_id TEXT NOT NULL,
            subject TEXT NOT NULL,
            at BIGINT NOT NULL,
            PRIMARY KEY (app_id, rule_id, subject)
        ) {clustered};

        -- Which devices are a user's.
        CREATE INDEX device_user ON device (app_id, user_id, last_time);
        """
    )
}
