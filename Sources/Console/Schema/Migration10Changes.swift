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

        -- What nodes counted of the gateway's calls comes in batches; those that were written last, so that none is written again when its commit
        -- was not heard of.
        CREATE TABLE gateway_batch (
            id TEXT PRIMARY KEY,
            at BIGINT NOT NULL
        ) {clustered};
        """
    )
}
