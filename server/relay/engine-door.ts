import { createSocket } from 'node:dgram'
import {
  type Address,
  ATTRIBUTE,
  attributeOf,
  isIntact,
  KIND,
  METHOD,
  readStun,
  textOf,
  writeStun,
} from './stun.ts'

/**
 * By which name the media engine's windows know it here: of another block that no network routes (RFC 5737) than the
 * people's addresses are of. Its port is the engine's own.
 */
export const ENGINE_ADDRESS = '198.51.100.1'

/** One relayed address's way to the engine on this machine, and to nothing else. */
export interface EngineWay {
  send(bytes: Buffer): void
  close(): void
}

export interface EngineDoor {
  readonly address: Address
  open(deliver: (bytes: Buffer) => void): EngineWay
}

/** The engine's own half of what signs requests of ICE, by the name that goes with it; null for a name of nobody's. */
export type PasswordOf = (fragment: string) => string | null

const ROLES: readonly number[] = [ATTRIBUTE.ICE_CONTROLLED, ATTRIBUTE.ICE_CONTROLLING]
const ZERO = Buffer.alloc(8)
const ONE = Buffer.from([0, 0, 0, 0, 0, 0, 0, 1])

/**
 * A request of ICE as the engine takes it. What Chromium (156) sends by a relay has zero for its tie-breaker (RFC 8445
 * §5.2.1), which the engine's library holds for a missing one, and refuses; it is made one, and signed anew.
 */
export function withTieBreaker(bytes: Buffer, passwordOf: PasswordOf): Buffer {
  const message = readStun(bytes)
  if (message?.method !== METHOD.BINDING || message.kind !== KIND.REQUEST) return bytes
  const isZero = ROLES.some((role) => attributeOf(message, role)?.equals(ZERO))
  const password = isZero ? passwordOf((textOf(message, ATTRIBUTE.USERNAME) ?? '').split(':')[0] ?? '') : null
  if (password === null || !isIntact(message, Buffer.from(password))) return bytes
  const attributes = message.attributes
    .filter(([type]) => type !== ATTRIBUTE.MESSAGE_INTEGRITY && type !== ATTRIBUTE.FINGERPRINT)
    .map(([type, value]) => [type, ROLES.includes(type) ? ONE : value] as const)
  return writeStun({ ...message, attributes }, Buffer.from(password))
}

/** @param engine by its name, and where it listens by UDP */
export const engineDoor = (
  { name, host, port }: { readonly name: string; readonly host: string; readonly port: number },
  passwordOf: PasswordOf,
): EngineDoor => ({
  address: { ip: name, port },
  open(deliver) {
    // Connected: what anybody else sends here never arrives.
    const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4').unref()
    const waiting: Buffer[] = []
    let isOpen = false
    let isClosed = false
    const close = () => {
      if (!isClosed) socket.close()
      isClosed = true
    }
    socket.on('message', deliver)
    // An engine that is away answers with nothing; its people come anew.
    socket.on('error', () => {})
    socket.connect(port, host, () => {
      isOpen = true
      for (const bytes of waiting.splice(0)) socket.send(bytes, () => {})
    })
    return {
      send(given) {
        if (isClosed) return
        const bytes = withTieBreaker(given, passwordOf)
        if (isOpen) socket.send(bytes, () => {})
        else if (waiting.length < 16) waiting.push(bytes)
      },
      close,
    }
  },
})
