/// One thing that a build machine does: a command of the shell, and what stands in its variables.
struct SnippetTask: Sendable {
    /// E.g. `upload build`.
    let words: [String]
    /// One line without single quotes and backslashes, so that every tool takes it as it is.
    let command: String
    let variables: [SnippetVariable]
    /// The task of Gradle that makes the file.
    let gradleAfter: String?

    /// - Parameters:
    ///   - platform: what for.
    ///   - address: of the app in the API.
    init(_ subject: SnippetSubject, _ platform: Platform, address: String) {
        let ask = #"curl --fail-with-body -sS -H "Authorization: Bearer $CONSOLE_TOKEN""#
        let (version, file) = (#"--form-string "version=$VERSION""#, #"-F "file=@$FILE""#)
        switch subject {
        case .builds:
            words = ["upload", "build"]
            command = #"\#(ask) \#(file) "\#(address)/builds""#
            variables = [.build(platform)]
            gradleAfter = "assembleRelease"
        case .symbols:
            words = ["upload", "symbols"]
            command = #"\#(ask) \#(version) \#(file) "\#(address)/symbols""#
            variables = [.symbols(platform), .tag]
            gradleAfter = "assembleRelease"
        case .patches:
            words = ["draft", "patch"]
            let fields = #"--form-string "platform=\#(platform.rawValue)" --form-string "targetVersions=$VERSION" -F "script=@$FILE""#
            command = #"\#(ask) \#(fields) "\#(address)/hotpatches""#
            variables = [.script, .version]
            gradleAfter = nil
        }
    }
}

/// A variable of the command, as each tool comes to its value.
struct SnippetVariable: Sendable {
    let name: String
    /// As it is, for what takes plain text: the shell, GitLab.
    let plain: String
    var gitlab: String?
    /// Expressions of Ruby and Groovy.
    let fastlane: String
    let gradle: String
    var jenkins: String?
    /// What is given to the lane for it.
    var option: String?

    fileprivate static func build(_ platform: Platform) -> SnippetVariable {
        switch platform {
        case .ios: made("build/App.ipa", fastlane: "lane_context[SharedValues::IPA_OUTPUT_PATH]")
        case .android: made("app/build/outputs/apk/release/app-release.apk", fastlane: "lane_context[SharedValues::GRADLE_APK_OUTPUT_PATH]")
        case .harmony: made("entry/build/default/outputs/default/entry-default-signed.hap")
        }
    }

    fileprivate static func symbols(_ platform: Platform) -> SnippetVariable {
        switch platform {
        case .ios: made("build/App.app.dSYM.zip", fastlane: "lane_context[SharedValues::DSYM_OUTPUT_PATH]")
        case .android:
            made("app/build/outputs/mapping/release/mapping.txt", fastlane: "lane_context[SharedValues::GRADLE_MAPPING_TXT_OUTPUT_PATH]")
        case .harmony: made("entry/build/default/intermediates/libs/default/arm64-v8a/libentry.so")
        }
    }

    fileprivate static let script = SnippetVariable(
        name: "FILE",
        plain: "patches/fix.lua",
        fastlane: #"File.expand_path(options[:script], "..")"#,
        gradle: "rootProject.file('patches/fix.lua').path",
        option: "script:patches/fix.lua"
    )

    /// Of what is built, which is tagged with it.
    fileprivate static let tag = version(gitlab: "$CI_COMMIT_TAG", jenkins: #""${env.TAG_NAME}""#)

    /// Of the app that is out there.
    fileprivate static let version = version(gitlab: nil, jenkins: nil)

    private static func version(gitlab: String?, jenkins: String?) -> SnippetVariable {
        SnippetVariable(
            name: "VERSION",
            plain: "2.3.1",
            gitlab: gitlab,
            fastlane: "options[:version]",
            gradle: "android.defaultConfig.versionName",
            jenkins: jenkins,
            option: "version:2.3.1"
        )
    }

    /// What a build leaves behind.
    private static func made(_ path: String, fastlane: String? = nil) -> SnippetVariable {
        SnippetVariable(
            name: "FILE",
            plain: path,
            fastlane: fastlane ?? #"File.expand_path("\#(path)", "..")"#,
            gradle: "rootProject.file('\(path)').path"
        )
    }
}
