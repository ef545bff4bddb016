import type { CallStream } from '#shared/domain/calls.ts'
import type { Timers } from '../../../ui/timers.ts'
import { type LinkSignal, PeerAttempt, POLITE_MS, type SentTrack } from './peer-attempt.ts'

/**
 * How two windows are connected: being connected, directly, through a server between them, not at the moment, or
 * not within half a minute.
 */
export type LinkState = 'CONNECTING' | 'DIRECT' | 'RELAYED' | 'RECONNECTING' | 'FAILED'

export interface PeerLinkParts {
  readonly makePeer: () => RTCPeerConnection
  /** Of two windows one is polite: it leaves beginning to the other for a while. */
  readonly isPolite: boolean
  /** The highest number of the attempts of an earlier link between the same two windows; 0 where there was none. */
  readonly lastAttempt: number
  /** The streams under which this window's tracks travel, for all links the same. */
  readonly own: Readonly<Record<CallStream, MediaStream>>
  readonly send: (signal: LinkSignal) => void
  /** Whether that reaches the other one at the moment. */
  readonly canSend: () => boolean
  readonly timers: Timers
  /** State or streams are otherwise. */
  readonly onChange: () => void
}

/** A short break mends itself; longer than that and another way is looked for, in milliseconds. */
export const BREAK_MS = 1500
/** From one look for another way to the next, in milliseconds. */
const RETRY_MS = 4000
/**
 * Each look is given twice as long as the one before, up to so many milliseconds: each begins anew, and a machine or
 * network that takes longer than four seconds for one would never come to its end. One that the other window began has
 * so long at once.
 */
const LONGEST_RETRY_MS = 8000
/**
 * A first offer may have come before the other window knew of this one, and is lost then. After so long without a way
 * it is made again, in milliseconds.
 */
export const UNANSWERED_MS = 6000
/** From then on it is said that there is no way, in milliseconds; it goes on being looked for. */
export const NO_WAY_MS = 30_000
/** One change of the network is told several times, and to both; what was begun so shortly before is for it, in ms. */
const FRESH_MS = 1000
/** Whether a new connection has sound is looked at so often, in milliseconds, and so many times before it is taken. */
const [SOUND_LOOK_MS, SOUND_LOOKS] = [50, 20] as const
/** While the connection that there is goes on, another one is begun so many times. */
const LOOKS_BESIDE = 2

/**
 * One window's link with another. Each look for a way is a connection of its own: a browser keeps to the old way of a
 * connection until nothing has come by it for two and a half seconds (Chromium 156), whatever else was found. The old
 * one goes on until sound comes by the new one.
 *
 * Attempts have numbers, odd ones where the impolite window begins and even ones where the polite one does, so that two
 * that are begun at once differ. The higher one counts; what belongs to a lower one is ignored.
 */
export class PeerLink {
  readonly #parts: PeerLinkParts
  readonly #tracks = new Map<SentTrack, MediaStreamTrack>()
  /** What is heard and seen comes by this one. */
  #current: PeerAttempt
  /** What is to take its place. */
  #next: PeerAttempt | null = null
  #highest: number
  #state: LinkState = 'CONNECTING'
  #isClosed = false
  /** A way was found before. */
  #wasUp = false
  /** Looks for a way so far, since there was one. */
  #looks = 0
  #isFresh = false
  #stopMending = () => {}
  #stopWaiting = () => {}
  #stopHearing = () => {}
  #stopFresh = () => {}
  #isCameraHeld = false
  #isTwice = false

  constructor(parts: PeerLinkParts) {
    this.#parts = parts
    this.#highest = parts.lastAttempt
    // Both make the first one; the impolite one offers.
    this.#current = this.#make(this.#following(false), !parts.isPolite)
    this.#wait()
    this.#mend(UNANSWERED_MS)
  }

  get state(): LinkState {
    return this.#state
  }

  /** The highest number of its attempts so far. */
  get attempt(): number {
    return this.#highest
  }

  stream(kind: CallStream): MediaStream | null {
    return this.#current.stream(kind)
  }

  /** The browser's statistics of it. */
  report(): Promise<RTCStatsReport> {
    return this.#current.report()
  }

