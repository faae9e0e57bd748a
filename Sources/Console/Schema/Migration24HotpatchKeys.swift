import Storage

extension Schema {
    static let hotpatchKeys = Migration(
        24,
        "hotpatch keys",
        """
        -- What patches of an app are signed with.
        CREATE TABLE hotpatch_key (
            app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
            -- The first 16 digits of SHA-256 of the public half.
            id TEXT NOT NULL CHECK (length(id) = 16),
            algorithm TEXT NOT NULL CHECK (algorithm IN ('RSA', 'ECDSA-P256')),
            bits INTEGER NOT NULL,
            -- SubjectPublicKeyInfo.
            public_key {blob} NOT NULL,
            -- The private half as PKCS#8, sealed under the key file.
            sealed {blob} NOT NULL,
            origin TEXT NOT NULL CHECK (origin IN ('made', 'imported')),
            state TEXT NOT NULL CHECK (state IN ('active', 'listed', 'retired')),
            created_at BIGINT NOT NULL,
            created_by TEXT NOT NULL,
            retired_at BIGINT,
            CHECK ((retired_at IS NULL) = (state <> 'retired')),
            PRIMARY KEY (app_id, id)
        ) {clustered};
        CREATE UNIQUE INDEX hotpatch_key_active ON hotpatch_key (app_id, algorithm) WHERE state = 'active';
        """
    )
}
