/// What the first column of a table of users or devices is called in the files that people bring, in whichever language their tools write. Read, never shown.
enum RolloutHeadings {
    private static let users: Set = ["userid", "user", "用户", "用户id"]
    private static let devices: Set = ["deviceid", "device", "did", "utdid", "设备", "设备id"]

    /// - Parameter cell: the first of the first line.
    static func nameUsers(_ cell: String) -> Bool { users.contains(folded(cell)) }
    static func nameDevices(_ cell: String) -> Bool { devices.contains(folded(cell)) }

    private static func folded(_ cell: String) -> String { cell.lowercased().filter { $0 != "_" && $0 != " " } }
}
