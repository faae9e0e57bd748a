import Foundation
import Hummingbird
import Storage
import Web

/// What phones open: install pages, and the files behind them. Nobody needs to be known; a link's code is the key.
struct InstallRoutes: Sendable {
    let installs: Installs
    let builds: Builds

    func add(to routes: Routes) throws {
        let page = try routes.page("i/{code}", needs: .anyone, view: "Builds/install", show)
        try routes.submit("i/{code}", needs: .anyone, form: page, unlock)
        try routes.page("i/{code}/download", needs: .anyone, view: "Builds/install", download)
        try routes.machine(.get, "i/{code}/manifest.plist", manifest)
        try routes.machine(.get, "i/{code}/icon.png", icon)
        try routes.machine(.get, "i/{code}/files/{ticket}/{name}", file)
    }

    struct Query: Codable, Sendable {
        /// What the visitor says to have, against the browser's word.
        let system: InstallSystem?
        /// Of an iPhone or iPad: its identifier, or its model.
        let device: String?
    }

    @Sendable func show(_ query: Query, _ context: Context) async throws -> Answer<InstallPage> {
        let (link, visitor) = (try await visited(context), context.visitor(query.system))
        let (build, page) = try await offered(link, visitor, context)
        guard let build else { return .show(page) }
        return .show(try InstallPage(link, visitor, offer(build, link, visitor, query, context), context))
    }

    /// What a link leads to, or the page that says why it gives nothing.
    private func offered(_ link: InstallLink, _ visitor: InstallVisitor, _ context: Context) async throws -> (Build?, InstallPage) {
        let now = context.reader.now
        if let closed = link.closed(at: now) { return (nil, try InstallPage(link, visitor, closed: closed, locked: false, context)) }
        guard isOpen(link, context) else { return (nil, try InstallPage(link, visitor, closed: nil, locked: true, context)) }
        let build = try await installs.build(link, for: visitor.system)
        return (build, try InstallPage(link, visitor, closed: .retired, locked: false, context))
    }

    private func visited(_ context: Context) async throws -> InstallLink {
        try await installs.visit(try context.parameter("code"), from: context.address)
    }

    /// By the cookie of the page, or by what the page wrote into the address: the system's installer brings no cookies.
    private func isOpen(_ link: InstallLink, _ context: Context) -> Bool {
        if link.password == nil { return true }
        return [context.cookie(Self.cookie), context.query["pass"]].compactMap { $0 }.contains {
            installs.seal.isPass($0, for: link, at: context.reader.now)
        }
    }

    private static let cookie = "install"
    /// Of a pass in an address.
    private static let shortPass: TimeInterval = 3_600
    /// Of a pass in a cookie.
    private static let longPass: TimeInterval = 86_400

    private func offer(_ build: Build, _ link: InstallLink, _ visitor: InstallVisitor, _ query: Query, _ context: Context) -> InstallOffer {
        let device = String((query.device ?? "").prefix(100))
        let doctor = InstallDoctor(build: build, now: context.reader.now)
        let findings = visitor.system == .desktop ? doctor.ofPackage() : doctor.of(visitor, device: device, secure: context.secure)
        let profile = build.facts.signing.profile
        return InstallOffer(
            name: build.displayName.isEmpty ? build.identifier : build.displayName,
            version: build.spokenVersion,
            platform: build.platform,
            kind: build.kind,
            minOS: build.minOS,
            size: build.size,
            at: build.createdAt,
            notes: build.notes,
            icon: build.icon == nil ? nil : "/i/\(link.code)/icon.png",
            install: installLink(build, link, visitor, context),
            download: "/i/\(link.code)/download" + (visitor.system == .desktop ? "" : "?system=\(visitor.system.rawValue)"),
            findings: findings,
            blocked: findings.contains { $0.grade == .stops },
            asksDevice: build.kind == .ipa && visitor.system == .ios && profile.map { !$0.allDevices && $0.kind != .appStore } ?? false,
            device: device,
            needsHTTPS: build.kind == .ipa && !context.secure && visitor.system == .desktop
        )
    }

    private func installLink(_ build: Build, _ link: InstallLink, _ visitor: InstallVisitor, _ context: Context) -> String? {
        switch (build.kind, visitor.system) {
        case (.ipa, .ios) where context.secure:
            return InstallManifest.link("\(link.url(context.publicURL))/manifest.plist\(pass(link, context))")
        case (.apk, .android): return "/i/\(link.code)/download?system=android"
        default: return nil
        }
    }

    private func pass(_ link: InstallLink, _ context: Context) -> String {
        guard link.password != nil else { return "" }
        return "?pass=\(installs.seal.pass(link, until: context.reader.now.addingTimeInterval(Self.shortPass)))"
    }

