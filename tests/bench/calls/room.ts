import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { ProcessEngine } from '../../../server/media/process-engine.ts'
import { byLossyWay, LossyWay } from '../../../server/media/testing/lossy-way.ts'
import { type Arrived, SyntheticPeer } from '../../../server/media/testing/synthetic-peer.ts'
import { usageOf } from '../processor.ts'

/** A packet of sound is so long, and comes too late to be heard after so long, in milliseconds. */
const [PACKET_MS, TOO_LATE_MS] = [20, 200]
/** As large as Opus makes a tone at 32 kbit/s, in bytes. */
const PAYLOAD_BYTES = 80
/** A gap is asked for so often, so many milliseconds apart, as browsers do. */
const [ASKS, ASK_MS] = [5, 30]
/** A burst of loss has so many packets on average. */
const BURST = 3
const ALL = { voice: true, camera: false, screen: false }

/** What one person heard of another. */
export interface Heard {
  readonly from: number
  readonly to: number
  /** Of so many packets so many weren't there in time. */
  readonly due: number
  readonly missing: number
  /** From sending to arriving, in milliseconds. */
  readonly delays: readonly number[]
}

interface Counted {
  readonly arrived: Set<number>
  readonly delays: number[]
}

/** Somebody in the room: sends a packet each 20 ms, counts what comes, and asks for what doesn't. */
class Person {
  readonly id = randomUUID()
  readonly place: number
  readonly peer: SyntheticPeer
  way: LossyWay | null = null
  isSpeaking = true
  /** Counters of packets that were sent. */
  next = 0
  heardAt: number | null = null
  counted = new Map<number, Counted>()
  readonly #sent = new Map<number, Buffer>()
  readonly #highest = new Map<string, number>()
  readonly #gaps = new Map<string, Map<number, { asked: number; at: number }>>()

  constructor(place: number, answer: (sdp: string) => Promise<unknown>) {
    this.place = place
    this.peer = new SyntheticPeer(this.id, answer)
    this.peer.onArrived = (one) => this.#take(one)
  }

  /** What is due now: a packet, what others asked for again, and what is asked for here. */
  tick(now: number): void {
    if (this.peer.isConnected && this.isSpeaking) {
      const payload = Buffer.alloc(PAYLOAD_BYTES)
      payload.writeUInt16BE(this.place, 0)
      payload.writeUInt32BE(this.next++, 2)
      payload.writeDoubleBE(now, 6)
      this.peer.send('voice', payload)
      const sequence = this.peer.sequenceOf('voice')
      this.#sent.set(sequence, payload)
      this.#sent.delete((sequence - 100) & 0xffff)
    }
    for (const { line, missing } of this.peer.feedback.splice(0))
      for (const sequence of line === 'voice' ? missing.flatMap(({ sequences }) => sequences) : []) {
        const payload = this.#sent.get(sequence)
        if (payload) this.peer.sendAgain('voice', sequence, payload)
      }
    for (const [mid, gaps] of this.#gaps) {
      const asked: number[] = []
      for (const [sequence, gap] of gaps)
        if (gap.asked >= ASKS) gaps.delete(sequence)
        else if (now - gap.at >= ASK_MS) {
          gap.asked++
          gap.at = now
          asked.push(sequence)
        }
      if (asked.length > 0) this.peer.miss(mid, asked)
    }
  }

  #take({ mid, sequence, payload }: Arrived): void {
    const now = performance.now()
    this.heardAt ??= now
    const gaps = this.#gaps.get(mid) ?? new Map<number, { asked: number; at: number }>()
    this.#gaps.set(mid, gaps)
    const highest = this.#highest.get(mid) ?? sequence - 1
    const ahead = ((sequence - highest) << 16) >> 16
    for (let step = 1; step < Math.min(ahead, 64); step++)
      gaps.set((highest + step) & 0xffff, { asked: 0, at: now - ASK_MS })
    if (ahead > 0) this.#highest.set(mid, sequence)
    else gaps.delete(sequence)
    if (payload.length < PAYLOAD_BYTES) return
    const [from, counter, sentAt] = [
      payload.readUInt16BE(0),
      payload.readUInt32BE(2),
      payload.readDoubleBE(6),
    ]
    const counted = this.counted.get(from) ?? { arrived: new Set(), delays: [] }
    this.counted.set(from, counted)
    if (now - sentAt > TOO_LATE_MS || counted.arrived.has(counter)) return
    counted.arrived.add(counter)
    counted.delays.push(now - sentAt)
  }
}

