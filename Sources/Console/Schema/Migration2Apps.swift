import Storage

extension Schema {
    static let apps = Migration(
        2,
        "apps",
        """
        CREATE TABLE app (
            id TEXT PRIMARY KEY CHECK (id <> '' AND id = lower(id)),
            name TEXT NOT NULL CHECK (name <> ''),
            english_name TEXT NOT NULL,
            zone TEXT NOT NULL,
            created_at BIGINT NOT NULL,
            archived_at BIGINT,
            demo INTEGER NOT NULL DEFAULT 0 CHECK (demo IN (0, 1))
        ) {strict};

        CREATE TABLE app_workspace (
            app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
            id TEXT NOT NULL CHECK (length(id) = 10),
            name TEXT NOT NULL,
            PRIMARY KEY (app_id, id)
        ) {clustered};

        CREATE TABLE app_platform (
            app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
            platform TEXT NOT NULL CHECK (platform IN ('ios', 'android', 'harmony')),
            app_key TEXT NOT NULL UNIQUE,
            sealed_secret {blob} NOT NULL,
            sealed_old_secret {blob},
            old_secret_until BIGINT,
            bundle_id TEXT NOT NULL DEFAULT '',
            repository_type TEXT NOT NULL DEFAULT '' CHECK (repository_type IN ('', 'git', 'svn')),
            repository_address TEXT NOT NULL DEFAULT '',
            created_at BIGINT NOT NULL,
            CHECK ((sealed_old_secret IS NULL) = (old_secret_until IS NULL)),
            PRIMARY KEY (app_id, platform)
        ) {clustered};
        """
    )
}