    // MARK: the password

    struct Password: Codable, Sendable {
        let password: String
    }

    @Sendable func unlock(_ input: Password, _ context: Context) async throws -> Answer<Nothing> {
        let link = try await visited(context)
        var response = Response.seeOther("/i/\(link.code)")
        guard link.password != nil else { return .response(response) }
        try await installs.open(link, password: input.password, from: context.address)
        let pass = installs.seal.pass(link, until: context.reader.now.addingTimeInterval(Self.longPass))
        response.setCookie(
            Cookie(
                name: Self.cookie,
                value: pass,
                maxAge: Int(Self.longPass),
                path: "/i/\(link.code)",
                secure: context.secure,
                httpOnly: true,
                sameSite: .lax
            )
        )
        return .response(response)
    }

    // MARK: files

    /// Goes on to the file by an address of its own, in whose name all parts of one download are counted once.
    @Sendable func download(_ query: Query, _ context: Context) async throws -> Answer<InstallPage> {
        let (link, visitor) = (try await visited(context), context.visitor(query.system))
        let (build, page) = try await offered(link, visitor, context)
        guard let build else { return .show(page) }
        return .done(at: address(build, link, visitor.system, context))
    }

    /// - Returns: a path, without the host.
    private func address(_ build: Build, _ link: InstallLink, _ system: InstallSystem, _ context: Context) -> String {
        let ticket = installs.seal.ticket(link, build, system, until: context.reader.now.addingTimeInterval(Installs.patience))
        return "/i/\(link.code)/files/\(ticket.text)/app.\(build.kind.rawValue)"
    }

    /// What iOS asks for before it installs. It takes neither this nor the package by plain http.
    @Sendable func manifest(_: Request, _ context: Context) async throws -> Response {
        let link = try await visited(context)
        guard context.secure else { throw Problem(.conflict, "builds.install.plainHTTP") }
        let build = try await given(link, .ios, context)
        guard build.kind == .ipa else { throw Problem.notFound }
        let file = "\(context.publicURL)\(address(build, link, .ios, context))"
        let icon = build.icon == nil ? nil : "\(link.url(context.publicURL))/icon.png\(pass(link, context))"
        return Response(bytes: try InstallManifest.plist(build, file: file, icon: icon), type: "text/xml; charset=utf-8")
    }

    /// - Throws: `forbidden` for a link that is locked, ended or used up, `notFound` when it leads nowhere.
    private func given(_ link: InstallLink, _ system: InstallSystem, _ context: Context) async throws -> Build {
        if let closed = link.closed(at: context.reader.now) { throw Problem(.forbidden, "builds.install.\(closed.rawValue)") }
        guard isOpen(link, context) else { throw Problem(.forbidden, "builds.install.locked") }
        guard let build = try await installs.build(link, for: system) else { throw Problem.notFound }
        return build
    }

    @Sendable func icon(_: Request, _ context: Context) async throws -> Response {
        let link = try await visited(context)
        let build = try await given(link, context.visitor(nil).system, context)
        guard let icon = build.icon else { throw Problem.notFound }
        return Response(bytes: try await builds.blobs.read(icon), type: "image/png")
    }

    /// The ticket is the right to it: whoever has one was let in.
    @Sendable func file(_ request: Request, _ context: Context) async throws -> Response {
        let link = try await visited(context)
        guard let ticket = installs.seal.read(try context.parameter("ticket"), link.code, at: context.reader.now) else { throw Problem.notFound }
        guard let build = try await builds.find(ticket.build, of: link.app), build.state == .current else { throw Problem.notFound }
        if link.closed(at: context.reader.now) == .expired { throw Problem(.forbidden, "builds.install.expired") }
        if request.method == .get { try await installs.claim(ticket, link, build) }
        let download = FileDownload(blobs: builds.blobs)
        return try await download.response(blob: build.sha256, size: build.size, name: build.publicName, type: build.kind.mediaType, request: request)
    }
}

extension Context {
    fileprivate func visitor(_ chosen: InstallSystem?) -> InstallVisitor {
        InstallVisitor(userAgent: headers[.userAgent] ?? "", chosen: chosen)
    }
}

extension Build {
    /// What visitors save it as: what it was called when it was brought is the team's business.
    var publicName: String {
        let name = [displayName, version].filter { !$0.isEmpty }.joined(separator: "-")
        return "\(name.isEmpty ? "app" : name.replacing("/", with: "-")).\(kind.rawValue)"
    }
}

extension BuildKind {
    /// Android begins to install only what says that it is a package.
    var mediaType: String {
        self == .apk ? "application/vnd.android.package-archive" : "application/octet-stream"
    }
}
