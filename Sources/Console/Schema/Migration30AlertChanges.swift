import Storage

extension Schema {
    /// Channels that are told of changes too, and messages that tell of one.
    static let alertChanges = Migration(
        30,
        "alertChanges",
        """
        -- Kinds of changes (LedgerKind) that the channel is told of, with a space between them; '' for none.
        ALTER TABLE alert_channel ADD COLUMN changes TEXT NOT NULL DEFAULT '';

        -- Whether it is told of those too that belong to no app.
        ALTER TABLE alert_channel ADD COLUMN wide INTEGER NOT NULL DEFAULT 0 CHECK (wide IN (0, 1));

        -- The entry of audit_event that the message tells of; '' where it tells of an alert, or tests a channel.
        ALTER TABLE alert_delivery ADD COLUMN change_id TEXT NOT NULL DEFAULT '';

        -- Who may see it in the log: all who may see the app, its administrators, or those of the console.
        ALTER TABLE alert_delivery ADD COLUMN readers TEXT NOT NULL DEFAULT 'viewers' CHECK (readers IN ('viewers', 'admins', 'console'));

        -- Of each channel only so many are taken at once.
        DROP INDEX alert_delivery_next;
        CREATE INDEX alert_delivery_next ON alert_delivery (next_at, channel_id) WHERE next_at IS NOT NULL;
        """
    )
}
