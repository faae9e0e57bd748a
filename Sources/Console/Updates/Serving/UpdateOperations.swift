/// What devices ask the gateway for.
extension Updates {
    var operations: [GatewayOperation] {
        [
            // It takes a place in a window, but the same device takes it once however often it asks: nothing has to be kept of signatures.
            GatewayOperation(raw: "alipay.client.updateVersion") { [index, windows, exposures] call in
                let device = RolloutDevice(try RolloutRequest(call), call)
                guard let offer = await index.program(call.app.id, device.platform)?.offer(to: device, at: call.receivedAt, windows) else {
                    return UpdateAnswer.nothingNewerBytes(than: device.version.text)
                }
                exposures?.note(app: call.app.id, .update, subject: offer.key.release, device, at: call.receivedAt)
                return offer.answer(device)
            }
        ]
    }
}
