import Storage

extension Connection {
    /// What proves the installation's key; nil before the first node.
    func keyCheck() throws -> [UInt8]? {
        try value("SELECT key_check FROM installation WHERE id = 1")
    }

    /// - Returns: the installation's, which is `check` when there was none.
    func keyCheck(orFirst check: [UInt8]) throws -> [UInt8] {
        try run("INSERT INTO installation (id, key_check) VALUES (1, \(check)) ON CONFLICT (id) DO NOTHING")
        return try keyCheck() ?? []
    }
}