/** A room of the engine, in a process of its own, with its people in this one. */
export class BenchRoom {
  readonly #people: Person[] = []
  readonly #engine: ProcessEngine
  readonly #name = randomUUID()
  readonly #began = Promise.withResolvers<void>()
  readonly #timer: NodeJS.Timeout
  #due = performance.now()
  #isLosing = false
  #lost = 0

  static async open(): Promise<BenchRoom> {
    const room = new BenchRoom()
    room.#engine.wake()
    await room.#began.promise
    return room
  }

  private constructor() {
    this.#engine = new ProcessEngine({
      settings: { port: 0, bindAddress: '127.0.0.1', addresses: [], relayed: null },
      listener: {
        onRun: (run) => {
          if (run) this.#began.resolve()
        },
        onOffer: (seat, _attempt, sdp) => void this.#offered(seat, sdp),
        onSlots: () => {},
      },
      onTrouble: (what) => console.error(`The engine ${what}`),
    })
    // A late timer makes up for what it missed, as a sound card would.
    this.#timer = setInterval(() => {
      for (; this.#due <= performance.now(); this.#due += PACKET_MS)
        for (const person of this.#people) person.tick(performance.now())
    }, PACKET_MS / 4)
  }

  /** Somebody more; gives how long it took until they heard somebody, in milliseconds. */
  async join({ isLossy = false } = {}): Promise<number> {
    const person: Person = new Person(this.#people.length, (sdp) => {
      this.#engine.answer(person.id, 1, sdp)
      return this.#engine.statistics(this.#name)
    })
    if (isLossy) person.way = new LossyWay()
    this.#people.push(person)
    const began = performance.now()
    this.#engine.publish(person.id, ALL)
    this.#engine.join(this.#name, person.id, 1)
    for (let waited = 0; waited < 10_000; waited += 5) {
      if (this.#people.length === 1 ? person.peer.isConnected : person.heardAt !== null)
        return (person.heardAt ?? performance.now()) - began
      await wait(5)
    }
    throw new Error('somebody joined and heard nothing for ten seconds')
  }

  /** So many speak, the others are muted. */
  speak(count: number): void {
    for (const person of this.#people) {
      person.isSpeaking = person.place < count
      this.#engine.publish(person.id, { ...ALL, voice: person.isSpeaking })
    }
  }

  /** From now on bad ways lose so much, from 0 to 1, in each direction. */
  lose(share: number): void {
    this.#lost = share
    for (const { way } of this.#people) if (way) way.loses = () => this.#isLost()
  }

  pass(seconds: number): Promise<void> {
    return wait(1000 * seconds)
  }

  /** What everybody hears of everybody who speaks, for so long. */
  async measure(seconds: number): Promise<Heard[]> {
    const begun = this.#people.map((person) => {
      person.counted = new Map()
      return person.next
    })
    await this.pass(seconds)
    const ended = this.#people.map(({ next }) => next)
    await wait(TOO_LATE_MS + 50)
    const heard: Heard[] = []
    for (const to of this.#people)
      for (const from of this.#people) {
        if (from === to || !from.isSpeaking) continue
        const [first = 0, end = 0] = [begun[from.place], ended[from.place]]
        const { arrived = new Set<number>(), delays = [] } = to.counted.get(from.place) ?? {}
        const came = [...arrived].filter((counter) => counter >= first && counter < end).length
        heard.push({
          ...{ from: from.place, to: to.place, due: end - first, missing: end - first - came },
          delays: [...delays],
        })
      }
    return heard
  }

  /** Processor seconds of the engine's process so far. */
  engineSeconds(): number {
    return this.#engine.pid === null ? Number.NaN : usageOf(this.#engine.pid).cpu
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    for (const { peer, way } of this.#people) {
      peer.close()
      way?.close()
    }
    await this.#engine.close()
  }

  async #offered(seat: string, sdp: string): Promise<void> {
    const person = this.#people.find(({ id }) => id === seat)
    if (!person) return
    // An offer to somebody who is connected changes no way.
    const isFirst = !person.peer.isConnected
    await person.peer.take(person.way && isFirst ? await byLossyWay(sdp, person.way) : sdp)
  }

  /** Good and bad times take turns, each as long as makes the share. */
  #isLost(): boolean {
    const toGood = 1 / BURST
    const toBad = (toGood * this.#lost) / (1 - this.#lost)
    this.#isLosing = this.#isLosing ? Math.random() >= toGood : Math.random() < toBad
    return this.#isLosing
  }
}
