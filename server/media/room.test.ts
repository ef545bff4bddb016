import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { packTwice, unpackTwice } from './red.ts'
import { Room, type RoomLink } from './room.ts'
import { PAYLOAD, readRtcp, readRtp, writeNack } from './rtp.ts'
import { type Kind, Slot } from './source.ts'

const STEP = 960
/** A packet of sound with a loudness, as browsers send it. */
function packet(sequence: number, payload: string | Buffer, type: number = PAYLOAD.OPUS, ssrc = 7): Buffer {
  const header = Buffer.concat([Buffer.alloc(12), Buffer.from('bede000110140000', 'hex')])
  header.writeUInt8(0x90, 0)
  header.writeUInt8(type, 1)
  header.writeUInt16BE(sequence & 0xffff, 2)
  header.writeUInt32BE((sequence * STEP) >>> 0, 4)
  header.writeUInt32BE(ssrc, 8)
  return Buffer.concat([header, Buffer.from(payload)])
}
const headerOf = (bytes: Buffer) => {
  const header = readRtp(bytes)
  if (!header) throw new Error('not read')
  return header
}
const twice = (sequence: number, before: string, own: string): Buffer => {
  const [earlier, packed] = [packet(sequence - 1, before), packet(sequence, own)]
  return packTwice(packed, headerOf(packed), { bytes: earlier, header: headerOf(earlier) })
}
const textOf = (bytes: Buffer) => bytes.subarray(headerOf(bytes).start).toString()

class Window {
  readonly seat = randomUUID()
  readonly sent: Buffer[] = []
  readonly rtcp: Buffer[] = []
  readonly asked: boolean[] = []
  readonly slots: Slot[] = []
  readonly link: RoomLink

  constructor(takesTwice: boolean) {
    const { slots, rtcp, asked, sent } = this
    this.link = {
      ...{ isConnected: true, slots, takesTwice },
      grow(kind: Kind, count: number) {
        while (slots.filter((slot) => slot.kind === kind).length < count)
          slots.push(
            new Slot(`s${slots.length}`, kind, 100 + slots.length, (bytes) => {
              sent.push(Buffer.from(bytes))
              return true
            }),
          )
      },
      sendRtcp: (bytes) => void rtcp.push(bytes),
      askTwice(isTwice) {
        if (asked.at(-1) !== isTwice) asked.push(isTwice)
      },
    }
  }

  /** What came since the last time: its number from the first one on, how it came, and what it says last. */
  heard(sent = this.sent.splice(0)): [how: 'once' | 'twice', text: string][] {
    return sent.map((bytes) => {
      const header = headerOf(bytes)
      if (header.payloadType === PAYLOAD.OPUS) return ['once', textOf(bytes)]
      return ['twice', (unpackTwice(bytes, header) ?? []).map(textOf).join(' ')]
    })
  }
}

/** Three people who are in a room, and its clock. */
function room() {
  let now = 1000
  const made = new Room(() => now)
  const people = [new Window(true), new Window(true), new Window(false)] as const
  for (const one of people) {
    made.add({ seat: one.seat, link: one.link, tellSlots: () => {} })
    made.publish(one.seat, { voice: true, camera: false, screen: false })
  }
  const [ann] = people
  let next = 10
  return {
    made,
    people,
    say: (bytes: Buffer) => made.take(ann.seat, 'voice', bytes),
    /**
     * So many packets of Ann's, of which each so-and-so-many is lost, and sent again where her window does that; and a
     * second passes.
     */
    second(
      lossOneIn = 0,
      { how = (sequence: number) => packet(sequence, `v${sequence}`), again = false } = {},
    ) {
      const lost: number[] = []
      for (let count = 1; count <= 50; count++, next++)
        if (lossOneIn > 0 && count % lossOneIn === 0) lost.push(next)
        else made.take(ann.seat, 'voice', how(next))
      if (again) {
        now += 20
        made.tend()
        for (const sequence of lost) made.take(ann.seat, 'voice', how(sequence))
      }
      now += 1001
      made.tend()
    },
    pass: (ms: number) => {
      now += ms
      made.tend()
    },
  }
}

/** A window that receives Ann's voice and says what came of it, as Chromium does: what was sent again counts, too. */
function listener(made: Room, which: Window) {
  const slot = which.slots.find(({ target }) => target !== null)
  if (!slot) throw new Error('nobody is heard')
  let [first, highest, came] = [-1, -1, 0]
  const report = () => {
    const bytes = Buffer.alloc(32)
    bytes.writeUInt16BE(0x81c9, 0)
    bytes.writeUInt16BE(7, 2)
    bytes.writeUInt32BE(slot.ssrc, 8)
    bytes.writeIntBE(highest - first + 1 - came, 13, 3)
    bytes.writeUInt32BE(highest, 16)
    made.takeFeedback(which.seat, slot, bytes)
  }
  return {
    /**
     * Takes what was sent to it, of which each so-and-so-many got lost; says so, asks for it and gets it.
     * Gives what was sent.
     */
    listen(lossOneIn = 0): [how: 'once' | 'twice', text: string][] {
      const missing: number[] = []
      const sent = which.sent.splice(0)
      for (const [place, bytes] of sent.entries()) {
        const { sequence } = headerOf(bytes)
        if (lossOneIn > 0 && place % lossOneIn === 1) missing.push(sequence)
        else came++
        if (first < 0) first = sequence
        highest = Math.max(highest, sequence)
      }
      report()
      const nack = writeNack(slot.ssrc, missing)
      if (missing.length > 0) made.takeFeedback(which.seat, slot, nack)
      came += which.sent.splice(0).length
      return which.heard(sent)
    },
  }
}

