import Storage

extension Schema {
    static let symbols = Migration(
        19,
        "symbols",
        """
        -- A file of symbols as it was brought: a dSYM or several in an archive, a library, a mapping.
        CREATE TABLE symbol_file (
            app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
            id TEXT NOT NULL,
            name TEXT NOT NULL,
            sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
            size BIGINT NOT NULL CHECK (size >= 0),
            -- Of the app, as devices report it; '' when nobody said.
            version TEXT NOT NULL,
            created_at BIGINT NOT NULL,
            created_by TEXT NOT NULL,
            PRIMARY KEY (app_id, id),
            UNIQUE (app_id, sha256)
        ) {clustered};
        CREATE INDEX symbol_file_created ON symbol_file (app_id, created_at, id);
        CREATE INDEX symbol_file_version ON symbol_file (app_id, version);

        -- What is in one: the symbols of one program of one architecture, or a mapping; a blob each.
        CREATE TABLE symbol_object (
            app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
            id TEXT NOT NULL,
            file_id TEXT NOT NULL,
            kind TEXT NOT NULL CHECK (kind IN ('dsym', 'elf', 'mapping')),
            name TEXT NOT NULL,
            -- As lower-case hex; it is one of its ids.
            debug_id TEXT NOT NULL,
            architecture TEXT NOT NULL,
            -- The address of its first byte, as the bits of a number without a sign.
            base BIGINT NOT NULL,
            has_debug_info INTEGER NOT NULL CHECK (has_debug_info IN (0, 1)),
            has_symbols INTEGER NOT NULL CHECK (has_symbols IN (0, 1)),
            has_mini_debug_info INTEGER NOT NULL CHECK (has_mini_debug_info IN (0, 1)),
            -- Of a mapping: who wrote it, and the version of the format.
            compiler TEXT NOT NULL,
            format TEXT NOT NULL,
            sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
            size BIGINT NOT NULL CHECK (size >= 0),
            created_at BIGINT NOT NULL,
            PRIMARY KEY (app_id, id),
            FOREIGN KEY (app_id, file_id) REFERENCES symbol_file (app_id, id) ON DELETE CASCADE
        ) {clustered};
        CREATE INDEX symbol_object_file ON symbol_object (app_id, file_id);
        CREATE INDEX symbol_object_sha256 ON symbol_object (sha256);

        -- Every name that reports may have for it.
        CREATE TABLE symbol_id (
            app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
            debug_id TEXT NOT NULL,
            object_id TEXT NOT NULL,
            PRIMARY KEY (app_id, debug_id, object_id),
            FOREIGN KEY (app_id, object_id) REFERENCES symbol_object (app_id, id) ON DELETE CASCADE
        ) {clustered};
        CREATE INDEX symbol_id_object ON symbol_id (app_id, object_id);

        -- What reports name and nobody brought.
        CREATE TABLE symbol_missing (
            app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
            debug_id TEXT NOT NULL,
            kind TEXT NOT NULL CHECK (kind IN ('dsym', 'elf', 'mapping')),
            name TEXT NOT NULL,
            architecture TEXT NOT NULL,
            version TEXT NOT NULL,
            -- Reports that wait for it.
            reports BIGINT NOT NULL CHECK (reports >= 0),
            first_at BIGINT NOT NULL,
            last_at BIGINT NOT NULL,
            PRIMARY KEY (app_id, debug_id)
        ) {clustered};
        CREATE INDEX symbol_missing_reports ON symbol_missing (app_id, reports, debug_id);
        CREATE INDEX symbol_missing_last ON symbol_missing (last_at);
        """
    )
}
