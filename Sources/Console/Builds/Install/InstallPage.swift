import Formats
import Foundation
import Web

/// What `Views/Builds/install` shows to whoever opens an install link. Nothing of the console: no names of apps, people or other builds.
struct InstallPage: Codable, Sendable {
    let code: String
    let closed: InstallClosed?
    /// A password is asked for, and nothing else is shown.
    let locked: Bool
    let offer: InstallOffer?
    /// The page is open in an app that does not install.
    let guide: InstallApp?
    /// The visitor's system; `desktop` shows the QR code.
    let system: InstallSystem
    let desktop: Bool
    /// What the visitor may say to have instead; empty where there is nothing to choose.
    let systems: [Choice]
    /// The page's own address, and a picture of it.
    let address: String
    let qr: SafeHTML

    struct Choice: Codable, Sendable {
        let system: InstallSystem
        let chosen: Bool
    }

    /// A page that gives nothing yet.
    init(_ link: InstallLink, _ visitor: InstallVisitor, closed: InstallClosed?, locked: Bool, _ context: Context) throws {
        try self.init(link, visitor, closed: closed, locked: locked, offer: nil, context)
    }

    init(_ link: InstallLink, _ visitor: InstallVisitor, _ offer: InstallOffer, _ context: Context) throws {
        try self.init(link, visitor, closed: nil, locked: false, offer: offer, context)
    }

    private init(
        _ link: InstallLink,
        _ visitor: InstallVisitor,
        closed: InstallClosed?,
        locked: Bool,
        offer: InstallOffer?,
        _ context: Context
    ) throws {
        code = link.code
        self.closed = closed
        self.locked = locked
        self.offer = offer
        guide = offer == nil ? nil : visitor.inApp
        system = visitor.system
        desktop = visitor.system == .desktop
        systems = locked ? [] : InstallSystem.allCases.map { Choice(system: $0, chosen: $0 == visitor.system) }
        address = link.url(context.publicURL)
        qr = try InstallPicture.svg(address)
    }
}

/// A build as a visitor sees it.
struct InstallOffer: Codable, Sendable {
    let name: String
    let version: String
    let platform: Platform
    let kind: BuildKind
    let minOS: String
    /// Bytes.
    let size: Int
    let at: Date
    let notes: String
    let icon: String?
    /// Installs on the phone that asks; nil where no link could.
    let install: String?
    /// The file itself.
    let download: String
    let findings: [InstallFinding]
    /// One of them stops it.
    let blocked: Bool
    /// The doctor looks at what the visitor types of his iPhone.
    let asksDevice: Bool
    let device: String
    /// iOS installs by https only, and the console is reached by http; on the phone itself the doctor says so.
    let needsHTTPS: Bool
}
