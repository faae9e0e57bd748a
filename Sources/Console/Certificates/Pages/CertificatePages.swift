import Foundation
import Web

/// What a page of certificates says of its purpose.
struct CertificateWords: Codable, Sendable {
    let purpose: CertificatePurpose
    /// Of the list.
    let path: String
    let push: Bool

    init(_ purpose: CertificatePurpose, of app: String) {
        self.purpose = purpose
        path = "/apps/\(app)/\(purpose.path)"
        push = purpose == .push
    }
}

/// How near the end is, for the eye.
struct CertificateTone: Codable, Sendable {
    let bad: Bool
    let warn: Bool
    let good: Bool
    let expired: Bool
    /// Days to go, or days since; nil for what has no end.
    let days: Int?

    init(_ certificate: CertificateView) {
        let level = certificate.level.value
        bad = level == .expired || level == .urgent
        warn = level == .soon
        good = level == .later || level == .notice
        expired = level == .expired
        days = certificate.daysLeft.value.map { level == .expired ? -$0 : $0 }
    }
}

/// What `Views/Certificates/list` shows beside the list itself.
struct CertificateListPage: Codable, Sendable {
    let words: CertificateWords
    let rows: [Row]
    let platforms: [AppPlatformChoice]
    let states: [State]
    let filtered: Bool
    let mayAdd: Bool
    let pager: Pager

    struct Row: Codable, Sendable {
        let certificate: CertificateView
        let tone: CertificateTone
        let retired: Bool
    }

    struct State: Codable, Sendable {
        let state: CertificateState
        let chosen: Bool
    }

    init(_ list: List<CertificateView>, _ filter: CertificateFilter, _ place: ListPlace, _ app: App, _ context: Context) {
        words = CertificateWords(filter.purpose, of: app.id)
        rows = list.items.map { Row(certificate: $0, tone: CertificateTone($0), retired: $0.state == .retired) }
        platforms = AppPlatformChoice.all(of: app, chosen: filter.platform?.rawValue)
        states = CertificateState.allCases.map { State(state: $0, chosen: $0 == filter.state) }
        filtered = filter.platform != nil || filter.state != nil
        mayAdd = Policy.role(.releaser).admits(context.viewer, app: app.id)
        pager = Pager(list, place, context)
    }
}

/// What `Views/Certificates/certificate` and `…/removal` show beside the certificate itself.
struct CertificatePage: Codable, Sendable {
    let words: CertificateWords
    let tone: CertificateTone
    let form: Fields
    let retired: Bool
    let mayEdit: Bool
    let mayDelete: Bool
    let publicURL: String

    struct Fields: Codable, Sendable {
        let alias: String
        let endpoint: String
        let trustedRoot: String
    }

    init(_ view: CertificateView, _ purpose: CertificatePurpose, _ context: Context) {
        words = CertificateWords(purpose, of: view.app)
        tone = CertificateTone(view)
        form = Fields(
            alias: context.filled("alias", view.alias),
            endpoint: context.filled("endpoint", view.endpoint.value ?? ""),
            trustedRoot: context.filled("trustedRoot", view.trustedRoot.value ?? "")
        )
        retired = view.state == .retired
        mayEdit = Policy.role(.releaser).admits(context.viewer, app: view.app)
        mayDelete = Policy.role(.admin).admits(context.viewer, app: view.app)
        publicURL = context.publicURL
    }
}

/// The form of a new certificate, filled with what was typed; files and passwords are asked for again.
struct CertificateForm: Codable, Sendable {
    let words: CertificateWords
    let platforms: [AppPlatformChoice]
    let environments: [Environment]
    let form: Fields

    struct Environment: Codable, Sendable {
        let environment: CertificateEnvironment
        let chosen: Bool
    }

    struct Fields: Codable, Sendable {
        let alias: String
        let endpoint: String
        let trustedRoot: String
        let keyId: String
        let teamId: String
        let topic: String
    }

    init(_ app: App, _ purpose: CertificatePurpose, _ context: Context) {
        words = CertificateWords(purpose, of: app.id)
        platforms = AppPlatformChoice.all(of: app, chosen: context.filled("platform", Platform.ios.rawValue))
        environments = CertificateEnvironment.allCases.map { Environment(environment: $0, chosen: $0.rawValue == context.filled("environment")) }
        form = Fields(
            alias: context.filled("alias"),
            endpoint: context.filled("endpoint"),
            trustedRoot: context.filled("trustedRoot"),
            keyId: context.filled("keyId"),
            teamId: context.filled("teamId"),
            topic: context.filled("topic")
        )
    }
}
