/// Which frames are the app's own, and which the system's: the first rule that fits a frame decides.
///
/// Where none fits, a Java frame is the app's, as the system's packages are known, and a native frame is not, as the app's directory is; but a
/// frame of the program itself, of which the report does not say where it lies, is the app's.
public struct CrashModuleRules: Sendable, Equatable, Codable {
    public var rules: [Rule]

    public init(_ rules: [Rule]) {
        self.rules = rules
    }

    public struct Rule: Sendable, Equatable, Codable {
        public var subject: Subject
        /// `*` stands for any number of any characters; letter case counts.
        public var pattern: String
        public var isInApp: Bool

        public init(_ subject: Subject, _ pattern: String, isInApp: Bool) {
            self.subject = subject
            self.pattern = pattern
            self.isInApp = isInApp
        }

        /// As ``CrashModuleRules`` says of `*`.
        func matches(_ text: String) -> Bool {
            CrashPattern.matches(pattern, text)
        }
    }

    /// What of a frame a pattern is compared with.
    public enum Subject: String, Sendable, Codable, CaseIterable {
        /// Where the image lies.
        case path
        /// The image's name.
        case module
        /// The class with its package, of Java frames.
        case type
        /// The function's name, of native frames.
        case symbol
    }

    /// These rules after others, which go first.
    public func after(_ rules: [Rule]) -> CrashModuleRules {
        CrashModuleRules(rules + self.rules)
    }

    /// Those of all platforms.
    public static let standard = CrashModuleRules(apple.rules + android.rules)
}

extension CrashModuleRules {
    /// iOS and its simulator, macOS.
    public static let apple = CrashModuleRules(
        leaveOut(
            .path,
            "/System/*",
            "/usr/lib/*",
            "/usr/libexec/*",
            "/Library/Apple/*",
            "/private/preboot/Cryptexes/*",
            "/Developer/*",
            "/Library/Developer/*",
            "*/RuntimeRoot/*",
            "*/Contents/Developer/*",
            "*/Frameworks/libswift*.dylib"
        )
            + leaveOut(
                .module,
                "CrashReporter",
                "PLCrashReporter*",
                "KSCrash*",
                "Sentry",
                "SentryPrivate",
                "FirebaseCrashlytics",
                "Crashlytics",
                "Bugly*",
                "Bugsnag*",
                "Instabug*",
                "DatadogCrashReporting",
                "libswift*.dylib"
            )
            + leaveOut(.symbol, "plcrash_*", "kscrash*", "kscm_*", "sentrycrash*", "bsg_*", "-[PLCrash*", "-[KSCrash*", "-[Bugly*", "+[Bugly*")
            + [
                Rule(.path, "*.app/*", isInApp: true), Rule(.path, "*.appex/*", isInApp: true),
                Rule(.path, "/private/var/containers/Bundle/*", isInApp: true), Rule(.path, "/var/containers/Bundle/*", isInApp: true),
            ]
    )

    /// Java and Kotlin, and native libraries; those of HarmonyOS too.
    public static let android = CrashModuleRules(
        leaveOut(
            .type,
            "android.*",
            "androidx.*",
            "com.android.*",
            "com.google.android.*",
            "dalvik.*",
            "java.*",
            "javax.*",
            "jdk.*",
            "kotlin.*",
            "kotlinx.*",
            "libcore.*",
            "sun.*"
        )
            + leaveOut(
                .module,
                "libsentry*.so",
                "libBugly*.so",
                "libbugly*.so",
                "libcrashlytics*.so",
                "libxcrash*.so",
                "libunwind*.so",
                "libc++_shared.so"
            )
            + ["/data/storage/el1/bundle/*", "/data/app/*", "/data/data/*", "/data/user/*", "/data/user_de/*", "/mnt/asec/*", "/mnt/expand/*"].map {
                Rule(.path, $0, isInApp: true)
            }
    )

    private static func leaveOut(_ subject: Subject, _ patterns: String...) -> [Rule] {
        patterns.map { Rule(subject, $0, isInApp: false) }
    }
}
