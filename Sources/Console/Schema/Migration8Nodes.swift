import Storage

extension Schema {
    /// Times are the database's own: nodes' clocks may differ by minutes.
    static let nodes = Migration(
        8,
        "nodes",
        """
        -- A row for each running console; one that died leaves its row behind for a day.
        CREATE TABLE node (
            id TEXT NOT NULL PRIMARY KEY,
            name TEXT NOT NULL CHECK (name <> ''),
            address TEXT NOT NULL,
            version TEXT NOT NULL,
            started_at BIGINT NOT NULL,
            seen_at BIGINT NOT NULL,
            -- Milliseconds, uploads and lines as the node last said.
            folding_lag BIGINT NOT NULL,
            uploads_waiting BIGINT NOT NULL,
            lines_taken BIGINT NOT NULL
        ) {strict};

        -- Who alone may do something now. The token grows with each holder; holder is '' when it was given back.
        CREATE TABLE lease (
            name TEXT NOT NULL PRIMARY KEY,
            holder TEXT NOT NULL,
            token BIGINT NOT NULL CHECK (token > 0),
            expires_at BIGINT NOT NULL
        ) {strict};

        -- What is to be done outside the request that caused it. Token and lease_until are the claim of the node that runs it.
        CREATE TABLE job (
            id TEXT NOT NULL PRIMARY KEY,
            kind TEXT NOT NULL CHECK (kind <> ''),
            app_id TEXT REFERENCES app (id) ON DELETE CASCADE,
            payload TEXT NOT NULL,
            once TEXT,
            state TEXT NOT NULL CHECK (state IN ('waiting', 'running', 'done', 'failed', 'cancelled')),
            attempts INTEGER NOT NULL CHECK (attempts >= 0),
            most_attempts INTEGER NOT NULL CHECK (most_attempts > 0),
            run_at BIGINT NOT NULL,
            holder TEXT NOT NULL,
            token BIGINT NOT NULL,
            lease_until BIGINT NOT NULL,
            progress INTEGER NOT NULL CHECK (progress BETWEEN 0 AND 1000),
            step TEXT NOT NULL,
            error TEXT,
            result TEXT,
            created_at BIGINT NOT NULL,
            created_by TEXT NOT NULL,
            started_at BIGINT,
            finished_at BIGINT,
            CHECK ((finished_at IS NULL) = (state IN ('waiting', 'running'))),
            CHECK (state <> 'running' OR (holder <> '' AND started_at IS NOT NULL))
        ) {strict};
        CREATE UNIQUE INDEX job_once ON job (kind, once) WHERE state IN ('waiting', 'running');
        CREATE INDEX job_due ON job (run_at, id) WHERE state = 'waiting';
        CREATE INDEX job_running ON job (lease_until) WHERE state = 'running';
        CREATE INDEX job_created ON job (created_at, id);
        CREATE INDEX job_app ON job (app_id);

        -- One row: by it a node proves that its key file is the one that sealed what is in here.
        CREATE TABLE installation (
            id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
            key_check {blob} NOT NULL CHECK (length(key_check) = 32)
        ) {strict};
        """
    )
}
