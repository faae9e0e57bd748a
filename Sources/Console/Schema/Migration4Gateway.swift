import Storage

extension Schema {
    /// What the gateway is told, and what it counted. Minutes and quarters (15 minutes) count from 1970-01-01 00:00 UTC, days too; an unknown
    /// version or device is ''. Only operations that the console knows have rows: a device cannot make names.
    static let gateway = Migration(
        4,
        "gateway",
        """
        -- Limits are calls a second, with as many at once; 0 for none. An app without a row has the defaults.
        CREATE TABLE gateway_setting (
            app_id TEXT PRIMARY KEY REFERENCES app (id) ON DELETE CASCADE,
            hmac_only INTEGER NOT NULL CHECK (hmac_only IN (0, 1)),
            app_rate INTEGER NOT NULL CHECK (app_rate >= 0),
            device_rate INTEGER NOT NULL CHECK (device_rate >= 0)
        ) {strict};

        -- Operations that are passed on to a server of the app's team, or answered with the mock (a JSON text) while there is one.
        -- pass_headers: names of device headers passed on, separated by spaces.
        CREATE TABLE gateway_upstream (
            app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
            operation TEXT NOT NULL CHECK (operation <> ''),
            url TEXT NOT NULL,
            method TEXT NOT NULL CHECK (method IN ('GET', 'POST', 'PUT', 'DELETE')),
            timeout_ms INTEGER NOT NULL CHECK (timeout_ms BETWEEN 100 AND 60000),
            needs_login INTEGER NOT NULL CHECK (needs_login IN (0, 1)),
            needs_signature INTEGER NOT NULL CHECK (needs_signature IN (0, 1)),
            changes_state INTEGER NOT NULL CHECK (changes_state IN (0, 1)),
            allows_private INTEGER NOT NULL CHECK (allows_private IN (0, 1)),
            rate INTEGER NOT NULL CHECK (rate >= 0),
            cache_seconds INTEGER NOT NULL CHECK (cache_seconds BETWEEN 0 AND 86400),
            pass_headers TEXT NOT NULL,
            mock TEXT,
            enabled INTEGER NOT NULL CHECK (enabled IN (0, 1)),
            changed_at BIGINT NOT NULL,
            PRIMARY KEY (app_id, operation)
        ) {clustered};

        -- Signatures of calls that changed something, as long as their time is valid: none is taken twice.
        CREATE TABLE gateway_signature (
            hash {blob} PRIMARY KEY,
            at BIGINT NOT NULL
        ) {clustered};
        CREATE INDEX gateway_signature_at ON gateway_signature (at);

        -- Roll-ups that pages read; times are sums in microseconds.
        CREATE TABLE gateway_minute (
            app_id TEXT NOT NULL,
            minute INTEGER NOT NULL,
            operation TEXT NOT NULL,
            platform TEXT NOT NULL,
            version TEXT NOT NULL,
            status INTEGER NOT NULL,
            calls INTEGER NOT NULL,
            gateway_us BIGINT NOT NULL,
            upstream_us BIGINT NOT NULL,
            request_bytes BIGINT NOT NULL,
            response_bytes BIGINT NOT NULL,
            PRIMARY KEY (app_id, minute, operation, platform, version, status)
        ) {clustered};

        -- The same by quarter hour, for ranges of more than a few hours.
        CREATE TABLE gateway_quarter (
            app_id TEXT NOT NULL,
            quarter INTEGER NOT NULL,
            operation TEXT NOT NULL,
            platform TEXT NOT NULL,
            version TEXT NOT NULL,
            status INTEGER NOT NULL,
            calls INTEGER NOT NULL,
            gateway_us BIGINT NOT NULL,
            upstream_us BIGINT NOT NULL,
            request_bytes BIGINT NOT NULL,
            response_bytes BIGINT NOT NULL,
            PRIMARY KEY (app_id, quarter, operation, platform, version, status)
        ) {clustered};

        -- Durations as counts per bucket of TelemetryHistogram: of microseconds for part 'gateway', of milliseconds for 'upstream'.
        CREATE TABLE gateway_duration (
            app_id TEXT NOT NULL,
            quarter INTEGER NOT NULL,
            operation TEXT NOT NULL,
            platform TEXT NOT NULL,
            version TEXT NOT NULL,
            part TEXT NOT NULL CHECK (part IN ('gateway', 'upstream')),
            bucket INTEGER NOT NULL,
            calls INTEGER NOT NULL,
            PRIMARY KEY (app_id, quarter, operation, platform, version, part, bucket)
        ) {clustered};

        -- The latest calls that failed, 1,000 of an app at most.
        CREATE TABLE gateway_failure (
            app_id TEXT NOT NULL,
            at BIGINT NOT NULL,
            id TEXT NOT NULL,
            operation TEXT NOT NULL,
            platform TEXT NOT NULL,
            version TEXT NOT NULL,
            device TEXT NOT NULL,
            status INTEGER NOT NULL,
            reason TEXT NOT NULL,
            PRIMARY KEY (app_id, at, id)
        ) {clustered};

        -- Calls signed with the secret before the last rotation: which versions still have it.
        CREATE TABLE gateway_old_secret (
            app_id TEXT NOT NULL,
            platform TEXT NOT NULL,
            version TEXT NOT NULL,
            day INTEGER NOT NULL,
            calls INTEGER NOT NULL,
            PRIMARY KEY (app_id, platform, version, day)
        ) {clustered};
        """
    )
}
