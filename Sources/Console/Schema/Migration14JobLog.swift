import Storage

extension Schema {
    static let jobLog = Migration(
        14,
        "job log",
        """
        -- What a job says of itself while it runs: words of the catalogue with their arguments as JSON, so that each reads it in his language.
        CREATE TABLE job_line (
            job TEXT NOT NULL REFERENCES job (id) ON DELETE CASCADE,
            number INTEGER NOT NULL CHECK (number > 0),
            at BIGINT NOT NULL,
            word TEXT NOT NULL,
            arguments TEXT NOT NULL,
            PRIMARY KEY (job, number)
        ) {clustered};
        """
    )
}
