import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type EngineDoor, withTieBreaker } from './engine-door.ts'
import { CREDENTIAL_MS, REALM, relayCredentials } from './relay-credentials.ts'
import {
  ATTRIBUTE as A,
  type Address,
  attributeOf,
  isIntact,
  KIND,
  METHOD,
  readAddress,
  readStun,
  type StunMessage,
  textOf,
  writeAddress,
  writeStun,
} from './stun.ts'
import { RELAY_LIMITS, type RelayClient, TurnRelay } from './turn-relay.ts'

const hex = (text: string) => Buffer.from(text.replaceAll(/\s/g, ''), 'hex')

describe('the test vectors of RFC 5769', () => {
  test('2.2: an IPv4 response', () => {
    const message = readStun(
      hex(`0101003c2112a442b7e7a701bc34d686fa87dfae8022000b7465737420766563746f7220002000080001a147e112a643
        000800142b91f599fd9e90c38c7489f92af9ba53f06be7d780280004c07d4c96`),
    )
    if (!message) throw new Error('not read')
    expect([message.method, message.kind]).toEqual([METHOD.BINDING, KIND.SUCCESS])
    expect(textOf(message, A.SOFTWARE)).toBe('test vector')
    const mapped = attributeOf(message, A.XOR_MAPPED_ADDRESS) ?? Buffer.alloc(0)
    expect(readAddress(mapped, message.transaction)).toEqual({ ip: '192.0.2.1', port: 32853 })
    expect(isIntact(message, Buffer.from('VOkJxbRl1RmTxUk/WvJxBt'))).toBe(true)
    expect(isIntact(message, Buffer.from('VOkJxbRl1RmTxUk/WvJxBT'))).toBe(false)
    // Written anew it is the same, its fingerprint among it; but for the filling, which may be anything.
    const attributes = message.attributes.slice(0, 2)
    const written = writeStun({ ...message, attributes }, Buffer.from('VOkJxbRl1RmTxUk/WvJxBt'))
    expect(readStun(written)?.attributes.map(([type]) => type)).toEqual(
      message.attributes.map(([type]) => type),
    )
  })

  test('2.3: an IPv6 response', () => {
    const message = readStun(
      hex(`010100482112a442b7e7a701bc34d686fa87dfae8022000b7465737420766563746f7220002000140002a147
        0113a9faa5d3f179bc25f4b5bed2b9d900080014a382954e4be67bf11784c97c8292c275bfe3ed4180280004c8fb0b4c`),
    )
    if (!message) throw new Error('not read')
    const mapped = attributeOf(message, A.XOR_MAPPED_ADDRESS) ?? Buffer.alloc(0)
    const address = { ip: '2001:db8:1234:5678:11:2233:4455:6677', port: 32853 }
    expect(readAddress(mapped, message.transaction)).toEqual(address)
    expect(writeAddress(address, message.transaction)).toEqual(mapped)
    expect(isIntact(message, Buffer.from('VOkJxbRl1RmTxUk/WvJxBt'))).toBe(true)
  })

  test('2.4: a request with long-term credentials', () => {
    const message = readStun(
      hex(`000100602112a44278ad3433c6ad72c029da412e00060012e3839ee38388e383aae38383e382afe382b900000015001c
        662f2f3439396b39353464364f4c33346f4c394653547679363473410014000b6578616d706c652e6f726700
        00080014f67024656dd64a3e02b8e0712e85c9a28ca89666`),
    )
    if (!message) throw new Error('not read')
    expect(textOf(message, A.USERNAME)).toBe('マトリックス')
    expect(textOf(message, A.NONCE)).toBe('f//499k954d6OL34oL9FSTvy64sA')
    const key = createHash('md5').update('マトリックス:example.org:TheMatrIX').digest()
    expect(isIntact(message, key)).toBe(true)
  })
})

test('an address in each of the short forms of IPv6', () => {
  const transaction = randomBytes(12)
  for (const [ip, long] of [
    ['::1', '0:0:0:0:0:0:0:1'],
    ['fe80::1%eth0', 'fe80:0:0:0:0:0:0:1'],
    ['::ffff:10.1.2.3', '10.1.2.3'],
  ] as const)
    expect(readAddress(writeAddress({ ip, port: 7 }, transaction), transaction)).toEqual({
      ip: long,
      port: 7,
    })
})

