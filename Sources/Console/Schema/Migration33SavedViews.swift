import Storage

extension Schema {
    /// Pages with their filters, kept under names.
    static let savedViews = Migration(
        33,
        "savedViews",
        """
        -- path and query: of the page's address, as browsers send them. app_id: the app that the page is about, if it is about one; shared: with all
        -- who see that app.
        CREATE TABLE saved_view (
            id TEXT PRIMARY KEY,
            account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            name TEXT NOT NULL CHECK (name <> ''),
            path TEXT NOT NULL CHECK (path <> ''),
            query TEXT NOT NULL CHECK (query <> ''),
            app_id TEXT,
            shared INTEGER NOT NULL CHECK (shared IN (0, 1)),
            created_at BIGINT NOT NULL,
            changed_at BIGINT NOT NULL,
            CHECK (shared = 0 OR app_id IS NOT NULL),
            UNIQUE (account_id, path, name)
        ) {strict};
        CREATE INDEX saved_view_app ON saved_view (app_id);
        """
    )
}
