import Foundation
import NIOPosix
import Signing
import Web

/// What an upload turned out to be: all that is kept of it.
struct CertificateContents: Sendable {
    let kind: CertificateKind
    let environment: CertificateEnvironment
    let alias: String
    let fileName: String
    let facts: CertificateFacts
    let secret: CertificateSecret
}

/// Reads what was brought, or says which file is wrong and why.
struct CertificateReading: Sendable {
    let archive: CertificateArchive

    /// - Parameters:
    ///   - files: one or two.
    ///   - new: checked already.
    /// - Throws: `invalid` beside the file or field that is to blame.
    func read(
        _ files: [SmallFile],
        _ new: NewCertificate,
        for purpose: CertificatePurpose,
        on platform: AppPlatform,
        now: Date
    ) async throws -> CertificateContents {
        var found: [CertificateFile] = []
        for file in files.map({ CertificateFile($0) }) {
            found += file.kind == .zip ? try await archive.files(in: file) : [file]
        }
        let all = found
        // A password may be hashed a million times: not on the threads that all tasks share.
        return try await NIOThreadPool.singleton.runIfActive {
            switch purpose {
            case .build: try CertificateBuildReading(files: all, new: new, platform: platform, now: now).read()
            case .push: try CertificatePushReading(files: all, new: new, now: now).read()
            }
        }
    }
}

extension [CertificateFile] {
    /// The only one of a kind.
    /// - Throws: `invalid` when there are several.
    func only(_ kind: CertificateFile.Kind, several word: String) throws -> CertificateFile? {
        let found = filter { $0.kind == kind }
        if found.count > 1 { throw found[1].refused(word, ["other": found[0].name]) }
        return found.first
    }

    /// One that is of none of these kinds.
    func stranger(to kinds: Set<CertificateFile.Kind>) -> CertificateFile? {
        first { !kinds.contains($0.kind) }
    }
}

/// What a `.p12` is read with.
struct CertificateKeyFile {
    let file: CertificateFile
    let password: String
    let now: Date

    /// - Throws: `invalid` for one that does not open, or is expired.
    func read() throws -> PKCS12 {
        let read: PKCS12
        do {
            read = try PKCS12(der: file.bytes, password: password)
        } catch {
            throw refusal(error)
        }
        guard now < read.certificate.validUntil else {
            throw file.refused("expired", ["until": Self.day(read.certificate.validUntil), "subject": read.certificate.commonName])
        }
        return read
    }

    private func refusal(_ failure: PKCS12Failure) -> Problem {
        switch failure {
        case .wrongPassword: .invalid("password", "certificates.password.wrong", ["file": file.name])
        case .tooLarge: file.refused("large")
        case .notPKCS12: file.refused("damaged")
        case .tooMuchWork: file.refused("work")
        case .unsupported: file.refused("unsupported")
        case .noKey: file.refused("noKey")
        case .noCertificate: file.refused("noCertificate")
        case .mismatched: file.refused("mismatched")
        }
    }

    /// In UTC; sentences of problems have no times of their own.
    static func day(_ date: Date) -> String {
        date.formatted(.iso8601.year().month().day())
    }
}
