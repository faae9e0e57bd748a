import Storage

extension Schema {
    /// What the overview looks for among all messages of a week: channels that are told of changes get a message for each.
    static let failedDeliveries = Migration(
        34,
        "failedDeliveries",
        """
        CREATE INDEX alert_delivery_failed ON alert_delivery (app_id, created_at, id) WHERE state = 'failed';
        """
    )
}
