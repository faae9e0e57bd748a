import Storage

extension Schema {
    /// What is not known is ''.
    static let feedback = Migration(
        7,
        "feedback",
        """
        -- The latest reply stands beside the feedback, all of them in feedback_reply. Tags are `,a,b,`.
        CREATE TABLE feedback (
            app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
            id TEXT NOT NULL,
            created_at BIGINT NOT NULL,
            state TEXT NOT NULL CHECK (state IN ('new', 'open', 'answered', 'closed')),
            changed_at BIGINT NOT NULL,
            content TEXT NOT NULL CHECK (content <> ''),
            contact TEXT NOT NULL,
            mobile TEXT NOT NULL,
            user_id TEXT NOT NULL,
            device TEXT NOT NULL,
            platform TEXT NOT NULL,
            version TEXT NOT NULL,
            os_version TEXT NOT NULL,
            model TEXT NOT NULL,
            tags TEXT NOT NULL,
            images INTEGER NOT NULL CHECK (images BETWEEN 0 AND 4),
            reply TEXT,
            replied_at BIGINT,
            replied_by TEXT,
            CHECK ((reply IS NULL) = (replied_at IS NULL) AND (reply IS NULL) = (replied_by IS NULL)),
            PRIMARY KEY (app_id, id)
        ) {clustered};
        CREATE INDEX feedback_created ON feedback (app_id, created_at, id);
        CREATE INDEX feedback_state ON feedback (app_id, state, created_at);
        CREATE INDEX feedback_device ON feedback (app_id, device, created_at);
        CREATE INDEX feedback_user ON feedback (app_id, user_id, created_at);

        -- Files in the data directory: feedback/<app>/<sha256>.png.
        CREATE TABLE feedback_image (
            app_id TEXT NOT NULL,
            feedback_id TEXT NOT NULL,
            number INTEGER NOT NULL CHECK (number BETWEEN 1 AND 4),
            sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
            width INTEGER NOT NULL,
            height INTEGER NOT NULL,
            size INTEGER NOT NULL,
            PRIMARY KEY (app_id, feedback_id, number),
            FOREIGN KEY (app_id, feedback_id) REFERENCES feedback (app_id, id) ON DELETE CASCADE
        ) {clustered};

        CREATE TABLE feedback_reply (
            app_id TEXT NOT NULL,
            feedback_id TEXT NOT NULL,
            id TEXT NOT NULL,
            at BIGINT NOT NULL,
            author TEXT NOT NULL,
            text TEXT NOT NULL CHECK (text <> ''),
            PRIMARY KEY (app_id, feedback_id, id),
            FOREIGN KEY (app_id, feedback_id) REFERENCES feedback (app_id, id) ON DELETE CASCADE
        ) {clustered};
        """
    )
}
