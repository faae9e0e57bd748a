/// Names of operations that no upstream may have.
enum GatewayReserved {
    /// What the contract says devices can ask of the console itself. All of them are kept free, also those whose room is not built yet: an
    /// upstream of that name would be cut off from its devices by an update of the console.
    static let operations: Set<String> = [
        "alipay.client.updateVersion", "alipay.client.getUnionResource", "alipay.client.switches.all.get", "alipay.client.saveUserProposalInfo",
        "mpaas.push.bind", "mpaas.push.unbind", "mpaas.push.report", "mpaas.diagnosis.poll", "mpaas.badge.pull", "mpaas.badge.ack",
        "mpaas.hotpatch.report", "alipay.mpaasgw.logindemo", "alipay.mpaasgw.needlogintest",
    ]

    /// Names that something else is called by.
    static let words: Set<String> = [GatewayRecord.unknown]
}
