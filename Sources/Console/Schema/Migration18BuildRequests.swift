import Storage

extension Schema {
    /// Times of requests, agents and leases are the database's own: nodes' clocks may differ by minutes.
    static let buildRequests = Migration(
        18,
        "build requests",
        """
        -- What is to be built by an agent outside. lease is the SHA-256 of what its agent shows for it, '' while nobody has it.
        CREATE TABLE build_request (
            id TEXT NOT NULL PRIMARY KEY,
            app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
            -- From 1 for each app.
            number INTEGER NOT NULL CHECK (number > 0),
            platform TEXT NOT NULL CHECK (platform IN ('ios', 'android', 'harmony')),
            repository TEXT NOT NULL CHECK (repository <> ''),
            ref_kind TEXT NOT NULL CHECK (ref_kind IN ('branch', 'tag', 'commit')),
            ref TEXT NOT NULL CHECK (ref <> ''),
            configuration TEXT NOT NULL CHECK (configuration <> ''),
            certificate TEXT,
            note TEXT NOT NULL,
            -- A list of names and values as JSON.
            parameters TEXT NOT NULL,
            -- The request that this one repeats.
            retry_of TEXT,
            state TEXT NOT NULL CHECK (state IN ('waiting', 'running', 'succeeded', 'failed', 'cancelled')),
            attempts INTEGER NOT NULL CHECK (attempts >= 0),
            most_attempts INTEGER NOT NULL CHECK (most_attempts > 0),
            agent TEXT,
            lease TEXT NOT NULL,
            lease_until BIGINT NOT NULL,
            reason TEXT,
            exit_code INTEGER,
            build TEXT,
            -- Bytes that came; of these the first few megabytes are kept.
            log_size BIGINT NOT NULL CHECK (log_size >= 0),
            log_kept BIGINT NOT NULL CHECK (log_kept BETWEEN 0 AND log_size),
            created_at BIGINT NOT NULL,
            created_by TEXT NOT NULL,
            started_at BIGINT,
            finished_at BIGINT,
            UNIQUE (app_id, number),
            CHECK ((finished_at IS NULL) = (state IN ('waiting', 'running'))),
            CHECK ((lease <> '') = (state = 'running')),
            CHECK (state <> 'running' OR (agent IS NOT NULL AND started_at IS NOT NULL))
        ) {strict};
        CREATE INDEX build_request_waiting ON build_request (created_at, id) WHERE state = 'waiting';
        CREATE INDEX build_request_running ON build_request (lease_until) WHERE state = 'running';
        CREATE INDEX build_request_created ON build_request (app_id, created_at, id);

        -- What an agent must have to take it.
        CREATE TABLE build_request_label (
            request TEXT NOT NULL REFERENCES build_request (id) ON DELETE CASCADE,
            label TEXT NOT NULL,
            PRIMARY KEY (request, label)
        ) {clustered};

        -- The log as it came, piece by piece without a gap.
        CREATE TABLE build_request_log (
            request TEXT NOT NULL REFERENCES build_request (id) ON DELETE CASCADE,
            start BIGINT NOT NULL CHECK (start >= 0),
            size BIGINT NOT NULL CHECK (size > 0),
            bytes {blob} NOT NULL,
            PRIMARY KEY (request, start)
        ) {strict};

        -- Who asked for work, by the name that it gives itself.
        CREATE TABLE build_agent (
            name TEXT NOT NULL PRIMARY KEY,
            -- Words with spaces between.
            platforms TEXT NOT NULL,
            labels TEXT NOT NULL,
            address TEXT NOT NULL,
            token TEXT NOT NULL,
            first_at BIGINT NOT NULL,
            seen_at BIGINT NOT NULL
        ) {strict};
        CREATE INDEX build_agent_seen ON build_agent (seen_at);

        -- A file on its way, that comes in pieces. busy_until is the claim of the node that puts them together.
        CREATE TABLE build_upload (
            id TEXT NOT NULL PRIMARY KEY,
            app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
            file_name TEXT NOT NULL,
            size BIGINT NOT NULL CHECK (size > 0),
            sha256 TEXT CHECK (length(sha256) = 64),
            notes TEXT NOT NULL,
            request TEXT,
            -- Who brings it.
            viewer TEXT NOT NULL,
            received BIGINT NOT NULL CHECK (received BETWEEN 0 AND size),
            busy_until BIGINT NOT NULL,
            build TEXT,
            -- Why it was not taken: fields and messages as JSON.
            refusal TEXT,
            created_at BIGINT NOT NULL,
            touched_at BIGINT NOT NULL,
            CHECK (build IS NULL OR refusal IS NULL)
        ) {strict};
        CREATE INDEX build_upload_app ON build_upload (app_id);
        CREATE INDEX build_upload_touched ON build_upload (touched_at);

        -- Each is a blob of its own: it begins with bytes that no other blob begins with.
        CREATE TABLE build_upload_piece (
            upload TEXT NOT NULL REFERENCES build_upload (id) ON DELETE CASCADE,
            start BIGINT NOT NULL CHECK (start >= 0),
            size BIGINT NOT NULL CHECK (size > 0),
            blob TEXT NOT NULL CHECK (length(blob) = 64),
            PRIMARY KEY (upload, start)
        ) {clustered};
        """
    )
}
