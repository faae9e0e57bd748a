import Storage

extension Schema {
    /// Who may come in, and what was done. Secrets are kept as SHA-256, passwords as scrypt records.
    static let accounts = Migration(
        1,
        "accounts",
        """
        -- An account without a password was invited and has not come yet.
        CREATE TABLE account (
            id TEXT PRIMARY KEY,
            email TEXT NOT NULL UNIQUE CHECK (email = lower(email)),
            name TEXT NOT NULL CHECK (name <> ''),
            password TEXT,
            language TEXT,
            theme TEXT,
            zone TEXT,
            created_at BIGINT NOT NULL,
            disabled_at BIGINT
        ) {strict};

        -- app_id is an app's id, or '*' for all apps and the console itself.
        CREATE TABLE account_role (
            account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            app_id TEXT NOT NULL,
            role TEXT NOT NULL CHECK (role IN ('viewer', 'operator', 'releaser', 'admin')),
            PRIMARY KEY (account_id, app_id)
        ) {clustered};
        CREATE INDEX account_role_app ON account_role (app_id, role);

        -- A link that sets a password once; without an account it makes the first administrator.
        CREATE TABLE setup_link (
            token_hash {blob} PRIMARY KEY,
            account_id TEXT REFERENCES account (id) ON DELETE CASCADE,
            created_at BIGINT NOT NULL,
            expires_at BIGINT NOT NULL
        ) {clustered};
        CREATE INDEX setup_link_account ON setup_link (account_id);

        CREATE TABLE session (
            token_hash {blob} PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            csrf TEXT NOT NULL,
            created_at BIGINT NOT NULL,
            seen_at BIGINT NOT NULL,
            expires_at BIGINT NOT NULL,
            address TEXT NOT NULL,
            user_agent TEXT NOT NULL
        ) {clustered};
        CREATE INDEX session_account ON session (account_id, seen_at);

        -- Tries at a password inside the throttle's window, each under every key it counts against.
        CREATE TABLE login_attempt (
            key TEXT NOT NULL,
            at BIGINT NOT NULL,
            id TEXT NOT NULL,
            refused INTEGER NOT NULL DEFAULT 0 CHECK (refused IN (0, 1)),
            PRIMARY KEY (key, at, id)
        ) {clustered};
        CREATE INDEX login_attempt_at ON login_attempt (at);
        CREATE INDEX login_attempt_id ON login_attempt (id);

        -- Browsers in which an account has logged in: strangers' tries do not lock them out.
        CREATE TABLE login_device (
            token_hash {blob} PRIMARY KEY,
            account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            seen_at BIGINT NOT NULL
        ) {clustered};
        CREATE INDEX login_device_account ON login_device (account_id);

        -- Without an account the token was made on the command line and has every role.
        CREATE TABLE api_token (
            id TEXT PRIMARY KEY,
            name TEXT NOT NULL CHECK (name <> ''),
            token_hash {blob} NOT NULL UNIQUE,
            account_id TEXT REFERENCES account (id) ON DELETE CASCADE,
            app_id TEXT,
            scopes TEXT NOT NULL CHECK (scopes <> ''),
            created_at BIGINT NOT NULL,
            expires_at BIGINT NOT NULL,
            last_used_at BIGINT,
            revoked_at BIGINT
        ) {strict};
        CREATE INDEX api_token_account ON api_token (account_id);

        -- Changed fields as JSON objects of texts.
        CREATE TABLE audit_event (
            id TEXT PRIMARY KEY,
            at BIGINT NOT NULL,
            actor TEXT NOT NULL,
            actor_name TEXT NOT NULL,
            address TEXT NOT NULL,
            request_id TEXT NOT NULL,
            action TEXT NOT NULL,
            app_id TEXT,
            object TEXT NOT NULL,
            old_values TEXT NOT NULL,
            new_values TEXT NOT NULL
        ) {strict};
        CREATE INDEX audit_event_at ON audit_event (at, id);
        CREATE INDEX audit_event_action ON audit_event (action, at);
        CREATE INDEX audit_event_app ON audit_event (app_id, at);
        {append_only:audit_event};

        -- Answers to POSTs that came with an Idempotency-Key; status is NULL while the first one runs.
        CREATE TABLE replay (
            use_hash {blob} PRIMARY KEY,
            payload_hash {blob} NOT NULL,
            started_at BIGINT NOT NULL,
            status INTEGER,
            answer {blob},
            CHECK ((status IS NULL) = (answer IS NULL))
        ) {clustered};
        CREATE INDEX replay_started ON replay (started_at);
        """
    )
}
