/// A licence as SPDX writes it (https://spdx.github.io/spdx-spec/v2.3/SPDX-license-expressions/): `MIT`, `Apache-2.0 OR GPL-2.0-only`,
/// `(MIT AND Zlib)`, `GPL-2.0-only WITH Classpath-exception-2.0`, `LicenseRef-Proprietary`.
struct ModuleLicence: Sendable, Equatable {
    /// As it was written.
    let text: String
    private let expression: Expression

    indirect enum Expression: Sendable, Equatable {
        case id(ModuleLicenceID)
        case all([Expression])
        case any([Expression])
    }

    /// - Returns: nil for what is no expression; ids that SPDX does not list are taken, they are only not known.
    init?(_ text: String) {
        guard text.utf8.count <= 500 else { return nil }
        var reader = ModuleLicenceReader(text)
        guard let expression = reader.read() else { return nil }
        self.text = text
        self.expression = expression
    }

    /// What there is to ask about: of alternatives the one that asks least. Sorted, each once.
    /// - Parameter accepted: ids, or whole `… WITH …`, that somebody said yes to; case does not matter.
    func questions(accepted: Set<String>) -> [ModuleLicenceID] {
        let accepted = Set(accepted.map { $0.lowercased() })
        return Set(Self.questions(expression, accepted)).sorted { $0.text < $1.text }
    }

    private static func questions(_ expression: Expression, _ accepted: Set<String>) -> [ModuleLicenceID] {
        switch expression {
        case .id(let id): id.terms == .free || id.isAccepted(accepted) ? [] : [id]
        case .all(let parts): parts.flatMap { questions($0, accepted) }
        case .any(let parts): parts.map { questions($0, accepted) }.min { weight($0) < weight($1) } ?? []
        }
    }

    private static func weight(_ questions: [ModuleLicenceID]) -> Int {
        questions.reduce(0) { $0 + ($1.terms.needsConsent ? 1_000 : 1) }
    }
}

/// One licence of an expression.
struct ModuleLicenceID: Sendable, Hashable {
    let id: String
    /// After `WITH`.
    let exception: String?

    var text: String { exception.map { "\(id) WITH \($0)" } ?? id }

    func isAccepted(_ accepted: Set<String>) -> Bool {
        accepted.contains(id.lowercased()) || accepted.contains(text.lowercased())
    }

    var terms: ModuleLicenceTerms {
        let terms = ModuleLicenceTerms(id)
        guard let exception, terms == .copyleft else { return terms }
        return Self.linking.contains(exception.lowercased()) ? .weak : terms
    }

    /// Exceptions that let a program be linked without coming under the licence itself.
    private static let linking: Set<String> = [
        "classpath-exception-2.0", "gcc-exception-2.0", "gcc-exception-3.1", "lgpl-3.0-linking-exception", "linux-syscall-note",
        "openjdk-assembly-exception-1.0",
        "u-boot-exception-2.0", "wxwindows-exception-3.1",
    ]
}

/// What a licence asks of an app that is sold without its source.
enum ModuleLicenceTerms: Sendable {
    /// To be named at most: nobody has to be asked.
    case free
    /// The licensed files' own source: people are told.
    case weak
    /// More than that, also of what it is linked with; phones link statically, so the LGPL is among these.
    case copyleft
    case unknown

    var needsConsent: Bool { self == .copyleft || self == .unknown }

    init(_ id: String) {
        var name = id.lowercased()
        if name.hasSuffix("+") { name.removeLast() }
        let family = name.prefix { $0 != "-" }
        self =
            Self.freeIDs.contains(name)
            ? .free : Self.weakFamilies.contains(String(family)) ? .weak : Self.copyleftFamilies.contains(String(family)) ? .copyleft : .unknown
    }

    private static let freeIDs = Set(
        """
        licenseref-proprietary mit mit-0 x11 isc icu ncsa 0bsd bsd-1-clause bsd-2-clause bsd-2-clause-patent bsd-3-clause bsd-3-clause-clear bsd-4-clause \
        bsd-source-code apache-1.1 apache-2.0 zlib zlib-acknowledgement libpng libpng-2.0 ijg libtiff curl openssl openssl-standalone ssleay unlicense cc0-1.0 \
        cc-by-3.0 cc-by-4.0 wtfpl bsl-1.0 postgresql python-2.0 psf-2.0 ruby tcl unicode-dfs-2015 unicode-dfs-2016 unicode-3.0 w3c blessing bzip2-1.0.6 \
        ftl hpnd info-zip php-3.01 artistic-2.0 afl-3.0 upl-1.0 mulanpsl-1.0 mulanpsl-2.0 ms-pl ofl-1.1 vim xfree86-1.1 json beerware naist-2003
        """.split(whereSeparator: \.isWhitespace).map(String.init)
    )
    private static let weakFamilies: Set<String> = ["mpl", "epl", "cddl", "cpl", "apsl", "ipl", "erlpl", "cpal", "ms_rl"]
    private static let copyleftFamilies: Set<String> = ["gpl", "agpl", "lgpl", "eupl", "osl", "sspl", "rpl", "cecill", "sleepycat", "qpl", "npol"]
}
