import Storage

extension Schema {
    /// The catalogue, which belongs to no app.
    static let modules = Migration(
        12,
        "modules",
        """
        CREATE TABLE module (
            name TEXT PRIMARY KEY CHECK (length(name) BETWEEN 2 AND 64),
            -- The name in lower case: names that differ in nothing else would overwrite each other on a phone developer's disk.
            folded TEXT NOT NULL UNIQUE,
            grouping TEXT NOT NULL,
            title_zh TEXT NOT NULL,
            title_en TEXT NOT NULL,
            description_zh TEXT NOT NULL,
            description_en TEXT NOT NULL,
            demo INTEGER NOT NULL DEFAULT 0 CHECK (demo IN (0, 1)),
            created_at BIGINT NOT NULL,
            created_by TEXT NOT NULL
        ) {strict};

        -- What was found in a file that was uploaded. The file is a blob; it goes some time after its last version.
        CREATE TABLE module_artifact (
            sha256 TEXT PRIMARY KEY CHECK (length(sha256) = 64),
            size BIGINT NOT NULL,
            unpacked_size BIGINT NOT NULL,
            kind TEXT NOT NULL CHECK (kind IN ('framework', 'xcframework', 'aar', 'har')),
            files INTEGER NOT NULL,
            -- JSON lists of paths.
            resources TEXT NOT NULL,
            headers TEXT NOT NULL,
            created_at BIGINT NOT NULL
        ) {strict};

        CREATE TABLE module_version (
            platform TEXT NOT NULL CHECK (platform IN ('ios', 'android', 'harmony')),
            module TEXT NOT NULL REFERENCES module (name) ON DELETE CASCADE,
            version TEXT NOT NULL,
            notes_zh TEXT NOT NULL,
            notes_en TEXT NOT NULL,
            -- ModuleNeeds as JSON: the resolver reads all of a platform at once and asks for nothing less.
            needs TEXT NOT NULL,
            artifact TEXT NOT NULL REFERENCES module_artifact (sha256),
            state TEXT NOT NULL CHECK (state IN ('current', 'deprecated', 'withdrawn')),
            replacement TEXT,
            reason TEXT NOT NULL,
            bad_reason TEXT,
            bad_at BIGINT,
            bad_by TEXT,
            published_at BIGINT NOT NULL,
            published_by TEXT NOT NULL,
            CHECK ((bad_reason IS NULL) = (bad_at IS NULL) AND (bad_reason IS NULL) = (bad_by IS NULL)),
            PRIMARY KEY (platform, module, version)
        ) {clustered};
        CREATE INDEX module_version_artifact ON module_version (artifact);
        CREATE INDEX module_version_module ON module_version (module);

        -- Frozen sets of versions that were tested together.
        CREATE TABLE module_baseline (
            platform TEXT NOT NULL CHECK (platform IN ('ios', 'android', 'harmony')),
            name TEXT NOT NULL,
            notes_zh TEXT NOT NULL,
            notes_en TEXT NOT NULL,
            demo INTEGER NOT NULL DEFAULT 0 CHECK (demo IN (0, 1)),
            created_at BIGINT NOT NULL,
            created_by TEXT NOT NULL,
            PRIMARY KEY (platform, name)
        ) {clustered};

        CREATE TABLE module_baseline_entry (
            platform TEXT NOT NULL,
            baseline TEXT NOT NULL,
            module TEXT NOT NULL,
            version TEXT NOT NULL,
            PRIMARY KEY (platform, baseline, module),
            FOREIGN KEY (platform, baseline) REFERENCES module_baseline (platform, name) ON DELETE CASCADE,
            FOREIGN KEY (platform, module, version) REFERENCES module_version (platform, module, version)
        ) {clustered};
        CREATE INDEX module_baseline_entry_version ON module_baseline_entry (platform, module, version);
        """
    )
}
