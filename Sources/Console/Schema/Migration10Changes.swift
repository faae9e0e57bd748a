import Storage

extension Schema {
    static let changes = Migration(
        10,
        "changes",
        """
        -- How often what nodes keep in memory was changed: a node reads again where its version is another one.
        CREATE TABLE change_version (
            topic TEXT PRIMARY KEY,
            version BIGINT NOT NULL
        ) {clustered};
        """
    )
}
