import type { HubProtocol, OutgoingMessage } from './hub-protocol.ts'

/** A message to any number of clients, serialised once for each protocol. */
export class OutgoingFrame {
  readonly #message: OutgoingMessage
  readonly #written = new Map<HubProtocol, Uint8Array>()

  constructor(message: OutgoingMessage) {
    this.#message = message
  }

  bytesFor(protocol: HubProtocol): Uint8Array {
    const known = this.#written.get(protocol)
    if (known) return known
    const bytes = protocol.write(this.#message)
    this.#written.set(protocol, bytes)
    return bytes
  }
}
