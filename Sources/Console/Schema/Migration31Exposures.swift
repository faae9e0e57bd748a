import Storage

extension Schema {
    /// What each device was told, and when first.
    static let exposures = Migration(
        31,
        "exposures",
        """
        -- subject: id of the release or dot; of switches the publication's number. Pushes and diagnoses are in tables of their own.
        CREATE TABLE exposure (
            app_id TEXT NOT NULL,
            device TEXT NOT NULL,
            kind TEXT NOT NULL CHECK (kind IN ('update', 'patch', 'switches', 'push', 'badge', 'diagnosis')),
            subject TEXT NOT NULL,
            at BIGINT NOT NULL,
            PRIMARY KEY (app_id, device, kind, subject)
        ) {clustered};
        CREATE INDEX exposure_at ON exposure (at);

        -- How many devices were told, and when the first and the last one was. platform: '' for unknown.
        CREATE TABLE exposure_tally (
            app_id TEXT NOT NULL,
            kind TEXT NOT NULL,
            subject TEXT NOT NULL,
            platform TEXT NOT NULL,
            devices BIGINT NOT NULL,
            first_at BIGINT NOT NULL,
            last_at BIGINT NOT NULL,
            PRIMARY KEY (app_id, kind, subject, platform)
        ) {clustered};

        -- When a device reported a group first, by its own clock; NULL where nobody knows any more.
        ALTER TABLE crash_group_device ADD COLUMN first_time BIGINT;

        -- What is known already.
        INSERT INTO exposure (app_id, device, kind, subject, at)
            SELECT app_id, device, 'patch', release_id, at FROM hotpatch_exposure WHERE arm = 'treatment';
        INSERT INTO exposure_tally (app_id, kind, subject, platform, devices, first_at, last_at)
            SELECT app_id, 'patch', release_id, platform, count(*), min(at), max(at) FROM hotpatch_exposure WHERE arm = 'treatment'
            GROUP BY app_id, release_id, platform;
        INSERT INTO exposure_tally (app_id, kind, subject, platform, devices, first_at, last_at)
            SELECT app_id, 'push', message_id, platform, count(*), min(answered_at), max(answered_at) FROM push_delivery
            WHERE state = 'sent' AND answered_at IS NOT NULL
            GROUP BY app_id, message_id, platform;
        INSERT INTO crash_group_device (app_id, group_id, device, reports, first_time)
            SELECT d.app_id, d.group_id, d.device, 0, min(a.time)
            FROM crash_analysis a
            JOIN crash_group g ON g.app_id = a.app_id AND g.id = a.group_id
            JOIN crash c ON c.app_id = a.app_id AND c.id = a.crash_id
            JOIN crash_group_device d ON d.app_id = a.app_id AND d.device = c.device
                AND d.group_id = CASE WHEN g.merged_into = '' THEN g.id ELSE g.merged_into END
            WHERE c.device <> ''
            GROUP BY d.app_id, d.group_id, d.device
            ON CONFLICT (app_id, group_id, device) DO UPDATE SET first_time = excluded.first_time;
        """
    )
}
