import Storage

extension Schema {
    /// A reader is `d:` and a device id, or `u:` and a user id.
    static let badges = Migration(
        6,
        "badges",
        """
        -- Red dots that operators published. The audience is JSON.
        CREATE TABLE badge (
            app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
            id TEXT NOT NULL,
            badge_id TEXT NOT NULL CHECK (badge_id <> ''),
            style TEXT NOT NULL CHECK (style IN ('point', 'num', 'new', 'hui')),
            temporary_number INTEGER NOT NULL CHECK (temporary_number BETWEEN 0 AND 9999),
            persistent_number INTEGER NOT NULL CHECK (persistent_number BETWEEN 0 AND 9999),
            audience TEXT NOT NULL,
            created_at BIGINT NOT NULL,
            created_by TEXT NOT NULL,
            expires_at BIGINT,
            ended_at BIGINT,
            shown BIGINT NOT NULL DEFAULT 0,
            acknowledged BIGINT NOT NULL DEFAULT 0,
            CHECK (temporary_number + persistent_number > 0),
            PRIMARY KEY (app_id, id)
        ) {clustered};
        CREATE INDEX badge_created ON badge (app_id, created_at, id);

        -- Which devices were shown a dot, as the registers of a HyperLogLog sketch.
        CREATE TABLE badge_reach (
            app_id TEXT NOT NULL,
            badge TEXT NOT NULL,
            registers {blob} NOT NULL,
            PRIMARY KEY (app_id, badge),
            FOREIGN KEY (app_id, badge) REFERENCES badge (app_id, id) ON DELETE CASCADE
        ) {clustered};

        CREATE TABLE badge_ack (
            app_id TEXT NOT NULL,
            reader TEXT NOT NULL,
            badge TEXT NOT NULL,
            at BIGINT NOT NULL,
            PRIMARY KEY (app_id, reader, badge),
            FOREIGN KEY (app_id, badge) REFERENCES badge (app_id, id) ON DELETE CASCADE
        ) {clustered};
        CREATE INDEX badge_ack_badge ON badge_ack (app_id, badge);

        -- Dots that other rooms raised for one reader; gone once cleared.
        CREATE TABLE badge_personal (
            app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
            reader TEXT NOT NULL,
            badge_id TEXT NOT NULL,
            widget TEXT NOT NULL,
            style TEXT NOT NULL CHECK (style IN ('point', 'num', 'new', 'hui')),
            number INTEGER NOT NULL CHECK (number BETWEEN 1 AND 9999),
            raised_at BIGINT NOT NULL,
            expires_at BIGINT NOT NULL,
            PRIMARY KEY (app_id, reader, badge_id)
        ) {clustered};
        CREATE INDEX badge_personal_expires ON badge_personal (expires_at);
        """
    )
}
