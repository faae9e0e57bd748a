import Storage

extension Schema {
    /// What the search looks up by its beginning in a log that may be long; devices and users have such indexes already.
    static let searchIndex = Migration(
        32,
        "searchIndex",
        """
        -- Cut, because PostgreSQL refuses rows whose index entry is over a third of a page.
        CREATE INDEX audit_event_object ON audit_event (lower(substr(object, 1, 200)), at);
        """
    )
}
