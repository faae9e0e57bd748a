/// Where the fields are, counted from 0: the three line models of mPaaS as the console reads them (its contract, section 4).
/// Positions 0–7 are the same in all three.
enum LogPosition {
    static let kind = 0
    static let time = 1
    static let product = 2
    static let version = 3
    static let client = 5
    static let session = 6
    static let user = 7

    /// `D-VM`.
    enum Behaviour {
        static let count = 48
        /// Always `2`, as the original client writes it.
        static let logVersion = 4
        static let marker = 8
        static let previousPage = 10
        static let event = 15
        static let bizType = 17
        static let ext = 22
        static let device = 25
        static let model = 33
        static let systemVersion = 34
        static let network = 35
        static let channel = 37
        static let language = 38
        static let hotpatch = 39
        static let resolution = 45
    }

    /// `D-MM`.
    enum Performance {
        static let count = 37
        static let marker = 11
        static let measure = 12
        static let milliseconds = 13
        static let detail = 14
        static let system = 17
        static let systemVersion = 18
        static let network = 19
        static let model = 20
        static let channel = 22
        static let device = 23
        static let language = 24
        static let hotpatch = 28
        static let resolution = 32
    }

    /// `e`.
    enum Crash {
        static let count = 34
        static let marker = 8
        static let ground = 9
        static let point = 13
        static let text = 14
        static let page = 15
        static let channel = 16
        static let model = 23
        static let system = 24
        static let network = 25
        static let ext = 26
        static let device = 28
        static let hotpatch = 30
        static let process = 31
        static let thread = 32
        static let runtime = 33
    }
}
