import { createHmac, randomBytes, randomInt } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { EngineDoor, EngineWay } from './engine-door.ts'
import { type CredentialHolder, holderOf, REALM } from './relay-credentials.ts'
import {
  type Address,
  ATTRIBUTE,
  attributeOf,
  isIntact,
  KIND,
  METHOD,
  padded,
  plainIP,
  readAddress,
  readStun,
  type StunMessage,
  textOf,
  writeAddress,
  writeStun,
} from './stun.ts'

/** Seconds (RFC 8656 §7.2). */
const LIFETIME = { least: 600, most: 3600 } as const
const PERMISSION_MS = 300_000
const CHANNEL_MS = 600_000
const CHANNELS = { first: 0x4000, last: 0x4fff } as const
const UDP = 17

/** How much one process relays. */
export interface RelayLimits {
  readonly allocations: number
  /** Of one person, over all their windows: each link of a call has one or two. */
  readonly perPerson: number
  /** Of one allocation, a second; three seconds' worth may come at once. */
  readonly bytesPerSecond: number
}
export const RELAY_LIMITS: RelayLimits = { allocations: 4000, perPerson: 64, bytesPerSecond: 1_500_000 }

/** Where somebody's packets come from and go to: a TCP or TLS connection, or an address of UDP. */
export interface RelayClient extends Address {
  /** Frames of a stream are filled up to four bytes. */
  readonly isStream: boolean
  /** Drops what can't be sent at once: late sound is no use. */
  send(bytes: Buffer): void
}

interface Allocation {
  readonly client: RelayClient
  readonly holder: CredentialHolder
  readonly username: string
  readonly relayed: Address
  endsAt: number
  /** Peers' addresses that may send here, with the end of that. */
  readonly permissions: Map<string, number>
  readonly channels: Map<number, { readonly peer: string; endsAt: number }>
  readonly channelOf: Map<string, number>
  budget: number
  countedAt: number
  /** To the media engine, once something was sent there. */
  engine: { readonly peer: string; readonly way: EngineWay } | null
}

interface RelayOptions {
  readonly secret: string
  readonly clock: Clock
  readonly limits?: RelayLimits
  /** The media engines, as they run at the moment. */
  readonly engines?: () => readonly EngineDoor[]
}

const addressKey = ({ ip, port }: Address): string => `${ip}:${port}`
const NO_ADDRESS = 'no address is left'

class TurnError extends Error {
  readonly code: number

  constructor(code: number, reason: string) {
    super(reason)
    this.code = code
  }
}

/**
 * STUN, and a TURN that relays between the people of one call and to nobody else (RFC 8489, 8656). A relayed address is
 * a name within this process, of a block that no network routes (RFC 5737): packets go from one client's connection to
 * another's, no port is opened for them, and none can be sent anywhere else but to the servers' own media engines.
 */
export class TurnRelay {
  readonly #options: RelayOptions
  readonly #limits: RelayLimits
  readonly #nonceKey = randomBytes(32)
  readonly #byClient = new Map<RelayClient, Allocation>()
  readonly #byAddress = new Map<string, Allocation>()

  constructor(options: RelayOptions) {
    this.#options = options
    this.#limits = options.limits ?? RELAY_LIMITS
  }

  /** Takes one whole message or frame; false for what is neither. */
  take(client: RelayClient, bytes: Buffer): boolean {
    const first = bytes[0] ?? 0xff
    if (first >= 0x40 && first <= 0x4f) return this.#takeChannelData(client, bytes)
    const message = readStun(bytes)
    if (!message) return false
    if (message.kind === KIND.REQUEST) this.#answer(client, message)
    else if (message.kind === KIND.INDICATION && message.method === METHOD.SEND)
      this.#takeSend(client, message)
    return true
  }

  /** Whether the client has something relayed. */
  has(client: RelayClient): boolean {
    return this.#byClient.has(client)
  }

  /** A client has gone. */
  drop(client: RelayClient): void {
    const allocation = this.#byClient.get(client)
    if (allocation) this.#end(allocation)
  }

