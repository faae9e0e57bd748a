import Storage

extension Schema {
    static let packages = Migration(
        13,
        "packages",
        """
        CREATE TABLE package (
            app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
            id TEXT NOT NULL,
            platform TEXT NOT NULL CHECK (platform IN ('ios', 'android', 'harmony')),
            -- From 1 for each platform of an app.
            number INTEGER NOT NULL CHECK (number > 0),
            version TEXT NOT NULL,
            baseline TEXT,
            minimum_os TEXT,
            -- PackageChoice as JSON, as it was asked for.
            choice TEXT NOT NULL,
            -- BuildConfig.json, byte for byte.
            manifest TEXT NOT NULL,
            -- Of all that goes into the archive.
            digest TEXT NOT NULL CHECK (length(digest) = 64),
            job TEXT NOT NULL,
            -- Of the archive, once it is there.
            sha256 TEXT CHECK (length(sha256) = 64),
            size BIGINT,
            ready_at BIGINT,
            created_at BIGINT NOT NULL,
            created_by TEXT NOT NULL,
            CHECK ((sha256 IS NULL) = (size IS NULL) AND (sha256 IS NULL) = (ready_at IS NULL)),
            PRIMARY KEY (app_id, id),
            UNIQUE (app_id, platform, number)
        ) {clustered};
        CREATE INDEX package_created ON package (app_id, created_at, id);
        CREATE INDEX package_digest ON package (app_id, digest);
        CREATE INDEX package_sha256 ON package (sha256);

        CREATE TABLE package_module (
            app_id TEXT NOT NULL,
            package_id TEXT NOT NULL,
            module TEXT NOT NULL,
            version TEXT NOT NULL,
            direct INTEGER NOT NULL CHECK (direct IN (0, 1)),
            PRIMARY KEY (app_id, package_id, module),
            FOREIGN KEY (app_id, package_id) REFERENCES package (app_id, id) ON DELETE CASCADE
        ) {clustered};
        CREATE INDEX package_module_version ON package_module (module, version);

        -- Which version of an app came out with which modules, as its BuildConfig.json says; the package may be one of another console.
        CREATE TABLE shipment (
            app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
            platform TEXT NOT NULL CHECK (platform IN ('ios', 'android', 'harmony')),
            version TEXT NOT NULL,
            build TEXT NOT NULL,
            package_id TEXT,
            package_version TEXT NOT NULL,
            manifest TEXT NOT NULL,
            at BIGINT NOT NULL,
            by_name TEXT NOT NULL,
            PRIMARY KEY (app_id, platform, version, build)
        ) {clustered};

        CREATE TABLE shipment_module (
            app_id TEXT NOT NULL,
            platform TEXT NOT NULL,
            version TEXT NOT NULL,
            build TEXT NOT NULL,
            module TEXT NOT NULL,
            module_version TEXT NOT NULL,
            PRIMARY KEY (app_id, platform, version, build, module),
            FOREIGN KEY (app_id, platform, version, build) REFERENCES shipment (app_id, platform, version, build) ON DELETE CASCADE
        ) {clustered};
        CREATE INDEX shipment_module_version ON shipment_module (module, module_version);
        """
    )
}
