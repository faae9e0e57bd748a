import Storage

extension Schema {
    static let ledger = Migration(
        29,
        "ledger",
        """
        -- The ledger of changes is the audit log without what is no change. Counting it, and finding its pages, reads the index alone.
        DROP INDEX audit_event_app;
        CREATE INDEX audit_event_app ON audit_event (app_id, at, id, action);
        """
    )
}
