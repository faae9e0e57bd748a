import Testing

@testable import Console

@Suite struct AlertNetworkTests {
    private static let own = [GatewayAddress("10.1.2.3")!]

    private func admitted(_ text: String, _ networks: AlertNetworks) throws -> Bool {
        networks.admits(try #require(GatewayAddress(text)), own: Self.own)
    }

    @Test(arguments: [
        "169.254.169.254", "169.254.1.1", "fe80::1", "::ffff:169.254.169.254", "fd00:ec2::254", "100.100.100.200", "0.0.0.0", "::", "224.0.0.1",
        "255.255.255.255", "ff02::1", "64:ff9b::169.254.169.254",
    ])
    func metadataAndLinkLocalAddressesAreRefusedAlways(address: String) throws {
        for networks in AlertNetworks.allCases { #expect(try !admitted(address, networks), "\(networks)") }
    }

    @Test(arguments: ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1", "10.1.2.3"])
    func thisMachineIsRefusedUnlessTheSettingSaysOtherwise(address: String) throws {
        #expect(try !admitted(address, .internet))
        #expect(try !admitted(address, .intranet))
        #expect(try admitted(address, .any))
    }

    @Test(arguments: ["10.9.9.9", "172.16.0.9", "192.168.1.9", "fd12:3456::9", "100.64.0.9"])
    func privateNetworksAreASetting(address: String) throws {
        #expect(try !admitted(address, .internet))
        #expect(try admitted(address, .intranet))
    }

    @Test(arguments: ["93.184.216.34", "2606:2800:220:1::1"])
    func publicAddressesAreAdmitted(address: String) throws {
        for networks in AlertNetworks.allCases { #expect(try admitted(address, networks)) }
    }

    @Test func addressesThatArePartOfAURLAreLookedAtWhenAChannelIsMade() {
        #expect(!AlertNetworks.intranet.admits(literal: "[::1]"))
        #expect(!AlertNetworks.intranet.admits(literal: "localhost"))
        #expect(AlertNetworks.intranet.admits(literal: "hooks.example.com"))
    }
}
