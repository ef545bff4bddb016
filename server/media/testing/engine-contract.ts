import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { EngineSlot, EngineStream } from '#shared/hubs/call-engine.ts'
import type { EngineListener, MediaEngine } from '../media-engine.ts'
import { byLossyWay, LossyWay } from './lossy-way.ts'
import { SyntheticPeer } from './synthetic-peer.ts'

/** The first bytes of a picture of VP8: one that needs none before it, and one that does (RFC 7741). */
const [WHOLE, CHANGE] = [Buffer.from([0x10, 0x00]), Buffer.from([0x10, 0x01])]
const ALL = { voice: true, camera: true, screen: true }
/** A busy machine takes its time over a handshake: what is waited for is seen soon, or very late. */
const PATIENCE = { timeout: 40_000, interval: 10 }

/** What an adapter of `MediaEngine` has to do, shown by people without browsers. */
export function mediaEngineContract(
  name: string,
  make: (listener: EngineListener) => { engine: MediaEngine; kill: () => void },
): void {
  const seats = new Map<string, Seat>()
  let runs: (string | null)[] = []
  let engine: MediaEngine
  let kill: () => void

  class Seat {
    readonly id = randomUUID()
    readonly room: string
    slots: readonly EngineSlot[] = []
    offers = 0
    peer: SyntheticPeer
    way: LossyWay | null = null
    #attempt = 0

    constructor(room: string) {
      this.room = room
      this.peer = this.#newPeer()
      seats.set(this.id, this)
    }

    #newPeer(): SyntheticPeer {
      const attempt = ++this.#attempt
      return new SyntheticPeer(this.id, (sdp) => {
        engine.answer(this.id, attempt, sdp)
        // What is asked after an answer is answered after it was taken.
        return engine.statistics(this.room)
      })
    }

    offered(attempt: number, sdp: string): void {
      this.offers++
      if (attempt !== this.#attempt) return
      if (this.way) void byLossyWay(sdp, this.way).then((lossy) => this.peer.take(lossy))
      else void this.peer.take(sdp)
    }

    async join(): Promise<this> {
      engine.publish(this.id, ALL)
      engine.join(this.room, this.id, this.#attempt)
      await vi.waitFor(() => expect(this.peer.isConnected).toBe(true), PATIENCE)
      return this
    }

    async joinAnew(): Promise<void> {
      this.peer.close()
      this.peer = this.#newPeer()
      await this.join()
    }

    midOf(from: Seat, stream: EngineStream): string | undefined {
      return this.slots.find((slot) => slot.seat === from.id && slot.stream === stream)?.mid
    }

    /** What arrived of somebody's stream, as the texts that they sent. */
    heard(from: Seat, stream: EngineStream = 'VOICE'): string[] {
      const mid = this.midOf(from, stream)
      return this.peer.arrived.filter((one) => one.mid === mid).map(({ payload }) => payload.toString())
    }
  }

  /** Sends again and again until it is there: the first packets come before the slots are told. */
  async function until(send: () => void, isThere: () => void): Promise<void> {
    await vi.waitFor(() => {
      send()
      isThere()
    }, PATIENCE)
  }
  const say = (seat: Seat, words: string) => seat.peer.send('voice', Buffer.from(words))
  const room = () => randomUUID()
  const people = async (count: number): Promise<Seat[]> => {
    const name = room()
    const all = Array.from({ length: count }, () => new Seat(name))
    await Promise.all(all.map((one) => one.join()))
    return all
  }

  describe(name, () => {
    beforeAll(async () => {
      const made = make({
        onRun: (run) => void runs.push(run?.id ?? null),
        onOffer: (seat, attempt, sdp) => seats.get(seat)?.offered(attempt, sdp),
        onSlots(seat, _attempt, slots) {
          const one = seats.get(seat)
          if (one) one.slots = slots
        },
      })
      engine = made.engine
      kill = made.kill
      engine.wake()
      await vi.waitFor(() => expect(runs).toHaveLength(1), PATIENCE)
    })
    afterEach(() => {
      for (const { id, peer } of seats.values()) {
        engine.leave(id)
        peer.close()
      }
      seats.clear()
    })
    afterAll(async () => {
      await engine.close()
    })

    test('each of three hears both others, and nobody of another room', async () => {
      const [a, b, c] = await people(3)
      const [stranger] = await people(1)
      if (!a || !b || !c || !stranger) throw new Error('nobody came')
      const all = [a, b, c]
      await until(
        () => {
          for (const one of [...all, stranger]) say(one, one.id)
        },
        () => {
          for (const one of all)
            for (const other of all) if (one !== other) expect(one.heard(other)).toContain(other.id)
        },
      )
      const foreign = all.flatMap(({ peer }) => peer.arrived.map(({ payload }) => payload.toString()))
      expect(foreign).not.toContain(stranger.id)
      expect(stranger.peer.arrived).toEqual([])
      for (const one of all) expect(one.heard(one)).toEqual([])
    })

    test('who may send nothing isn’t heard, and what goes on is without a gap', async () => {
      const [a, b] = await people(2)
      if (!a || !b) throw new Error('nobody came')
      await until(
        () => say(a, 'before'),
        () => expect(b.heard(a)).toContain('before'),
      )
      engine.publish(a.id, { ...ALL, voice: false })
      // Commands and packets go by two ways: once it is quiet, it stays so.
      await vi.waitFor(async () => {
        const [before, rounds] = [b.peer.arrived.length, a.heard(b).length]
        for (let packet = 0; packet < 20; packet++) say(a, 'muted')
        await until(
          () => say(b, 'round'),
          () => expect(a.heard(b).length).toBeGreaterThan(rounds),
        )
        expect(b.peer.arrived).toHaveLength(before)
      }, PATIENCE)
      engine.publish(a.id, ALL)
      await until(
        () => say(a, 'after'),
        () => expect(b.heard(a)).toContain('after'),
      )
      const mid = b.midOf(a, 'VOICE')
      const numbers = b.peer.arrived.filter((one) => one.mid === mid).map(({ sequence }) => sequence)
      expect(numbers.map((number) => (number - (numbers[0] ?? 0)) & 0xffff)).toEqual(
        numbers.map((_, place) => place),
      )
    })

    test('who leaves is in nobody’s slots, and who comes takes the place', async () => {
      const [a, b] = await people(2)
      if (!a || !b) throw new Error('nobody came')
      await vi.waitFor(() => expect(b.midOf(a, 'VOICE')).toBeDefined(), PATIENCE)
      const mid = b.midOf(a, 'VOICE')
      engine.leave(a.id)
      await vi.waitFor(() => expect(b.slots).toEqual([]), PATIENCE)
      const c = await new Seat(b.room).join()
      await until(
        () => say(c, 'here'),
        () => expect(b.heard(c)).toContain('here'),
      )
      expect(b.midOf(c, 'VOICE')).toBe(mid)
      expect(b.offers).toBeLessThanOrEqual(2)
    })

    test('a window that comes anew is the same person, in both directions', async () => {
      const [a, b] = await people(2)
      if (!a || !b) throw new Error('nobody came')
      await until(
        () => say(a, 'one'),
        () => expect(b.heard(a)).toContain('one'),
      )
      await a.joinAnew()
      await until(
        () => say(a, 'two'),
        () => expect(b.heard(a)).toContain('two'),
      )
      await until(
        () => say(b, 'three'),
        () => expect(a.heard(b)).toContain('three'),
      )
      expect(b.slots.filter(({ stream }) => stream === 'VOICE')).toHaveLength(1)
    })

    test('a camera comes in the size that is wanted, from a whole picture on, or not at all', async () => {
      const [a, b] = await people(2)
      if (!a || !b) throw new Error('nobody came')
      const film = (line: 'camera' | 'camera-small', kind: Buffer) =>
        a.peer.send(line, Buffer.concat([kind, Buffer.from(line)]))
      const seen = () => b.heard(a, 'CAMERA').map((text) => text.slice(2))
      const send = (kind: Buffer) => () => {
        film('camera', kind)
        film('camera-small', kind)
      }
      await until(send(CHANGE), () => {
        // Nobody can begin with a picture that needs another one: a whole one is asked for.
        expect(a.peer.feedback.some(({ line, pictures }) => line === 'camera' && pictures.length > 0)).toBe(
          true,
        )
      })
      expect(seen()).toEqual([])
      await until(send(WHOLE), () => expect(seen()).toContain('camera'))
      expect(seen()).not.toContain('camera-small')
      engine.subscribe(b.id, [{ seat: a.id, layer: 'SMALL' }])
      await until(send(WHOLE), () => expect(seen().at(-1)).toBe('camera-small'))
      engine.subscribe(b.id, [{ seat: a.id, layer: 'NONE' }])
      await until(send(WHOLE), () => expect(b.midOf(a, 'CAMERA')).toBeUndefined())
    })

    test('what got lost is sent again, on either side', async () => {
      const name = room()
      const [a, b] = [new Seat(name), new Seat(name)]
      const way = new LossyWay()
      b.way = way
      onTestFinished(() => way.close())
      await Promise.all([a.join(), b.join()])
      await until(
        () => say(a, 'begin'),
        () => expect(b.heard(a)).toContain('begin'),
      )
      say(a, 'last')
      await vi.waitFor(() => expect(b.heard(a)).toContain('last'), PATIENCE)
      let lost: number | null = null
      way.loses = ({ isBack, sequence }) => {
        if (!isBack || sequence === null || lost !== null) return false
        lost = sequence
        return true
      }
      say(a, 'lost')
      await vi.waitFor(() => expect(lost).not.toBeNull(), PATIENCE)
      expect(b.heard(a)).not.toContain('lost')
      b.peer.miss(b.midOf(a, 'VOICE') ?? '', [lost ?? 0])
      await vi.waitFor(() => expect(b.heard(a)).toContain('lost'), PATIENCE)
      // From the sender: a number is left out, and asked for.
      a.peer.send('voice', Buffer.from('later'), { step: 2 })
      const left = (a.peer.sequenceOf('voice') - 1) & 0xffff
      await vi.waitFor(
        () =>
          expect(
            a.peer.feedback.flatMap(({ missing }) => missing).flatMap(({ sequences }) => sequences),
          ).toContain(left),
        PATIENCE,
      )
      a.peer.sendAgain('voice', left, Buffer.from('found'))
      await vi.waitFor(() => expect(b.heard(a)).toContain('found'), PATIENCE)
    })

    test('garbage in a packet and in an answer ends nothing', async () => {
      const [a, b] = await people(2)
      if (!a || !b) throw new Error('nobody came')
      for (const bytes of [
        '',
        '80',
        '80ef',
        '906f'.padEnd(60, 'f'),
        'bfff'.padEnd(2400, '9'),
        '80cd'.padEnd(16, 'f'),
      ])
        a.peer.sendRaw('voice', Buffer.from(bytes, 'hex'))
      // Of another payload than the one that was agreed on, and pictures where there is to be sound.
      const [, voice] = [say(a, 'before'), a.peer.headerOf('voice')]
      a.peer.sendRaw('voice', Buffer.concat([voice.fill(0xe3, 1, 2), Buffer.from('garbage')]))
      a.peer.sendRaw('voice', Buffer.concat([voice.fill(0xff, 12), Buffer.from('garbage')]))
      engine.answer(a.id, 1, 'garbage')
      engine.answer(a.id, 7, 'v=0\r\n')
      engine.answer(randomUUID(), 1, 'v=0\r\n')
      const c = new Seat(a.room)
      engine.join(c.room, c.id, 9)
      engine.answer(
        c.id,
        9,
        `v=0\r\no=- 1 1 IN IP4 0\r\ns=-\r\nt=0 0\r\nm=audio 9 X 0\r\n${'a=x\r\n'.repeat(2000)}`,
      )
      await until(
        () => say(a, 'still'),
        () => expect(b.heard(a)).toContain('still'),
      )
      const { seats: figures } = await engine.statistics(a.room)
      expect(figures.find(({ seat }) => seat === a.id)?.refused).toBeGreaterThan(0)
    })

    test('figures say who speaks, how much came and went', async () => {
      const [a, b] = await people(2)
      if (!a || !b) throw new Error('nobody came')
      await until(
        () => say(a, 'loud'),
        () => expect(b.heard(a).length).toBeGreaterThan(5),
      )
      const { seats: figures, speakers } = await engine.statistics(a.room)
      expect(speakers).toEqual([a.id])
      const [of_a, of_b] = [a, b].map(({ id }) => figures.find(({ seat }) => seat === id))
      expect(of_a).toMatchObject({ isConnected: true, lossIn: 0 })
      expect(of_a?.packetsIn).toBeGreaterThan(5)
      expect(of_b?.packetsOut).toBeGreaterThan(5)
      expect(await engine.statistics(randomUUID())).toEqual({ seats: [], speakers: [] })
    })

    test('an engine that dies is there again, by another name, and takes its people anew', async () => {
      const [a, b] = await people(2)
      if (!a || !b) throw new Error('nobody came')
      runs = []
      kill()
      await vi.waitFor(() => expect(runs).toEqual([null, expect.any(String)]), PATIENCE)
      await Promise.all([a.joinAnew(), b.joinAnew()])
      await until(
        () => say(a, 'again'),
        () => expect(b.heard(a)).toContain('again'),
      )
    })
  })
}
