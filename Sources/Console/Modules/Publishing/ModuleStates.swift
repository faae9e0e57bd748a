import Foundation
import Storage
import Web

/// Taking versions out of use, and back. Packages that hold them stay as they are.
extension Modules {
    /// From now on who takes it is told what to take instead.
    /// - Throws: `invalid` for the replacement or the reason, `notFound`, `conflict` for a withdrawn one.
    public func deprecate(_ place: ModulePlace, _ input: ModuleDeprecation, by actor: Actor) async throws {
        let reason = input.reason?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
        if let wrong = ModuleRules.rejection("reason", reason, longest: ModuleRules.longestReason) { throw Problem.invalid([wrong]) }
        let replacement = input.replacement.flatMap { $0.trimmingCharacters(in: .whitespaces).orNil }
        try await move(place, to: .deprecated, by: actor, "module.deprecate", replacement, reason) { connection in
            guard let replacement else { return }
            if replacement == place.module { throw Problem.invalid("replacement", "modules.replacement.self") }
            if try connection.module(replacement) == nil {
                throw Problem.invalid("replacement", "modules.replacement.unknown", ["name": replacement])
            }
            if try !connection.hasModuleVersion(of: replacement, on: place.platform) {
                throw Problem.invalid("replacement", "modules.replacement.platform", ["name": replacement])
            }
        }
    }

    /// No new package may hold it.
    /// - Throws: `invalid` without a reason, `notFound`, `conflict` when it is withdrawn already.
    public func withdraw(_ place: ModulePlace, reason: String, by actor: Actor) async throws {
        let reason = try ModuleReasonInput(reason: reason).checked()
        try await move(place, to: .withdrawn, by: actor, "module.withdraw", nil, reason) { _ in }
    }

    /// Lets it be taken again as any other.
    /// - Throws: `notFound`; `conflict` when it is in use, or needs what came to need it in the meantime.
    public func restore(_ place: ModulePlace, by actor: Actor) async throws {
        try await move(place, to: .current, by: actor, "module.restore", nil, "") { [index] connection in
            guard let version = try connection.moduleVersion(place) else { throw Problem.notFound }
            if let cycle = try connection.catalogue(place.platform, index).cycle(adding: version) {
                throw Problem(.conflict, "modules.restore.cycle", ["cycle": cycle.joined(separator: " → ")])
            }
        }
    }

    private func move(
        _ place: ModulePlace,
        to state: ModuleState,
        by actor: Actor,
        _ action: String,
        _ replacement: String?,
        _ reason: String,
        _ check: @escaping @Sendable (Connection) throws -> Void
    ) async throws {
        try await change { [audit] connection in
            guard let old = try connection.moduleVersion(place) else { throw Problem.notFound }
            guard old.state.next.contains(state) else { throw Problem(.conflict, "modules.state.\(old.state.rawValue)", ["version": place.version]) }
            try check(connection)
            try connection.setModuleState(place, state, replacement: replacement, reason: reason)
            let after = ["moduleState": state.rawValue, "replacement": replacement ?? "", "reason": reason].filter { !$0.value.isEmpty }
            try audit.record(connection, by: actor, action, object: old.audited, before: ["moduleState": old.state.rawValue], after: after)
        }
    }

    // MARK: defects

    /// Says that nobody should use it any more, not even who has it.
    /// - Throws: `invalid` without a reason, `notFound`, `conflict` when it is marked already.
    public func markBad(_ place: ModulePlace, reason: String, by actor: Actor) async throws {
        let reason = try ModuleReasonInput(reason: reason).checked()
        let now = clock.now
        try await change { [audit] connection in
            guard let old = try connection.moduleVersion(place) else { throw Problem.notFound }
            guard old.bad.value == nil else { throw Problem(.conflict, "modules.bad.already") }
            try connection.setModuleDefect(place, ModuleDefect(reason: reason, at: now, by: actor.name))
            try audit.record(connection, by: actor, "module.markBad", object: old.audited, after: ["reason": reason])
        }
    }

    /// - Throws: `notFound`, `conflict` when it is not marked.
    public func clearBad(_ place: ModulePlace, by actor: Actor) async throws {
        try await change { [audit] connection in
            guard let old = try connection.moduleVersion(place) else { throw Problem.notFound }
            guard let defect = old.bad.value else { throw Problem(.conflict, "modules.bad.not") }
            try connection.setModuleDefect(place, nil)
            try audit.record(connection, by: actor, "module.clearBad", object: old.audited, before: ["reason": defect.reason])
        }
    }
}

extension ModuleState {
    /// Which may follow. A deprecated one may be deprecated again, with another reason.
    var next: Set<ModuleState> {
        switch self {
        case .current: [.deprecated, .withdrawn]
        case .deprecated: [.current, .deprecated, .withdrawn]
        case .withdrawn: [.current]
        }
    }
}