test('what is no message is none', () => {
  const whole = writeStun(
    {
      method: METHOD.BINDING,
      kind: KIND.REQUEST,
      transaction: randomBytes(12),
      attributes: [[A.DATA, Buffer.from('abc')]],
    },
    null,
  )
  expect(readStun(whole)).not.toBeNull()
  for (let end = 0; end < whole.length; end++) expect(readStun(whole.subarray(0, end))).toBeNull()
  const longer = Buffer.from(whole)
  longer.writeUInt16BE(200, 22)
  expect(readStun(longer)).toBeNull()
  const cookieless = Buffer.from(whole)
  cookieless[4] = 0
  expect(readStun(cookieless)).toBeNull()
})

const SECRET = 'shared with nobody'
let now = 1_000_000_000

interface Phone extends RelayClient {
  readonly got: Buffer[]
}
let ports = 1000
const phone = (isStream = true): Phone => {
  const got: Buffer[] = []
  return { ip: '10.0.0.9', port: ++ports, isStream, got, send: (bytes) => void got.push(bytes) }
}

interface Login {
  readonly username: string
  readonly credential: string
}
const login = (meetingID = 5, userID = 1): Login => relayCredentials(SECRET, () => now, { meetingID, userID })

function open(limits = RELAY_LIMITS, engines: () => readonly EngineDoor[] = () => []) {
  const relay = new TurnRelay({ secret: SECRET, clock: () => now, limits, engines })
  const ask = (
    at: Phone,
    method: number,
    attributes: readonly (readonly [number, Buffer])[],
    who: Login | null,
    nonce?: string,
  ): StunMessage => {
    const key = who && createHash('md5').update(`${who.username}:${REALM}:${who.credential}`).digest()
    const signed = who
      ? ([
          [A.USERNAME, Buffer.from(who.username)],
          [A.REALM, Buffer.from(REALM)],
          [A.NONCE, Buffer.from(nonce ?? '')],
        ] as const)
      : []
    const transaction = randomBytes(12)
    const bytes = writeStun(
      { method, kind: KIND.REQUEST, transaction, attributes: [...attributes, ...signed] },
      key,
    )
    expect(relay.take(at, bytes)).toBe(true)
    const answer = readStun(at.got.pop() ?? Buffer.alloc(0))
    if (!answer) throw new Error('no answer')
    expect(answer.transaction.equals(transaction)).toBe(true)
    return answer
  }
  /** As a browser does it: a request that is refused says which nonce is wanted. */
  const nonceOf = (at: Phone) => textOf(ask(at, METHOD.ALLOCATE, TRANSPORT, null), A.NONCE) ?? ''
  const asked = (
    at: Phone,
    method: number,
    attributes: readonly (readonly [number, Buffer])[],
    who = login(),
  ) => ask(at, method, attributes, who, nonceOf(at))
  const allocate = (at: Phone, who = login()): Address => {
    const answer = asked(at, METHOD.ALLOCATE, TRANSPORT, who)
    const relayed = attributeOf(answer, A.XOR_RELAYED_ADDRESS)
    const address = relayed && readAddress(relayed, answer.transaction)
    if (!address) throw new Error(`refused: ${errorOf(answer)}`)
    return address
  }
  const withPeer = (at: Phone, method: number, peer: Address, who = login(), channel?: number) => {
    // The transaction is a part of the address: IPv4 hides only in the cookie.
    const attributes: [number, Buffer][] = [[A.XOR_PEER_ADDRESS, writeAddress(peer, Buffer.alloc(12))]]
    if (channel !== undefined)
      attributes.push([A.CHANNEL_NUMBER, Buffer.from([channel >> 8, channel & 255, 0, 0])])
    return asked(at, method, attributes, who)
  }
  const send = (at: Phone, peer: Address, data: string) =>
    relay.take(
      at,
      writeStun(
        {
          ...{ method: METHOD.SEND, kind: KIND.INDICATION, transaction: Buffer.alloc(12) },
          attributes: [
            [A.XOR_PEER_ADDRESS, writeAddress(peer, Buffer.alloc(12))],
            [A.DATA, Buffer.from(data)],
          ],
        },
        null,
      ),
    )
  return { relay, ask, asked, nonceOf, allocate, withPeer, send }
}
const TRANSPORT = [[A.REQUESTED_TRANSPORT, Buffer.from([17, 0, 0, 0])]] as const
const errorOf = (message: StunMessage): number => {
  const value = attributeOf(message, A.ERROR_CODE)
  return value ? (value[2] ?? 0) * 100 + (value[3] ?? 0) : 0
}
/** What came to a phone as a DATA indication, in words. */
const dataOf = (bytes: Buffer | undefined) => {
  const message = bytes && readStun(bytes)
  return message ? textOf(message, A.DATA) : null
}
const BOB = () => login(5, 2)

