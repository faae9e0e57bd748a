import Storage

extension Schema {
    static let certificates = Migration(
        16,
        "certificates",
        """
        -- What apps are signed with, and what opens Apple's push service for them.
        CREATE TABLE certificate (
            app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
            id TEXT NOT NULL,
            platform TEXT NOT NULL CHECK (platform IN ('ios', 'android', 'harmony')),
            purpose TEXT NOT NULL CHECK (purpose IN ('build', 'push')),
            kind TEXT NOT NULL CHECK (kind IN ('p12', 'p8')),
            alias TEXT NOT NULL CHECK (alias <> ''),
            environment TEXT NOT NULL CHECK (environment IN ('development', 'production')),
            -- Where pushes go, such as https://api.push.apple.com:443.
            endpoint TEXT,
            -- CertificateFacts as JSON: nothing in it is secret.
            facts TEXT NOT NULL,
            -- CertificateSecret as JSON (the files and their password), sealed under the key file.
            sealed {blob} NOT NULL,
            file_name TEXT NOT NULL,
            -- The earlier end of certificate and profile; none for a token key.
            works_until BIGINT,
            state TEXT NOT NULL CHECK (state IN ('current', 'retired')),
            created_at BIGINT NOT NULL,
            created_by TEXT NOT NULL,
            retired_at BIGINT,
            CHECK ((endpoint IS NULL) = (purpose = 'build')),
            CHECK ((retired_at IS NULL) = (state = 'current')),
            PRIMARY KEY (app_id, id)
        ) {clustered};
        CREATE INDEX certificate_created ON certificate (app_id, purpose, created_at, id);
        CREATE INDEX certificate_ends ON certificate (works_until);
        """
    )
}
