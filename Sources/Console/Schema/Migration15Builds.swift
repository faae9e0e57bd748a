import Storage

extension Schema {
    static let builds = Migration(
        15,
        "builds",
        """
        CREATE TABLE build (
            app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
            id TEXT NOT NULL,
            platform TEXT NOT NULL CHECK (platform IN ('ios', 'android', 'harmony')),
            kind TEXT NOT NULL CHECK (kind IN ('ipa', 'apk', 'hap', 'aab')),
            identifier TEXT NOT NULL,
            version TEXT NOT NULL,
            build_number TEXT NOT NULL,
            display_name TEXT NOT NULL,
            min_os TEXT NOT NULL,
            size BIGINT NOT NULL CHECK (size >= 0),
            sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
            md5 TEXT NOT NULL CHECK (length(md5) = 32),
            icon TEXT CHECK (length(icon) = 64),
            -- BuildFacts as JSON, without icon and manifest.
            facts TEXT NOT NULL,
            -- Of an ipa.
            profile_uuid TEXT,
            profile_expires_at BIGINT,
            file_name TEXT NOT NULL,
            state TEXT NOT NULL CHECK (state IN ('current', 'retired')),
            composition TEXT NOT NULL CHECK (composition IN ('none', 'recorded', 'refused')),
            notes TEXT NOT NULL,
            request_id TEXT,
            created_at BIGINT NOT NULL,
            created_by TEXT NOT NULL,
            CHECK ((profile_uuid IS NULL) = (profile_expires_at IS NULL)),
            PRIMARY KEY (app_id, id),
            UNIQUE (app_id, sha256)
        ) {clustered};
        CREATE INDEX build_created ON build (app_id, created_at, id);
        CREATE INDEX build_offered ON build (app_id, platform, state, created_at, id);
        CREATE INDEX build_sha256 ON build (sha256);
        CREATE INDEX build_icon ON build (icon);
        CREATE INDEX build_profile ON build (profile_expires_at);

        -- An address that phones install from: of one build, or of whichever is the newest of a platform, or of the app.
        CREATE TABLE install_link (
            code TEXT NOT NULL PRIMARY KEY,
            app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
            build_id TEXT,
            platform TEXT CHECK (platform IN ('ios', 'android', 'harmony')),
            -- Hashed with scrypt.
            password TEXT,
            expires_at BIGINT,
            -- How often its file may be taken, and how often it was.
            most BIGINT CHECK (most > 0),
            taken BIGINT NOT NULL DEFAULT 0,
            created_at BIGINT NOT NULL,
            FOREIGN KEY (app_id, build_id) REFERENCES build (app_id, id) ON DELETE CASCADE
        ) {clustered};
        CREATE UNIQUE INDEX install_link_build ON install_link (app_id, build_id) WHERE build_id IS NOT NULL;
        CREATE UNIQUE INDEX install_link_platform ON install_link (app_id, platform) WHERE build_id IS NULL AND platform IS NOT NULL;
        CREATE UNIQUE INDEX install_link_app ON install_link (app_id) WHERE build_id IS NULL AND platform IS NULL;

        -- Downloads that were counted, so that their later parts are not.
        CREATE TABLE install_download (
            app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
            ticket TEXT NOT NULL,
            at BIGINT NOT NULL,
            PRIMARY KEY (app_id, ticket)
        ) {clustered};
        CREATE INDEX install_download_at ON install_download (at);

        CREATE TABLE install_day (
            app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
            build_id TEXT NOT NULL,
            -- In the app's zone, such as 2026-11-21.
            day TEXT NOT NULL,
            system TEXT NOT NULL CHECK (system IN ('ios', 'android', 'harmony', 'desktop')),
            downloads BIGINT NOT NULL,
            PRIMARY KEY (app_id, build_id, day, system)
        ) {clustered};
        """
    )
}