  /** Ends what wasn't refreshed; gives the clients of those. */
  sweep(): RelayClient[] {
    const now = this.#options.clock()
    const over = [...this.#byClient.values()].filter(({ endsAt }) => endsAt <= now)
    for (const allocation of over) this.#end(allocation)
    return over.map(({ client }) => client)
  }

  #end(allocation: Allocation): void {
    allocation.engine?.way.close()
    allocation.engine = null
    this.#byClient.delete(allocation.client)
    this.#byAddress.delete(addressKey(allocation.relayed))
  }

  #answer(client: RelayClient, message: StunMessage): void {
    const { method, transaction } = message
    const answer = (
      kind: number,
      attributes: readonly (readonly [number, Buffer])[],
      key: Buffer | null = null,
    ) => client.send(writeStun({ method, kind, transaction, attributes }, key))
    try {
      if (method === METHOD.BINDING) {
        answer(KIND.SUCCESS, [[ATTRIBUTE.XOR_MAPPED_ADDRESS, writeAddress(client, transaction)]])
        return
      }
      const { holder, username } = this.#authenticate(client, message)
      answer(KIND.SUCCESS, this.#done(client, message, holder, username), holder.key)
    } catch (error) {
      if (!(error instanceof TurnError)) throw error
      const { code, message: reason } = error
      const asks = code === 401 || code === 438
      answer(KIND.ERROR, [
        [
          ATTRIBUTE.ERROR_CODE,
          Buffer.from([0, 0, Math.floor(code / 100), code % 100, ...Buffer.from(reason)]),
        ],
        ...(asks
          ? ([
              [ATTRIBUTE.REALM, Buffer.from(REALM)],
              [ATTRIBUTE.NONCE, Buffer.from(this.#nonceOf(client))],
            ] as const)
          : []),
      ])
    }
  }

  /** Of this client alone, so that none of it has to be kept. */
  #nonceOf({ ip, port }: RelayClient): string {
    return createHmac('sha256', this.#nonceKey)
      .update(`${plainIP(ip)} ${port}`)
      .digest('base64')
      .slice(0, 32)
  }

  #authenticate(client: RelayClient, message: StunMessage): { holder: CredentialHolder; username: string } {
    if (!message.covered) throw new TurnError(401, 'Unauthorized')
    const username = textOf(message, ATTRIBUTE.USERNAME)
    if (username === null || textOf(message, ATTRIBUTE.REALM) === null)
      throw new TurnError(400, 'Bad Request')
    if (textOf(message, ATTRIBUTE.NONCE) !== this.#nonceOf(client)) throw new TurnError(438, 'Stale Nonce')
    const holder = holderOf(this.#options.secret, username)
    if (!holder || !isIntact(message, holder.key)) throw new TurnError(401, 'Unauthorized')
    return { holder, username }
  }

  #done(
    client: RelayClient,
    message: StunMessage,
    holder: CredentialHolder,
    username: string,
  ): (readonly [number, Buffer])[] {
    if (message.method === METHOD.ALLOCATE) return this.#allocate(client, message, holder, username)
    const allocation = this.#byClient.get(client)
    if (!allocation) throw new TurnError(437, 'Allocation Mismatch')
    if (allocation.username !== username) throw new TurnError(441, 'Wrong Credentials')
    switch (message.method) {
      case METHOD.REFRESH:
        return this.#refresh(allocation, message)
      case METHOD.CREATE_PERMISSION:
        return this.#permit(allocation, message)
      case METHOD.CHANNEL_BIND:
        return this.#bind(allocation, message)
      default:
        throw new TurnError(400, 'Bad Request')
    }
  }

  #allocate(
    client: RelayClient,
    message: StunMessage,
    holder: CredentialHolder,
    username: string,
  ): (readonly [number, Buffer])[] {
    const now = this.#options.clock()
    if (holder.endsAt <= now) throw new TurnError(401, 'Unauthorized')
    if (this.#byClient.has(client)) throw new TurnError(437, 'Allocation Mismatch')
    if (attributeOf(message, ATTRIBUTE.REQUESTED_TRANSPORT)?.[0] !== UDP)
      throw new TurnError(442, 'Unsupported Transport Protocol')
    const all = [...this.#byClient.values()]
    const theirs = all.filter((one) => one.holder.person === holder.person).length
    if (theirs >= this.#limits.perPerson) throw new TurnError(486, 'Allocation Quota Reached')
    if (all.length >= this.#limits.allocations) throw new TurnError(508, 'Insufficient Capacity')
    const seconds = lifetimeOf(message)
    const allocation: Allocation = {
      ...{ client, holder, username, relayed: this.#newAddress(), endsAt: now + seconds * 1000 },
      ...{ permissions: new Map(), channels: new Map(), channelOf: new Map() },
      ...{ budget: this.#limits.bytesPerSecond, countedAt: now, engine: null },
    }
    this.#byClient.set(client, allocation)
    this.#byAddress.set(addressKey(allocation.relayed), allocation)
    const { transaction } = message
    return [
      [ATTRIBUTE.XOR_RELAYED_ADDRESS, writeAddress(allocation.relayed, transaction)],
      [ATTRIBUTE.XOR_MAPPED_ADDRESS, writeAddress(client, transaction)],
      [ATTRIBUTE.LIFETIME, uint32(seconds)],
    ]
  }

  #newAddress(): Address {
    for (let tries = 0; tries < 100; tries++) {
      const address = { ip: `192.0.2.${randomInt(1, 255)}`, port: randomInt(49_152, 65_536) }
      if (!this.#byAddress.has(addressKey(address))) return address
    }
    throw new TurnError(508, NO_ADDRESS)
  }

  #refresh(allocation: Allocation, message: StunMessage): (readonly [number, Buffer])[] {
    const isEnd = attributeOf(message, ATTRIBUTE.LIFETIME)?.equals(uint32(0)) ?? false
    const seconds = isEnd ? 0 : lifetimeOf(message)
    if (isEnd) this.#end(allocation)
    else allocation.endsAt = this.#options.clock() + seconds * 1000
    return [[ATTRIBUTE.LIFETIME, uint32(seconds)]]
  }

  #permit(allocation: Allocation, message: StunMessage): [] {
    const peers = message.attributes
      .filter(([type]) => type === ATTRIBUTE.XOR_PEER_ADDRESS)
      .map(([, value]) => readAddress(value, message.transaction))
    if (peers.length === 0 || peers.includes(null)) throw new TurnError(400, 'Bad Request')
    for (const peer of peers) if (peer) this.#permitOne(allocation, peer)
    return []
  }

  /** @throws TurnError for whoever isn't relayed here, in the same call */
  #permitOne(allocation: Allocation, peer: Address): void {
    const other = this.#byAddress.get(addressKey(peer))
    if (!this.#doorAt(addressKey(peer)) && other?.holder.call !== allocation.holder.call)
      throw new TurnError(403, 'Forbidden')
    allocation.permissions.set(addressKey(peer), this.#options.clock() + PERMISSION_MS)
  }

  #bind(allocation: Allocation, message: StunMessage): [] {
    const number = attributeOf(message, ATTRIBUTE.CHANNEL_NUMBER)?.readUInt16BE(0) ?? 0
    const value = attributeOf(message, ATTRIBUTE.XOR_PEER_ADDRESS)
    const peer = value && readAddress(value, message.transaction)
    if (!peer || number < CHANNELS.first || number > CHANNELS.last) throw new TurnError(400, 'Bad Request')
    const key = addressKey(peer)
    const [bound, before] = [allocation.channels.get(number), allocation.channelOf.get(key)]
    if ((bound && bound.peer !== key) || (before !== undefined && before !== number))
      throw new TurnError(400, 'Bad Request')
    this.#permitOne(allocation, peer)
    allocation.channels.set(number, { peer: key, endsAt: this.#options.clock() + CHANNEL_MS })
    allocation.channelOf.set(key, number)
    return []
  }

  #takeSend(client: RelayClient, message: StunMessage): void {
    const allocation = this.#byClient.get(client)
    const value = attributeOf(message, ATTRIBUTE.XOR_PEER_ADDRESS)
    const data = attributeOf(message, ATTRIBUTE.DATA)
    const peer = value && readAddress(value, message.transaction)
    if (allocation && peer && data) this.#relay(allocation, addressKey(peer), data)
  }

  #takeChannelData(client: RelayClient, bytes: Buffer): boolean {
    const length = bytes.length < 4 ? -1 : bytes.readUInt16BE(2)
    if (length < 0 || bytes.length < 4 + length) return false
    const allocation = this.#byClient.get(client)
    const channel = allocation?.channels.get(bytes.readUInt16BE(0))
    if (allocation && channel && channel.endsAt > this.#options.clock())
      this.#relay(allocation, channel.peer, bytes.subarray(4, 4 + length))
    return true
  }

  /** What isn't allowed, or is too much, is dropped: that is what networks do, and browsers know how to bear it. */
  #relay(from: Allocation, peer: string, data: Buffer): void {
    const now = this.#options.clock()
    const door = this.#doorAt(peer)
    if (door) {
      this.#toEngine(from, door, data)
      return
    }
    const to = this.#byAddress.get(peer)
    const here = addressKey(from.relayed)
    const mayGo = (from.permissions.get(peer) ?? 0) > now && (to?.permissions.get(here) ?? 0) > now
    if (!to || !mayGo || to.endsAt <= now || !this.#spend(from, data.length, now)) return
    this.#deliver(to, from.relayed, data, now)
  }

  #doorAt(peer: string): EngineDoor | null {
    return this.#options.engines?.().find(({ address }) => addressKey(address) === peer) ?? null
  }

  #toEngine(from: Allocation, door: EngineDoor, data: Buffer): void {
    const now = this.#options.clock()
    const peer = addressKey(door.address)
    const isGone = this.#byClient.get(from.client) !== from
    const mayGo = (from.permissions.get(peer) ?? 0) > now && from.endsAt > now && !isGone
    if (!mayGo || !this.#spend(from, data.length, now)) return
    if (from.engine?.peer !== peer) {
      from.engine?.way.close()
      const way = door.open((bytes) => {
        const then = this.#options.clock()
        if ((from.permissions.get(peer) ?? 0) > then) this.#deliver(from, door.address, bytes, then)
      })
      from.engine = { peer, way }
    }
    from.engine.way.send(data)
  }

  #deliver(to: Allocation, from: Address, data: Buffer, now: number): void {
    const channel = to.channelOf.get(addressKey(from))
    if (channel !== undefined && (to.channels.get(channel)?.endsAt ?? 0) > now) {
      const header = Buffer.alloc(4)
      header.writeUInt16BE(channel, 0)
      header.writeUInt16BE(data.length, 2)
      const filling = to.client.isStream ? padded(data.length) - data.length : 0
      to.client.send(Buffer.concat([header, data, Buffer.alloc(filling)]))
      return
    }
    const transaction = randomBytes(12)
    const attributes = [
      [ATTRIBUTE.XOR_PEER_ADDRESS, writeAddress(from, transaction)],
      [ATTRIBUTE.DATA, data],
    ] as const
    to.client.send(writeStun({ method: METHOD.DATA, kind: KIND.INDICATION, transaction, attributes }, null))
  }

  #spend(allocation: Allocation, bytes: number, now: number): boolean {
    const { bytesPerSecond } = this.#limits
    const cameBack = (Math.max(0, now - allocation.countedAt) / 1000) * bytesPerSecond
    allocation.budget = Math.min(3 * bytesPerSecond, allocation.budget + cameBack)
    allocation.countedAt = now
    if (allocation.budget < bytes) return false
    allocation.budget -= bytes
    return true
  }
}

/** How long something is wanted, within what is given, in seconds. */
function lifetimeOf(message: StunMessage): number {
  const wanted = attributeOf(message, ATTRIBUTE.LIFETIME)
  const seconds = wanted?.length === 4 ? wanted.readUInt32BE(0) : LIFETIME.least
  return Math.min(LIFETIME.most, Math.max(LIFETIME.least, seconds))
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value, 0)
  return bytes
}
