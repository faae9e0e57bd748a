import Foundation
import Web

/// A second person's word: the app's option, and what is asked of one release.
struct HotpatchApprovalRoutes: Sendable {
    let hotpatches: Hotpatches
    let apps: Apps

    func addOption(to routes: Routes) throws {
        let path = "apps/{app}/hotpatches/approval"
        let summary = "Whether a second person has to agree before devices get a patch."
        let page = try routes.get(path, summary, needs: .role(.viewer), view: "Hotpatch/approval", option)
        try routes.api(.put, path, "Set whether a second person has to agree.", needs: .role(.admin), put)
        try routes.submit(path, needs: .role(.admin), form: page, submit)
    }

    /// - Parameter page: of one release.
    func add(to routes: Routes, page: FormPage) throws {
        let one = "apps/{app}/hotpatches/{id}"
        try routes.api(.get, "\(one)/approvals", "What was asked of a second person, newest first.", needs: .role(.viewer), list)
        let agreeing = "Agree to what another person asked, which is done at once."
        try routes.post("\(one)/approval", agreeing, needs: .role(.releaser), form: page, approve)
        let declining = "Decline what another person asked, or take one's own question back."
        try routes.post("\(one)/refusal", declining, needs: .role(.releaser), form: page, decline)
    }

    // MARK: the option

    struct OptionPage: Codable, Sendable {
        let modes: [Mode]
        let typed: String
        let mayEdit: Bool

        struct Mode: Codable, Sendable {
            let mode: HotpatchApprovalOption.Mode
            let chosen: Bool
        }
    }

    @Sendable func option(_: Nothing, _ context: Context) async throws -> Reply<HotpatchApprovalOption, OptionPage> {
        let app = try app(context)
        let option = try await hotpatches.approval(of: app)
        return .show(option) {
            let sent = context.filled("approval")
            let typed = context.filled("percentage")
            return OptionPage(
                modes: HotpatchApprovalOption.Mode.allCases.map {
                    .init(mode: $0, chosen: sent.isEmpty ? $0 == option.approval : $0.rawValue == sent)
                },
                typed: typed.isEmpty ? String(RolloutFinding.percent(option.percentage).dropLast()) : typed,
                mayEdit: Policy.role(.admin).admits(context.viewer, app: app)
            )
        }
    }

    @Sendable func put(_ input: HotpatchApprovalOption, _ context: Context) async throws -> Answer<HotpatchApprovalOption> {
        let app = try app(context)
        try await hotpatches.setApproval(input, of: app, by: context.actor)
        return .show(try await hotpatches.approval(of: app))
    }

    @Sendable func submit(_ input: HotpatchApprovalOption, _ context: Context) async throws -> Answer<Nothing> {
        let app = try app(context)
        try await hotpatches.setApproval(input, of: app, by: context.actor)
        return .done(at: "/apps/\(app)/hotpatches", flash: "hotpatch.approval.saved")
    }

    private func app(_ context: Context) throws -> String { try apps.app(try context.parameter("app")).id }

    // MARK: one release

    struct Approvals: Codable, Sendable {
        let items: [HotpatchApproval]
    }

    @Sendable func list(_: Nothing, _ context: Context) async throws -> Answer<Approvals> {
        .show(Approvals(items: try await hotpatches.approvals(try context.parameter("id"), of: try context.parameter("app"))))
    }

    /// - Throws: `forbidden` for a token that belongs to nobody: it is no second person.
    private func person(_ context: Context) throws -> String {
        guard let account = context.viewer?.account else { throw Problem(.forbidden, "hotpatch.approval.nobody") }
        return account
    }

    @Sendable func approve(_: Nothing, _ context: Context) async throws -> Answer<HotpatchView> {
        let approved = try await hotpatches.approve(
            try context.parameter("id"),
            of: try context.parameter("app"),
            publicURL: context.publicURL,
            by: context.actor,
            person: try person(context)
        )
        return try await changed(approved, "hotpatch.approved")
    }

    struct Refusal: Codable, Sendable {
        let reason: String?
    }

    @Sendable func decline(_ input: Refusal, _ context: Context) async throws -> Answer<HotpatchView> {
        let declined = try await hotpatches.decline(
            try context.parameter("id"),
            of: try context.parameter("app"),
            reason: input.reason ?? "",
            by: context.actor,
            person: context.viewer?.account ?? context.actor.id
        )
        return try await changed(declined, "hotpatch.declined")
    }

    private func changed(_ hotpatch: Hotpatch, _ flash: String) async throws -> Answer<HotpatchView> {
        let path = "/apps/\(hotpatch.app)/hotpatches/\(hotpatch.id)"
        return .created(try await hotpatches.view(hotpatch), at: path, flash: flash, ["version": hotpatch.version])
    }
}