test('a voice that is sent twice reaches everybody once, in order, and what got lost on the way comes with the next one', () => {
  const { people, say, made } = room()
  const [ann, ben, cat] = people
  say(twice(10, 'v9', 'v10'))
  say(twice(11, 'v10', 'v11'))
  // 12 and 13 got lost: one of them is brought by 14, the other one asked for.
  say(twice(14, 'v13', 'v14'))
  say(packet(15, 'v15'))
  const all = ['v10', 'v11', 'v13', 'v14', 'v15'].map((text) => ['once', text])
  for (const one of [ben, cat]) {
    const numbers = one.sent.map((bytes) => headerOf(bytes).sequence)
    expect(numbers.map((number) => number - (numbers[0] ?? 0))).toEqual([0, 1, 3, 4, 5])
    const times = one.sent.map((bytes) => headerOf(bytes).timestamp)
    expect(times.map((time) => (time - (times[0] ?? 0)) / STEP)).toEqual([0, 1, 3, 4, 5])
    expect(one.heard()).toEqual(all)
  }
  made.tend()
  expect(ann.rtcp.flatMap((bytes) => readRtcp(bytes).missing).map(({ sequences }) => sequences)).toEqual([
    [12],
  ])
  // What was lost counts as lost, though it is heard.
  expect(made.statistics().seats[0]?.lossIn).toBeCloseTo(2 / 6)
})

/** Longer than any number of a packet lasts: they begin anew after 65,536, 21 minutes and 51 seconds of a voice. */
const LONG = 70_000

test('who talks without a break is heard to the end, however often the numbers of their packets begin anew', () => {
  const { people, say, made, pass } = room()
  const [, ben, cat] = people
  for (let at = 10; at < 10 + LONG; at++) {
    say(packet(at, 'v'))
    if (at % 500 === 0) pass(10_000)
  }
  for (const one of [ben, cat]) {
    expect(one.sent).toHaveLength(LONG)
    const numbers = one.sent.map((bytes) => headerOf(bytes).sequence)
    expect(numbers.every((number, at) => at === 0 || number === ((numbers[at - 1] ?? 0) + 1) % 65_536)).toBe(
      true,
    )
  }
  expect(made.statistics().seats[0]?.lossIn).toBe(0)
})

test('who was muted for as long is heard at once, and nothing of what they said before', () => {
  const { people, say, made, pass } = room()
  const [ann, ben] = people
  say(packet(10, 'before'))
  made.publish(ann.seat, { voice: false, camera: false, screen: false })
  for (let at = 11; at < 11 + LONG; at++) {
    say(packet(at, 'muted'))
    if (at % 500 === 0) pass(10_000)
  }
  made.publish(ann.seat, { voice: true, camera: false, screen: false })
  ben.sent.length = 0
  say(packet(11 + LONG, 'after'))
  // It was sent while she was muted, and comes late.
  say(packet(11 + LONG - 70, 'late'))
  expect(ben.heard()).toEqual([['once', 'after']])
})

test.each([
  ['stays lost', false],
  ['comes once the engine has asked for it', true],
])(
  'who loses much by the way to the engine is asked to send their voice twice, and once again when it is calm: what got lost %s',
  (_, again) => {
    const { people, second, pass } = room()
    const [ann, ben] = people
    second()
    expect(ann.asked).toEqual([false])
    // Of 50, one or two aren't enough (2 and 4 %), three are.
    second(25, { again })
    expect(ann.asked).toEqual([false])
    second(16, { again })
    expect(ann.asked).toEqual([false, true])
    for (let calm = 0; calm < 19; calm++) second()
    expect(ann.asked).toEqual([false, true])
    second()
    second()
    expect(ann.asked).toEqual([false, true, false])
    pass(1001)
    // Nobody else is meant.
    expect(ben.asked).toEqual([false])
  },
)