describe('a relay', () => {
  test('says by which address a client is seen', () => {
    const { ask } = open()
    const at = phone()
    const answer = ask(at, METHOD.BINDING, [], null)
    const mapped = attributeOf(answer, A.XOR_MAPPED_ADDRESS) ?? Buffer.alloc(0)
    expect(readAddress(mapped, answer.transaction)).toEqual({ ip: at.ip, port: at.port })
  })

  test('asks for credentials, and takes nobody without ones that it made, in time and for this client', () => {
    const { ask, asked, nonceOf, allocate } = open()
    const at = phone()
    const first = ask(at, METHOD.ALLOCATE, TRANSPORT, null)
    expect([errorOf(first), textOf(first, A.REALM)]).toEqual([401, REALM])
    expect(errorOf(ask(at, METHOD.ALLOCATE, TRANSPORT, login(), nonceOf(phone())))).toBe(438)
    for (const wrong of [
      { ...login(), credential: 'guessed' },
      { ...login(), username: 'somebody' },
      { ...login(), username: login(6).username },
    ])
      expect(errorOf(asked(at, METHOD.ALLOCATE, TRANSPORT, wrong))).toBe(401)
    const old = login()
    now += CREDENTIAL_MS
    expect(errorOf(asked(at, METHOD.ALLOCATE, TRANSPORT, old))).toBe(401)
    now -= 1000
    allocate(at, old)
    // What is in use goes on.
    now += CREDENTIAL_MS
    expect(errorOf(asked(at, METHOD.REFRESH, [], old))).toBe(0)
  })

  test('carries packets between two people of one call who both want it, and to nobody else', () => {
    const at = open()
    const [anns, bobs, others] = [phone(), phone(), phone()]
    const [ann, bob] = [at.allocate(anns), at.allocate(bobs, BOB())]
    const stranger = at.allocate(others, login(6, 3))
    at.send(anns, bob, 'too early')
    expect(errorOf(at.withPeer(anns, METHOD.CREATE_PERMISSION, bob))).toBe(0)
    at.send(anns, bob, 'unasked')
    expect(bobs.got).toEqual([])
    at.withPeer(bobs, METHOD.CREATE_PERMISSION, ann, BOB())
    at.send(anns, bob, 'hello')
    expect(dataOf(bobs.got.pop())).toBe('hello')
    for (const elsewhere of [stranger, { ip: '10.0.0.1', port: 22 }, { ip: '127.0.0.1', port: 80 }])
      expect(errorOf(at.withPeer(anns, METHOD.CREATE_PERMISSION, elsewhere))).toBe(403)
    expect(errorOf(at.withPeer(others, METHOD.CHANNEL_BIND, ann, login(6, 3), 0x4000))).toBe(403)
    // A permission holds for five minutes.
    now += 300_000
    at.send(anns, bob, 'late')
    expect(bobs.got).toEqual([])
  })

  test('takes and gives channels, filled up to four bytes where it is a stream', () => {
    const at = open()
    const [anns, bobs] = [phone(), phone(false)]
    const [ann, bob] = [at.allocate(anns), at.allocate(bobs, BOB())]
    expect(errorOf(at.withPeer(anns, METHOD.CHANNEL_BIND, bob, login(), 0x4001))).toBe(0)
    expect(errorOf(at.withPeer(bobs, METHOD.CHANNEL_BIND, ann, BOB(), 0x4002))).toBe(0)
    const frame = (channel: number, data: string, filling = '') =>
      Buffer.concat([Buffer.from([channel >> 8, channel & 255, 0, data.length]), Buffer.from(data + filling)])
    at.relay.take(anns, frame(0x4001, 'hello', '\0\0\0'))
    expect(bobs.got.pop()).toEqual(frame(0x4002, 'hello'))
    at.relay.take(bobs, frame(0x4002, 'hi'))
    expect(anns.got.pop()).toEqual(frame(0x4001, 'hi', '\0\0'))
    // Neither another number for the same peer nor one outside of the range, nor an unknown one.
    expect(errorOf(at.withPeer(anns, METHOD.CHANNEL_BIND, bob, login(), 0x4003))).toBe(400)
    expect(errorOf(at.withPeer(bobs, METHOD.CHANNEL_BIND, ann, BOB(), 0x5000))).toBe(400)
    at.relay.take(anns, frame(0x4009, 'lost'))
    expect(bobs.got).toEqual([])
    expect(at.relay.take(anns, Buffer.from([0x40, 0x01, 0, 200, 1]))).toBe(false)
  })

  test('ends what isn’t refreshed, is given back or whose client went', () => {
    const at = open()
    const [one, two, three] = [phone(), phone(), phone()]
    for (const client of [one, two, three]) at.allocate(client)
    expect(errorOf(at.asked(one, METHOD.ALLOCATE, TRANSPORT))).toBe(437)
    at.asked(one, METHOD.REFRESH, [[A.LIFETIME, Buffer.alloc(4)]])
    at.relay.drop(two)
    expect([one, two, three].map((client) => at.relay.has(client))).toEqual([false, false, true])
    now += 600_000 - 1
    expect(at.relay.sweep()).toEqual([])
    now += 1
    expect(at.relay.sweep()).toEqual([three])
    expect(errorOf(at.asked(three, METHOD.REFRESH, []))).toBe(437)
  })

  test('is for the person who began it', () => {
    const at = open()
    const anns = phone()
    at.allocate(anns)
    expect(errorOf(at.asked(anns, METHOD.REFRESH, [], BOB()))).toBe(441)
  })

  test('holds so many, of one person fewer, and carries so much of each', () => {
    const at = open({ allocations: 3, perPerson: 2, bytesPerSecond: 10 })
    const [one, two, bobs] = [phone(), phone(), phone()]
    const [ann, bob] = [at.allocate(one), at.allocate(bobs, BOB())]
    at.allocate(two)
    expect(errorOf(at.asked(phone(), METHOD.ALLOCATE, TRANSPORT))).toBe(486)
    expect(errorOf(at.asked(phone(), METHOD.ALLOCATE, TRANSPORT, BOB()))).toBe(508)
    at.withPeer(one, METHOD.CREATE_PERMISSION, bob)
    at.withPeer(bobs, METHOD.CREATE_PERMISSION, ann, BOB())
    at.send(one, bob, '0123456789')
    at.send(one, bob, 'x')
    expect(bobs.got.map(dataOf)).toEqual(['0123456789'])
    now += 100
    at.send(one, bob, 'x')
    expect(bobs.got.map(dataOf)).toEqual(['0123456789', 'x'])
  })

  test('takes a transport other than UDP, and garbage, for what they are', () => {
    const at = open()
    const tcp = [[A.REQUESTED_TRANSPORT, Buffer.from([6, 0, 0, 0])]] as const
    expect(errorOf(at.asked(phone(), METHOD.ALLOCATE, tcp))).toBe(442)
    for (const garbage of [
      Buffer.alloc(0),
      Buffer.alloc(20),
      randomBytes(64).fill(0, 0, 1),
      Buffer.from('GET /'),
    ])
      expect(at.relay.take(phone(), garbage)).toBe(false)
    const anns = phone()
    at.allocate(anns)
    expect(errorOf(at.asked(anns, METHOD.CREATE_PERMISSION, []))).toBe(400)
    expect(errorOf(at.asked(anns, METHOD.CREATE_PERMISSION, [[A.XOR_PEER_ADDRESS, Buffer.alloc(3)]]))).toBe(
      400,
    )
  })
})