  /** Packets with the other one's voice, so far, by the connection that there is; null before the first. */
  voicePackets(): Promise<number | null> {
    return this.#current.voicePackets()
  }

  /** How loud the other one is, from 0 to 1, as the browser measures it. */
  level(): number {
    return this.#current.level()
  }

  /** Whether the camera is held back from here, so that the voice comes through. */
  async holdCamera(isHeld: boolean): Promise<void> {
    if (this.#isCameraHeld === isHeld) return
    this.#isCameraHeld = isHeld
    await this.#pass('CAMERA')
  }

  /** Whether each packet of the voice has the one before it, too. */
  sendTwice(isOn: boolean): void {
    this.#isTwice = isOn
    for (const one of this.#both()) one.sendTwice(isOn)
  }

  /** Sends this track from now on, in the place of the one before; null for none. */
  async setTrack(kind: SentTrack, wanted: MediaStreamTrack | null): Promise<void> {
    if (wanted) this.#tracks.set(kind, wanted)
    else this.#tracks.delete(kind)
    await this.#pass(kind)
  }

  async take(signal: LinkSignal): Promise<void> {
    if (this.#isClosed) return
    const { attempt } = signal
    const known = this.#both().find((one) => one.attempt === attempt)
    if (known) return known.take(signal)
    if (signal.kind !== 'DESCRIPTION' || signal.type !== 'offer') return
    if (attempt < this.#highest) {
      // Who begins an older one may not have got the newer one.
      if (!this.#wasUp) this.#current.repeat()
      return
    }
    const made = this.#add(attempt, false)
    this.#mend(LONGEST_RETRY_MS)
    await made.take(signal)
  }

  /** Other ways through the server, for what is looked for from now on. */
  setServers(iceServers: readonly RTCIceServer[]): void {
    if (!this.#isClosed) for (const one of this.#both()) one.setServers(iceServers)
  }

  /** Signals may have been lost: what waits for an answer is sent again, and a broken way is looked for anew. */
  renew(): void {
    if (this.#isClosed) return
    const isWaiting = this.#both().filter((one) => one.repeat()).length > 0
    if (!isWaiting && !this.#current.isUp) this.#mend(0)
  }

  /** The network is another one: looks for a way at once. */
  restart(): void {
    if (this.#isClosed || this.#isFresh) return
    this.#looks = 0
    this.#begin()
  }

  close(): void {
    this.#isClosed = true
    for (const stop of [this.#stopMending, this.#stopWaiting, this.#stopHearing, this.#stopFresh]) stop()
    for (const one of this.#both()) one.close()
  }

  #both(): PeerAttempt[] {
    return this.#next ? [this.#current, this.#next] : [this.#current]
  }

  #sent(kind: SentTrack): MediaStreamTrack | null {
    return kind === 'CAMERA' && this.#isCameraHeld ? null : (this.#tracks.get(kind) ?? null)
  }

  async #pass(kind: SentTrack): Promise<void> {
    await Promise.all(this.#both().map((one) => one.setTrack(kind, this.#sent(kind))))
  }

  /** The number of an attempt that is begun now, by the polite one or the other. */
  #following(byPolite: boolean): number {
    return this.#highest + (this.#highest % 2 === Number(byPolite) ? 1 : 2)
  }

  #make(attempt: number, mayOffer: boolean): PeerAttempt {
    const { makePeer, isPolite, own, send, timers, onChange } = this.#parts
    this.#highest = attempt
    const tracks = new Map(
      [...this.#tracks.keys()].flatMap((kind) => {
        const track = this.#sent(kind)
        return track ? [[kind, track] as const] : []
      }),
    )
    const made = new PeerAttempt({
      ...{ attempt, isPolite, mayOffer, own, tracks, send, timers, isTwice: this.#isTwice },
      peer: makePeer(),
      onState: () => void this.#follow(made),
      onStreams: () => {
        if (made === this.#current) onChange()
      },
    })
    return made
  }

  /** Another connection: beside one that was up, in the place of one that never was. */
  #add(attempt: number, mayOffer: boolean): PeerAttempt {
    const made = this.#make(attempt, mayOffer)
    this.#isFresh = true
    this.#stopFresh()
    this.#stopFresh = this.#parts.timers.after(FRESH_MS, () => {
      this.#isFresh = false
    })
    if (this.#wasUp) {
      this.#dropNext()
      this.#next = made
      return made
    }
    this.#current.close()
    this.#current = made
    this.#parts.onChange()
    return made
  }

  #dropNext(): void {
    this.#stopHearing()
    this.#next?.close()
    this.#next = null
  }

  /** Looks for a way by a connection of its own. */
  #begin(): void {
    this.#add(this.#following(this.#parts.isPolite), true).begin()
    this.#mend(this.#nextLookMs())
  }

  #nextLookMs(): number {
    return Math.min(RETRY_MS * 2 ** this.#looks++, LONGEST_RETRY_MS)
  }

  async #follow(attempt: PeerAttempt): Promise<void> {
    if (this.#isClosed) return
    if (attempt === this.#next) this.#followNext(attempt)
    else if (attempt === this.#current) await this.#followCurrent(attempt)
  }

  #followNext(next: PeerAttempt): void {
    this.#stopHearing()
    if (next.isBroken) this.#mend(0)
    else if (next.isUp && this.#current.isUp) this.#hearOut(next)
    else if (next.isUp) this.#change(next)
  }

  /** Sound first: what there is goes on until the new connection brings some, or the other one sends none. */
  #hearOut(next: PeerAttempt): void {
    let looks = 0
    this.#stopHearing = this.#parts.timers.every(SOUND_LOOK_MS, async () => {
      const isLast = ++looks >= SOUND_LOOKS
      const packets = await next.voicePackets().catch(() => null)
      if (!this.#isClosed && next === this.#next && next.isUp && (packets || isLast)) this.#change(next)
    })
  }

  /** From now on the new connection is the one that is heard. */
  #change(next: PeerAttempt): void {
    this.#stopHearing()
    this.#current.close()
    this.#current = next
    this.#next = null
    this.#parts.onChange()
    void this.#follow(next)
  }

  async #followCurrent(current: PeerAttempt): Promise<void> {
    if (current.isUp) {
      this.#wasUp = true
      this.#looks = 0
      if (!this.#next) this.#stopMending()
      this.#stopWaiting()
      const isRelayed = await current.isRelayed().catch(() => false)
      if (!this.#isClosed && current === this.#current && current.isUp)
        this.#setState(isRelayed ? 'RELAYED' : 'DIRECT')
      return
    }
    if (!current.isBroken && !current.isInterrupted) return
    if (this.#next?.isUp) {
      this.#change(this.#next)
      return
    }
    if (this.#state === 'DIRECT' || this.#state === 'RELAYED') {
      this.#setState('RECONNECTING')
      this.#wait()
    }
    // What is to take its place is on its way.
    if (!this.#next) this.#mend(current.isBroken ? 0 : BREAK_MS)
  }

  #wait(): void {
    this.#stopWaiting()
    this.#stopWaiting = this.#parts.timers.after(NO_WAY_MS, () => this.#setState('FAILED'))
  }

  /** Looks for another way, again and again until there is one. */
  #mend(inMs: number): void {
    const { timers, isPolite } = this.#parts
    this.#stopMending()
    this.#stopMending = timers.after(inMs + (isPolite ? POLITE_MS : 0), () => this.#lookForWay())
  }

  #lookForWay(): void {
    const { isPolite, canSend } = this.#parts
    if (this.#current.isUp) {
      if (!this.#next) return
      const isOwn = this.#next.attempt % 2 === Number(!isPolite)
      if (!isOwn || this.#looks >= LOOKS_BESIDE) {
        this.#dropNext()
        return
      }
    }
    const latest = this.#next ?? this.#current
    // An offer that nobody gets would only be in the way of the other's.
    if (!canSend() || latest.repeat()) this.#mend(RETRY_MS)
    // What the polite one takes part in is the other's to begin anew.
    else if (isPolite && !this.#wasUp && latest.isUnderWay) this.#mend(this.#nextLookMs())
    else this.#begin()
  }

  #setState(state: LinkState): void {
    if (this.#isClosed || this.#state === state) return
    this.#state = state
    this.#parts.onChange()
  }
}
