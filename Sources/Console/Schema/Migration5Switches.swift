import Storage

extension Schema {
    static let switches = Migration(
        5,
        "switches",
        """
        CREATE TABLE switch_state (
            app_id TEXT PRIMARY KEY REFERENCES app (id) ON DELETE CASCADE,
            revision BIGINT NOT NULL DEFAULT 0 CHECK (revision >= 0),
            two_person INTEGER NOT NULL DEFAULT 0 CHECK (two_person IN (0, 1))
        ) {strict};

        CREATE TABLE switch_draft (
            app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
            switch_key TEXT NOT NULL CHECK (length(switch_key) BETWEEN 1 AND 100),
            definition TEXT,
            revision BIGINT NOT NULL,
            edited_at BIGINT NOT NULL,
            account TEXT NOT NULL,
            edited_by TEXT NOT NULL,
            PRIMARY KEY (app_id, switch_key)
        ) {strict};

        CREATE TABLE switch_publication (
            app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
            number BIGINT NOT NULL CHECK (number > 0),
            published_at BIGINT NOT NULL,
            account TEXT NOT NULL,
            published_by TEXT NOT NULL,
            note TEXT NOT NULL,
            restores BIGINT CHECK (restores < number),
            PRIMARY KEY (app_id, number)
        ) {clustered};

        CREATE TABLE switch_version (
            app_id TEXT NOT NULL,
            switch_key TEXT NOT NULL,
            number BIGINT NOT NULL,
            definition TEXT,
            revision BIGINT NOT NULL,
            edited_at BIGINT NOT NULL,
            account TEXT NOT NULL,
            edited_by TEXT NOT NULL,
            PRIMARY KEY (app_id, switch_key, number),
            FOREIGN KEY (app_id, number) REFERENCES switch_publication (app_id, number) ON DELETE CASCADE
        ) {strict};

        CREATE INDEX switch_version_publication ON switch_version (app_id, number);
        """
    )
}