describe('the media engine', () => {
  const ENGINE = { ip: '198.51.100.1', port: 5000 }
  const door = () => {
    const sent: string[] = []
    const ways: { deliver: (bytes: Buffer) => void; isClosed: boolean }[] = []
    const made: EngineDoor = {
      address: ENGINE,
      open(deliver) {
        const way = { deliver, isClosed: false }
        ways.push(way)
        return {
          send: (bytes) => void sent.push(bytes.toString()),
          close: () => void Object.assign(way, { isClosed: true }),
        }
      },
    }
    return { made, sent, ways }
  }

  test('is reached by who has asked for it, and answers them alone; nothing else outside is', () => {
    const { made, sent, ways } = door()
    const at = open(RELAY_LIMITS, () => [made])
    const [anns, bobs] = [phone(), phone()]
    at.allocate(anns)
    at.allocate(bobs, login(6, 2))
    at.send(anns, ENGINE, 'too early')
    expect(sent).toEqual([])
    for (const elsewhere of [
      { ...ENGINE, port: 5001 },
      { ip: '127.0.0.1', port: ENGINE.port },
      { ip: '198.51.100.2', port: ENGINE.port },
    ])
      expect(errorOf(at.withPeer(anns, METHOD.CREATE_PERMISSION, elsewhere))).toBe(403)
    expect(errorOf(at.withPeer(anns, METHOD.CREATE_PERMISSION, ENGINE))).toBe(0)
    at.send(anns, ENGINE, 'hello')
    at.send(bobs, ENGINE, 'not asked for')
    expect(sent).toEqual(['hello'])
    anns.got.length = 0
    bobs.got.length = 0
    ways[0]?.deliver(Buffer.from('welcome'))
    expect(anns.got.map(dataOf)).toEqual(['welcome'])
    expect(bobs.got).toEqual([])
    at.relay.drop(anns)
    expect(ways.map(({ isClosed }) => isClosed)).toEqual([true])
  })

  test('that runs by another port is another one, and without one there is no way', () => {
    const { made, sent } = door()
    let engine: EngineDoor | null = null
    const at = open(RELAY_LIMITS, () => (engine ? [engine] : []))
    const anns = phone()
    at.allocate(anns)
    expect(errorOf(at.withPeer(anns, METHOD.CREATE_PERMISSION, ENGINE))).toBe(403)
    engine = made
    at.withPeer(anns, METHOD.CREATE_PERMISSION, ENGINE)
    at.send(anns, ENGINE, 'one')
    engine = { ...made, address: { ...ENGINE, port: 6000 } }
    at.send(anns, ENGINE, 'two')
    expect(sent).toEqual(['one'])
  })

  test('of another server is another one, and both are reached; from one to the other nothing goes astray', () => {
    const [own, other] = [door(), door()]
    const elsewhere = { ...other.made, address: { ip: '198.51.100.2', port: ENGINE.port } }
    const at = open(RELAY_LIMITS, () => [own.made, elsewhere])
    const anns = phone()
    at.allocate(anns)
    for (const address of [ENGINE, elsewhere.address]) at.withPeer(anns, METHOD.CREATE_PERMISSION, address)
    at.send(anns, ENGINE, 'to ours')
    at.send(anns, elsewhere.address, 'to theirs')
    expect([own.sent, other.sent]).toEqual([['to ours'], ['to theirs']])
    expect(own.ways.map(({ isClosed }) => isClosed)).toEqual([true])
  })

  test('gets a request of ICE with a tie-breaker of zero as one that it takes, and every other as it is', () => {
    const [name, password] = ['eng:them', 'engine’s own']
    const ask = (tieBreaker: number, key: string, method: number = METHOD.BINDING) =>
      writeStun(
        {
          ...{ method, kind: KIND.REQUEST, transaction: randomBytes(12) },
          attributes: [
            [A.USERNAME, Buffer.from(name)],
            [A.ICE_CONTROLLED, Buffer.from([0, 0, 0, 0, 0, 0, 0, tieBreaker])],
          ],
        },
        Buffer.from(key),
      )
    const passwordOf = (fragment: string) => (fragment === 'eng' ? password : null)
    const mended = readStun(withTieBreaker(ask(0, password), passwordOf))
    if (!mended) throw new Error('not read')
    expect(attributeOf(mended, A.ICE_CONTROLLED)?.at(-1)).toBe(1)
    expect(textOf(mended, A.USERNAME)).toBe(name)
    expect(isIntact(mended, Buffer.from(password))).toBe(true)
    const others = [ask(7, password), ask(0, 'forged'), ask(0, password, METHOD.SEND), Buffer.from('media')]
    for (const bytes of others) expect(withTieBreaker(bytes, passwordOf)).toBe(bytes)
    const foreign = ask(0, password)
    expect(withTieBreaker(foreign, () => null)).toBe(foreign)
  })
})
