import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { packTwice, unpackTwice } from './red.ts'
import { Room, type RoomLink } from './room.ts'
import { PAYLOAD, readRtcp, readRtp } from './rtp.ts'
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
  heard(): [how: 'once' | 'twice', text: string][] {
    return this.sent.splice(0).map((bytes) => {
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
    /** So many packets of Ann's, of which each so-and-so-many is lost; and a second passes. */
    second(lossOneIn = 0, how = (sequence: number) => packet(sequence, `v${sequence}`)) {
      for (let count = 1; count <= 50; count++, next++)
        if (lossOneIn === 0 || count % lossOneIn !== 0) made.take(ann.seat, 'voice', how(next))
      now += 1001
      made.tend()
    },
    pass: (ms: number) => {
      now += ms
      made.tend()
    },
    /** A window says how much it loses by the line of Ann's voice. */
    loses(which: Window, lostOf256: number) {
      const slot = which.slots.find(({ target }) => target !== null)
      const report = Buffer.alloc(32)
      report.writeUInt8(0x81, 0)
      report.writeUInt8(201, 1)
      report.writeUInt16BE(7, 2)
      report.writeUInt32BE(slot?.ssrc ?? 0, 8)
      report.writeUInt8(lostOf256, 12)
      if (slot) made.takeFeedback(which.seat, slot, report)
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

test('who loses much by the way to the engine is asked to send their voice twice, and once again when it is calm', () => {
  const { people, second, pass } = room()
  const [ann, ben] = people
  second()
  expect(ann.asked).toEqual([false])
  second(10)
  expect(ann.asked).toEqual([false, true])
  for (let calm = 0; calm < 18; calm++) second()
  expect(ann.asked).toEqual([false, true])
  second()
  second()
  second()
  expect(ann.asked).toEqual([false, true, false])
  pass(1001)
  // Nobody else is meant.
  expect(ben.asked).toEqual([false])
})

test('who loses much of what the engine sends gets voices twice, where their window takes that, and nobody else', () => {
  const { people, second, loses } = room()
  const [, ben, cat] = people
  second()
  for (const one of [ben, cat]) {
    one.heard()
    loses(one, 40)
  }
  second()
  for (const one of [ben, cat]) one.heard()
  second(0, (sequence) => packet(sequence, `v${sequence}`))
  const first = ben.heard().slice(0, 2)
  expect(first).toEqual([
    ['twice', 'v109 v110'],
    ['twice', 'v110 v111'],
  ])
  expect(cat.heard()[0]).toEqual(['once', 'v110'])
  for (let calm = 0; calm < 21; calm++) second()
  ben.heard()
  second()
  expect(ben.heard()[0]?.[0]).toBe('once')
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
