import ArgumentParser
import Console
import Foundation

/// Packages of patches, without a console: secrets and keys come in files, as arguments are visible to every process of the machine.
struct HotpatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hotpatch",
        abstract: "Patches: make and check signed packages offline.",
        subcommands: [Pack.self, Verify.self, Keys.self]
    )

    struct Pack: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make a signed package of a script.",
            discussion: "The same script, key, secret, release and nonce give the same bytes. Never use a nonce for two scripts."
        )

        @Argument(help: "The script.") var script: String
        @Option(help: "A file with the private key as PEM.") var key: String
        @Option(help: "A file with the key's password; - for standard input.") var passwordFile: String?
        @Option(help: "A file with the AppSecret; - for standard input.") var secretFile: String
        @Option(help: "The package that is written.") var output: String
        @Option(help: "1, as in the documents, or 2.", transform: HotpatchArguments.format) var format = HotpatchFormat.sealed
        @Option(help: "lua or javascript; by the script's name when absent.", transform: HotpatchArguments.language) var language: HotpatchLanguage?
        @Option(help: "The release's id inside the package; a new one when absent.") var release: String?
        @Option(help: "24 hexadecimal digits; random when absent.", transform: HotpatchArguments.nonce) var nonce: [UInt8]?
        @OptionGroup var place: Place

        func validate() throws {
            if passwordFile == "-", secretFile == "-" { throw ValidationError("only one secret can come from standard input") }
        }

        func run() async throws {
            let password = try passwordFile.map { try SecretLine.read($0, of: "password") }
            let signer = try HotpatchOffline.signingKey(try HotpatchFiles.read(key), password: password, name: key)
            let (package, said) = try await HotpatchOffline.pack(
                try HotpatchFiles.read(script),
                name: script,
                language: language,
                format: format,
                release: release,
                key: signer,
                appSecret: try SecretLine.read(secretFile, of: "AppSecret"),
                nonce: nonce
            )
            try HotpatchFiles.write(package, to: output)
            if said.check == "unchecked" { tell("\(script): there is no parser on the PATH, so its syntax was not checked") }
            try place.print(said) { "\(output): format \($0.format), \($0.size) bytes, key \($0.keyId), SHA-256 \($0.sha256)" }
        }
    }

    struct Verify: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Check a package as a client does, and take the script out of it.")

        @Argument(help: "The package.") var package: String
        @Option(help: "A file with public keys as PEM; can be given several times.") var publicKey: [String]
        @Option(help: "A file with the AppSecret; - for standard input.") var secretFile: String
        @Option(help: "Take this format only.", transform: HotpatchArguments.format) var format: HotpatchFormat?
        @Option(help: "Where the script is written; nowhere when absent.") var output: String?
        @OptionGroup var place: Place

        func validate() throws {
            if publicKey.isEmpty { throw ValidationError("name at least one --public-key") }
        }

        func run() async throws {
            let keys = try publicKey.flatMap { try HotpatchOffline.publicKeys(try HotpatchFiles.read($0), name: $0) }
            let secret = try SecretLine.read(secretFile, of: "AppSecret")
            let (script, said) = try HotpatchOffline.verify(try HotpatchFiles.read(package), publicKeys: keys, appSecret: secret, as: format)
            if let output { try HotpatchFiles.write(script, to: output) }
            try place.print(said) { "\(package): format \($0.format), signed with key \($0.keyId), script of \($0.size) bytes" }
        }
    }

    struct Keys: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Keys that packages are signed with.", subcommands: [Make.self, Show.self])

        struct Make: AsyncParsableCommand {
            static let configuration = CommandConfiguration(abstract: "Make a key, sealed with a password.")

            @Option(help: "ECDSA-P256, for format 2, or RSA, for both.", transform: HotpatchArguments.algorithm) var algorithm = HotpatchAlgorithm
                .ecdsa
            @Option(help: "Of RSA: 2048 or 3072.") var bits = 2048
            @Option(help: "A file with the password that it is sealed with; - for standard input.") var passwordFile: String
            @Option(help: "The private key's file; it must not be there yet.") var output: String
            @Option(help: "The public key's file; none when absent.") var publicKey: String?
            @OptionGroup var place: Place

            func validate() throws {
                if ![2048, 3072].contains(bits) { throw ValidationError("RSA has 2048 or 3072 bits") }
            }

            func run() async throws {
                let (pem, said) = try HotpatchOffline.makeKey(algorithm, bits: bits, password: try SecretLine.read(passwordFile, of: "password"))
                try HotpatchFiles.writeOnce(Array(pem.utf8), to: output)
                if let publicKey { try HotpatchFiles.write(Array(said.publicKeyPEM.utf8), to: publicKey) }
                try place.print(said) { "\(output): \($0.algorithm.rawValue), id \($0.id)\n\($0.publicKeyPEM)" }
            }
        }

        struct Show: AsyncParsableCommand {
            static let configuration = CommandConfiguration(abstract: "Show the id and the public half of a key.")

            @Argument(help: "A file with a private or a public key as PEM.") var file: String
            @Option(help: "A file with its password; - for standard input.") var passwordFile: String?
            @OptionGroup var place: Place

            func run() async throws {
                let bytes = try HotpatchFiles.read(file)
                let password = try passwordFile.map { try SecretLine.read($0, of: "password") }
                let half: HotpatchPublicKey
                if let found = try? HotpatchOffline.publicKeys(bytes, name: file).first {
                    half = found
                } else {
                    half = try HotpatchOffline.signingKey(bytes, password: password, name: file).publicKey
                }
                try place.print(HotpatchOffline.describe(half)) { "\($0.algorithm.rawValue), id \($0.id)\n\($0.publicKeyPEM)" }
            }
        }
    }
}