test('who loses much of what the engine sends gets voices twice, where their window takes that, and nobody else', () => {
  const { made, people, second } = room()
  const [, ben, cat] = people
  second()
  const [bens, cats] = [listener(made, ben), listener(made, cat)]
  for (const one of [bens, cats]) one.listen()
  // Two of 50 are too few; four aren't, though each of them comes when it is asked for.
  second()
  for (const one of [bens, cats]) one.listen(25)
  second()
  expect(bens.listen()[0]).toEqual(['once', 'v110'])
  cats.listen()
  second()
  for (const one of [bens, cats]) one.listen(16)
  second()
  for (const one of [bens, cats]) one.listen()
  second()
  expect(bens.listen().slice(0, 2)).toEqual([
    ['twice', 'v259 v260'],
    ['twice', 'v260 v261'],
  ])
  expect(cats.listen()[0]).toEqual(['once', 'v260'])
  // For as long as that goes on, and 20 s more.
  for (let lossy = 0; lossy < 25; lossy++) {
    second()
    expect(bens.listen(16)[0]?.[0]).toBe('twice')
  }
  for (let calm = 0; calm < 22; calm++) {
    second()
    bens.listen()
  }
  second()
  expect(bens.listen()[0]?.[0]).toBe('once')
})

test('what never came to the engine is nobody else’s loss, and a few packets say nothing', () => {
  const { made, people, second, say, pass } = room()
  const [, ben] = people
  second()
  const bens = listener(made, ben)
  bens.listen()
  // Ann loses a fifth on her way in: Ben misses it, and the way to him is whole.
  for (let count = 0; count < 3; count++) {
    second(5)
    bens.listen()
  }
  second()
  const all = bens.listen()
  expect(all).toHaveLength(50)
  expect(all.every(([how]) => how === 'once')).toBe(true)
  pass(1001)
  // Of three packets one is lost, and told at once.
  for (const sequence of [260, 261, 262]) say(packet(sequence, `v${sequence}`))
  bens.listen(2)
  pass(1001)
  say(packet(263, 'v263'))
  expect(bens.listen()).toEqual([['once', 'v263']])
})

test('nonsense in place of a voice that is sent twice is refused, and ends nothing', () => {
  const { people, say, made } = room()
  const [ann, ben] = people
  const red = (hex: string) => packet(20, Buffer.from(hex, 'hex'), PAYLOAD.RED)
  const wrong = [
    // Nothing at all; a head that is cut off; another kind of payload; longer than the packet; too many blocks.
    ...['', 'ef', 'ef0000', '70', 'ef0f03ff6fabcd', 'e00f00016fab', 'ef0f0001'.repeat(5).concat('6f')],
  ]
  for (const hex of wrong) {
    say(red(hex))
    expect(unpackTwice(red(hex), headerOf(red(hex))), hex).toBeNull()
  }
  expect(made.statistics().seats.find(({ seat }) => seat === ann.seat)?.refused).toBe(wrong.length)
  say(packet(21, 'still'))
  expect(ben.heard()).toEqual([['once', 'still']])
  // Too far apart, or too long, to be said: it goes as it is.
  const [far, own] = [packet(2, 'far'), packet(30, 'own')]
  expect(packTwice(own, headerOf(own), { bytes: far, header: headerOf(far) })).toBe(own)
  const long = packet(29, 'x'.repeat(1024))
  expect(packTwice(own, headerOf(own), { bytes: long, header: headerOf(long) })).toBe(own)
  const fits = packet(29, 'x'.repeat(1023))
  expect(
    textOf(
      unpackTwice(
        packTwice(own, headerOf(own), { bytes: fits, header: headerOf(fits) }),
        headerOf(packTwice(own, headerOf(own), { bytes: fits, header: headerOf(fits) })),
      )?.[0] as Buffer,
    ),
  ).toHaveLength(1023)
})

test('each second a receiver is told of the lines by which something was sent, and of no others', () => {
  const { made, people, second, pass } = room()
  const [ann, ben, cat] = people
  const lineOf = (of: Window, place: number) => of.slots.filter(({ target }) => target !== null)[place]?.ssrc
  /** The reports of senders that somebody got since the last time: of which line, and how many packets. */
  const reports = ({ rtcp }: Window) =>
    rtcp
      .splice(0)
      .filter((bytes) => bytes[1] === 200)
      .map((bytes) => ({ line: bytes.readUInt32BE(4), packets: bytes.readUInt32BE(20) }))
  second()
  expect(reports(ben)).toEqual([{ line: lineOf(ben, 0), packets: 50 }])
  expect(reports(cat)).toEqual([{ line: lineOf(cat, 0), packets: 50 }])
  expect(reports(ann)).toEqual([])
  // Nobody speaks for a second.
  pass(1001)
  expect([ann, ben, cat].flatMap(reports)).toEqual([])
  made.take(ben.seat, 'voice', packet(5, 'w5', PAYLOAD.OPUS, 8))
  second()
  expect(reports(cat)).toEqual([
    { line: lineOf(cat, 0), packets: 100 },
    { line: lineOf(cat, 1), packets: 1 },
  ])
  expect(reports(ann)).toEqual([{ line: lineOf(ann, 0), packets: 1 }])
})
