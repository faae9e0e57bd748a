/// What devices ask the gateway for.
extension Updates {
    var operations: [GatewayOperation] {
        [
            // It takes a place in a window, but the same device takes it once however often it asks: nothing has to be kept of signatures.
            GatewayOperation(raw: "alipay.client.updateVersion") { [index, windows] call in
                let device = RolloutDevice(try RolloutRequest(call), call)
                guard let program = index.program(call.app.id, device.platform) else {
                    return UpdateAnswer.nothingNewerBytes(than: device.version.text)
                }
                return await program.answer(device, at: call.receivedAt, windows)
            }
        ]
    }
}
