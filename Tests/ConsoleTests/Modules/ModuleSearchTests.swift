import Foundation
import Testing

@testable import Console

/// The search against one that tries everything, and against the clock.
@Suite struct ModuleSearchTests {
    /// Splitmix64 (https://prng.di.unimi.it/splitmix64.c): the same catalogues on every machine.
    private struct Dice: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var z = state
            z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
            z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
            return z ^ (z >> 31)
        }
    }

    private static let ranges = ["*", "1", "2", "3", ">=2", "<3", "<=1", ">2", "^1", "9"]

    private func catalogue(_ dice: inout Dice) -> [ModuleVersion] {
        let names = ["A", "B", "C", "D", "E"]
        return names.flatMap { name in
            (1...3).compactMap { number -> ModuleVersion? in
                guard Int.random(in: 0..<6, using: &dice) > 0 else { return nil }
                var (needs, conflicts): ([String: String], [String: String]) = ([:], [:])
                for _ in 0..<Int.random(in: 0...2, using: &dice) {
                    needs[names.randomElement(using: &dice)!] = Self.ranges.randomElement(using: &dice)!
                }
                if Int.random(in: 0..<5, using: &dice) == 0 {
                    conflicts[names.randomElement(using: &dice)!] = Self.ranges.randomElement(using: &dice)!
                }
                needs[name] = nil
                conflicts[name] = nil
                let state: ModuleState = [.current, .current, .current, .deprecated, .withdrawn].randomElement(using: &dice)!
                return sampleVersion(name, "\(number)", needs: needs, not: conflicts, state: state, from: "\(Int.random(in: 8...10, using: &dice))")
            }
        }
    }

    @Test(arguments: 0..<60) func itFindsWhatThereIsAndMissesNothing(seed: UInt64) {
        var dice = Dice(state: seed)
        for _ in 0..<10 {
            let versions = catalogue(&dice)
            let catalogue = ModuleCatalogue(.ios, versions)
            let names = ["A", "B", "C", "D", "E"].filter { !catalogue.versions(of: $0).isEmpty }
            let chosen = names.shuffled(using: &dice).prefix(Int.random(in: 1...3, using: &dice)).map { ModuleChoice($0) }
            let request = ModuleRequest(chosen: chosen, minimumOS: "9")
            let resolution = catalogue.resolve(request)
            #expect(resolution.isBlocked == !isPossible(versions, request))
            if !resolution.isBlocked { #expect(holds(resolution.modules.map(\.version), chosen)) }
            checkWays(resolution, catalogue, request)
        }
    }

    /// Every set of versions, tried one after the other.
    private func isPossible(_ versions: [ModuleVersion], _ request: ModuleRequest) -> Bool {
        let names = Set(versions.map(\.module)).sorted()
        func rest(_ place: Int, _ taken: [ModuleVersion]) -> Bool {
            guard place < names.count else { return holds(taken, request.chosen) }
            let possible = versions.filter {
                $0.module == names[place] && $0.state != .withdrawn && RolloutVersion($0.needs.minimumOS) <= RolloutVersion("9")
            }
            return rest(place + 1, taken) || possible.contains { rest(place + 1, taken + [$0]) }
        }
        return rest(0, [])
    }

    private func holds(_ taken: [ModuleVersion], _ chosen: [ModuleChoice]) -> Bool {
        func has(_ module: String, _ range: String) -> Bool {
            taken.contains { $0.module == module && ModuleRange(range)!.contains(RolloutVersion($0.version)) }
        }
        return Set(taken.map(\.module)).count == taken.count && chosen.allSatisfy { has($0.module, "*") }
            && taken.allSatisfy { version in
                version.needs.dependencies.allSatisfy { has($0.module, $0.versions) }
                    && !version.needs.conflicts.contains { has($0.module, $0.versions) }
            }
    }

    /// What an explanation names clashes by itself, and no longer when any of it is left out; and what is offered works.
    private func checkWays(_ resolution: ModuleResolution, _ catalogue: ModuleCatalogue, _ request: ModuleRequest) {
        guard resolution.isBlocked, resolution.problems.count == 1, let problem = resolution.problems.first else { return }
        let involved = Set(problem.because.filter { $0.kind == .chosen }.map(\.needs))
        func isBlocked(_ names: Set<String>) -> Bool {
            var changed = request
            changed.chosen.removeAll { !names.contains($0.module) }
            return catalogue.resolve(changed).isBlocked
        }
        #expect(isBlocked(involved))
        for name in involved { #expect(!isBlocked(involved.subtracting([name]))) }
        let offered = problem.waysOut.filter { $0.kind == .leaveOut }.map(\.module)
        let all = Set(request.chosen.map(\.module))
        let work = involved.filter { !isBlocked(all.subtracting([$0])) }
        #expect(Set(offered) == (work.isEmpty ? involved : work))
    }

    @Test func aThousandModulesTakeAMoment() {
        var dice = Dice(state: 1)
        var versions: [ModuleVersion] = []
        for index in 0..<1_000 {
            for number in 1...5 {
                var needs: [String: String] = [:]
                for _ in 0..<6 where index < 999 {
                    needs["M\(Int.random(in: index + 1...min(999, index + 60), using: &dice))"] = ["*", ">=2", "<6", ">=4"].randomElement(
                        using: &dice
                    )!
                }
                versions.append(sampleVersion("M\(index)", "\(number).0", needs: needs))
            }
        }
        let catalogue = ModuleCatalogue(.ios, versions)
        let request = ModuleRequest(chosen: [ModuleChoice("M0")], minimumOS: "12.0")
        let times = (0..<5).map { _ in ContinuousClock().measure { #expect(catalogue.resolve(request).modules.count > 900) } }
        // 3 ms when optimised; tests are not, and share the machine.
        #expect(times.min()! < .milliseconds(1_500))
    }

    /// As many pigeons as holes and one more: no search that only learns from its failures can settle it for large numbers
    /// (https://doi.org/10.1016/0304-3975(85)90144-6), so it has to give up in time.
    @Test(arguments: [4, 12]) func whatNobodyCanSettleIsGivenUp(holes: Int) {
        let versions = (0...holes).flatMap { pigeon in
            (1...holes).map { hole in
                let others = (0...holes).filter { $0 != pigeon }.map { ("P\($0)", "\(hole)") }
                return sampleVersion("P\(pigeon)", "\(hole)", not: Dictionary(uniqueKeysWithValues: others))
            }
        }
        let catalogue = ModuleCatalogue(.ios, versions)
        var resolution = ModuleResolution(modules: [], problems: [])
        let time = ContinuousClock().measure { resolution = catalogue.resolve(ModuleRequest(chosen: (0...holes).map { ModuleChoice("P\($0)") })) }
        #expect(resolution.isBlocked)
        #expect(resolution.problems.map(\.kind) == [holes == 4 ? .excluded : .tooHard])
        #expect(time < .seconds(60))
    }
}
