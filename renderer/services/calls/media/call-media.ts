import { createStore, type StoreApi } from 'zustand/vanilla'
import type { CallMicrophone, CallPath, CallStream } from '#shared/domain/calls.ts'
import { ENGINE_SEAT } from '#shared/hubs/call-engine.ts'
import type { CallSeat, CallSeatState, CallSeats, CallSignal } from '#shared/hubs/call-signal.ts'
import type { mainHub } from '#shared/hubs/main.ts'
import type { Timers } from '../../../ui/timers.ts'
import type { HubClient } from '../../hubs/hub-client.ts'
import type { MeteredLink } from './call-meter.ts'
import { EngineLink, type WantedCamera } from './engine-link.ts'
import { iceServersOf } from './ice-servers.ts'
import { OwnDevices, type OwnDevicesParts } from './own-devices.ts'
import type { SentTrack } from './peer-attempt.ts'
import { type LinkState, PeerLink } from './peer-link.ts'

/** The other person's sound, coming out of a loudspeaker. */
export interface PlayedSound {
  /** False where the browser plays nothing before a press. */
  play(): Promise<boolean>
  setOutput(id: string): void
  stop(): void
}

export interface CallMediaParts {
  readonly meetingID: number
  readonly hub: Pick<HubClient<typeof mainHub>, 'invoke' | 'on' | 'onConnected' | 'subscribe' | 'state'>
  readonly newID: () => string
  readonly timers: Timers
  readonly devices: OwnDevicesParts['devices']
  readonly meterOf: OwnDevicesParts['meterOf']
  readonly choices: OwnDevicesParts['choices']
  readonly makePeer: (configuration: RTCConfiguration) => RTCPeerConnection
  /** Where the server is that the page knows, such as `https://fieldwork.example`. */
  readonly serverOrigin: string
  readonly newStream: () => MediaStream
  /** A track without sound, in the place of a microphone; null where the page can make none. */
  readonly silence: () => MediaStreamTrack | null
  readonly sound: (stream: MediaStream) => PlayedSound
  /** Calls back when the machine's network is another one, or it wakes up. */
  readonly onNetwork: (listener: () => void) => () => void
}

/** Somebody else in the call. */
export interface CallPerson {
  readonly seat: string
  /** Null for a visitor, who has no account. */
  readonly userID: number | null
  readonly name: string
  readonly microphone: CallMicrophone
  readonly link: LinkState
  /** Connected, and yet nothing of their voice has arrived for some seconds. */
  readonly isUnheard: boolean
  readonly isSpeaking: boolean
  readonly camera: MediaStream | null
  readonly screen: MediaStream | null
}

/**
 * Whether this window is in the call: on its way, in it, refused with the server's words, or left because another
 * window of the person has taken its place.
 */
export type CallPlace = 'JOINING' | 'IN' | 'REFUSED' | 'ELSEWHERE'

export interface CallMediaState {
  readonly place: CallPlace
  /** Why it was refused; empty where it wasn't. */
  readonly refusal: string
  /** The way to the server is broken: who is there can still be heard. */
  readonly isCutOff: boolean
  readonly isMuted: boolean
  /** Muted, and heard as long as the key is held. */
  readonly isTalking: boolean
  readonly isSpeaking: boolean
  readonly people: readonly CallPerson[]
  /** The browser plays no sound before somebody presses something. */
  readonly isSoundBlocked: boolean
}

interface Other {
  seat: CallSeat
  /** Directly to their window; null where everything comes through the server. */
  link: PeerLink | null
  /** A direct link that isn't needed any more goes on for a moment: the other side may still hear by it. */
  stopParting: (() => void) | null
  sound: { readonly stream: MediaStream; readonly played: PlayedSound } | null
  screenSound: { readonly stream: MediaStream; readonly played: PlayedSound } | null
  spokeAgo: number
  /** Packets of their voice at the last look, and since how many looks there were none. */
  packets: number
  looksWithout: number
}

const SPEAKING_LEVEL = 0.015
const OWN_SPEAKING_LEVEL = 0.05
const LISTEN_MS = 200
/** Who falls silent for less than this is still speaking, in looks of `LISTEN_MS`. */
const PAUSE_LOOKS = 4
const LOOK_MS = 2000
/** So long a direct link goes on once the same person is heard through the server, in milliseconds. */
const PART_MS = 3000
/** So many looks without anything of somebody's voice, and it is said. */
const UNHEARD_LOOKS = 2

/** Whether anything can come through. */
export const isUp = (state: LinkState): boolean => state === 'DIRECT' || state === 'RELAYED'

const NOBODY: CallMediaState = {
  place: 'JOINING',
  refusal: '',
  isCutOff: false,
  isMuted: false,
  isTalking: false,
  isSpeaking: false,
  people: [],
  isSoundBlocked: false,
}

/**
 * One window's part in a call: its devices, and a link with each other window that is in it. Framework-free; what the
 * browser gives is handed in.
 */
export class CallMedia {
  readonly store: StoreApi<CallMediaState> = createStore(() => NOBODY)
  readonly own: OwnDevices
  readonly #parts: CallMediaParts
  readonly #others = new Map<string, Other>()
  readonly #streams: Readonly<Record<CallStream, MediaStream>>
  readonly #sent = new Map<SentTrack, MediaStreamTrack>()
  readonly #silence: MediaStreamTrack | null
  #seat: string
  #ends: (() => void)[] = []
  /** What came before the server's answer. */
  readonly #waiting: (() => void)[] = []
  #iceServers: readonly RTCIceServer[] = []
  /** The way through the server, where the call goes by it. */
  #engine: EngineLink | null = null
  #engineRun: string | null = null
  #wanted: readonly WantedCamera[] = []
  #attempt = 0
  /** The highest number of the attempts of each link that is over, by the other window's seat. */
  readonly #lastAttempts = new Map<string, number>()
  #isStopped = false
  #isSharing = false
  #quietFor = PAUSE_LOOKS

  constructor(parts: CallMediaParts) {
    this.#parts = parts
    this.#seat = parts.newID()
    this.#streams = { VOICE: parts.newStream(), CAMERA: parts.newStream(), SCREEN: parts.newStream() }
    this.#silence = parts.silence()
    this.own = new OwnDevices({
      ...parts,
      onTrack: (kind, track) => this.#ownTrack(kind, track),
    })
    if (this.#silence) this.#sent.set('VOICE', this.#silence)
  }

  /** This window's id in the call. */
  get seat(): string {
    return this.#seat
  }

  /** Goes into the call, and opens the microphone. */
  start(): void {
    const { hub, timers, onNetwork } = this.#parts
    this.#ends = [
      hub.on('callSeats', (call) => {
        if (call.meetingID === this.#parts.meetingID) this.#follow(call)
      }),
      hub.on('callSignal', (from, to, signal) => this.#signalled(from, to, signal)),
      hub.on('callSeatTaken', (seat) => {
        if (seat === this.#seat) this.#leave('ELSEWHERE')
      }),
      hub.onConnected(() => void this.#take()),
      hub.subscribe(() => {
        const isCutOff = hub.state !== 'connected'
        // Once it stands again the seat is taken first.
        if (isCutOff) this.store.setState({ isCutOff })
      }),
      onNetwork(() => {
        for (const { link } of this.#others.values()) link?.restart()
        this.#engine?.restart()
      }),
      timers.every(LISTEN_MS, () => this.#listen()),
      timers.every(LOOK_MS, () => void this.#look()),
      this.own.store.subscribe(({ chosen }, before) => {
        if (chosen.output !== before.chosen.output) this.#setOutput(chosen.output)
      }),
    ]
    void this.#take()
    void this.own.open('microphone')
  }

  /** Leaves the call and lets go of everything. */
  stop(): void {
    if (this.#isStopped) return
    this.#isStopped = true
    if (this.store.getState().place !== 'ELSEWHERE') this.#leave('ELSEWHERE')
    void this.#parts.hub.invoke('leaveCallSeat', this.#seat).catch(() => {})
    for (const end of this.#ends) end()
    this.own.close()
    this.#silence?.stop()
  }

  /** Takes the call from the person's other window, or tries once more after a refusal. */
  again(): void {
    this.#seat = this.#parts.newID()
    this.#lastAttempts.clear()
    this.store.setState({ place: 'JOINING', refusal: '' })
    void this.#take()
    void this.own.open('microphone')
  }

  mute(isMuted: boolean): void {
    this.store.setState({ isMuted, isTalking: false })
    this.#obeyMute()
  }

  /** While a key is held: who is muted is heard. */
  talk(isTalking: boolean): void {
    const { isMuted, isTalking: before } = this.store.getState()
    if (before === isTalking || !isMuted) return
    this.store.setState({ isTalking })
    this.#obeyMute()
  }

  async turnCamera(on: boolean): Promise<void> {
    if (on) await this.own.open('camera')
    else this.own.off('camera')
  }

  /** A screen is sent, with its sound where it has some; null for none. @throws where the server refuses it */
  async share(stream: MediaStream | null): Promise<void> {
    // Who shares as soon as the room stands may not have their seat yet.
    if (stream && this.store.getState().place === 'JOINING')
      await new Promise<void>((seated) => void this.#waiting.push(seated))
    // First the word, then the picture: one screen is shared at a time.
    this.#isSharing = stream !== null
    if (stream)
      await this.#change(this.#state()).catch((error: unknown) => {
        this.#isSharing = false
        throw error
      })
    await this.#send('SCREEN', stream?.getVideoTracks()[0] ?? null)
    await this.#send('SCREEN_SOUND', stream?.getAudioTracks()[0] ?? null)
    if (!stream) this.#tell()
  }

  /** Plays what the browser held back, after a press. */
  async unblock(): Promise<void> {
    for (const other of this.#others.values()) await this.#playAll(other)
  }

  /** The ways to the others, direct or through the server, to be measured. */
  links(): MeteredLink[] {
    const direct = [...this.#others].flatMap(([seat, other]): MeteredLink[] => {
      const { link } = other
      return link && !this.#isServed(other)
        ? [
            {
              ...{ id: seat, seats: [seat] },
              isUp: isUp(link.state),
              report: () => link.report(),
              holdCamera: (isHeld) => void link.holdCamera(isHeld).catch(() => {}),
              sendTwice: (isOn) => link.sendTwice(isOn),
            },
          ]
        : []
    })
    const engine = this.#engine
    if (!engine) return direct
    const served: MeteredLink = {
      ...{ id: ENGINE_SEAT, seats: [...this.#others.keys()].filter((seat) => engine.has(seat)) },
      isUp: engine.isUp,
      report: () => engine.report(),
      holdCamera: (isHeld) => engine.holdCamera(isHeld),
      // The engine asks for what is lost; it takes Opus alone.
      sendTwice: () => {},
    }
    return [...direct, served]
  }

  /** The others' cameras as large as they are shown here; of those that aren't named, the server chooses. */
  want(cameras: readonly WantedCamera[]): void {
    this.#wanted = cameras
    this.#engine?.want(cameras)
  }

  /** How this window reaches the others now; of several ways the longest one. */
  get path(): CallPath {
    if (this.#engine?.isUp) return 'SERVER'
    const states = new Set([...this.#others.values()].map(({ link }) => link?.state))
    if (states.has('RELAYED')) return 'RELAYED'
    return states.has('DIRECT') ? 'DIRECT' : 'NONE'
  }

  /** What this window's camera sees; null for nothing. */
  ownCamera(): MediaStreamTrack | null {
    return this.#sent.get('CAMERA') ?? null
  }

  async #take(): Promise<void> {
    const { hub, meetingID } = this.#parts
    if (this.#isStopped || this.store.getState().place === 'ELSEWHERE') return
    const seat = this.#seat
    const engine = this.#engine
    try {
      const access = await hub.invoke('takeCallSeat', meetingID, seat)
      if (seat !== this.#seat) return
      this.#iceServers = iceServersOf(access, this.#parts.serverOrigin)
      // What was given is given for some hours.
      const before = [...this.#others.values()]
      for (const { link } of before) link?.setServers(this.#iceServers)
      this.store.setState({ place: 'IN', isCutOff: false })
      // What was sent meanwhile is lost.
      engine?.renew()
      for (const later of this.#waiting.splice(0)) later()
      this.#tell()
      // Not those that have just begun: looking for a way anew would only hold them up.
      for (const { link } of before) link?.renew()
    } catch (error) {
      if (seat !== this.#seat || this.#isStopped) return
      // Without a connection it is tried again once there is one.
      if (hub.state !== 'connected') this.store.setState({ isCutOff: true })
      else this.#leave('REFUSED', error instanceof Error ? error.message : String(error))
    }
  }

  #leave(place: CallPlace, refusal = ''): void {
    this.#waiting.length = 0
    for (const seat of [...this.#others.keys()]) this.#drop(seat)
    this.#dropEngine()
    this.own.off('camera')
    this.own.off('microphone')
    this.store.setState({ place, refusal, people: [] })
  }

  #follow(call: CallSeats): void {
    const { seats } = call
    const { place } = this.store.getState()
    if (this.#isStopped || place === 'ELSEWHERE' || place === 'REFUSED') return
    // Links need what the server's answer brings, which comes a moment later; the engine makes its offer meanwhile.
    if (place === 'JOINING') {
      if (call.way === 'SERVER') this.#goBy(call)
      this.#waiting.push(() => this.#follow(call))
      return
    }
    const own = seats.find(({ seat }) => seat === this.#seat)
    if (own?.isAway) void this.#take()
    this.#goBy(call)
    const here = new Set(seats.map(({ seat }) => seat))
    for (const seat of [...this.#others.keys()]) if (!here.has(seat)) this.#drop(seat)
    for (const seat of seats) {
      if (seat.seat === this.#seat) continue
      const other = this.#others.get(seat.seat)
      if (!other) this.#meet(seat)
      else {
        const isBack = other.seat.isAway && !seat.isAway
        other.seat = seat
        if (isBack) other.link?.renew()
        if (call.way === 'DIRECT' && !other.link) other.link = this.#linkWith(seat)
      }
    }
    this.#show()
  }

  /** By the way that the server says. Direct links go on until the same people come through the server. */
  #goBy({ way, engineRun }: CallSeats): void {
    if (way === 'DIRECT') {
      this.#dropEngine()
      return
    }
    const { hub, makePeer, timers, newStream } = this.#parts
    const isNew = this.#engine === null
    this.#engine ??= new EngineLink(
      {
        ...{ timers, newStream },
        makePeer: () => makePeer({ iceServers: [...this.#iceServers] }),
        // One that is lost is followed by another attempt.
        send: (signal) => void hub.invoke('sendCallSignal', this.#seat, ENGINE_SEAT, signal).catch(() => {}),
        canSend: () => !this.store.getState().isCutOff,
        onChange: () => this.#engineChanged(),
      },
      this.#attempt,
    )
    if (isNew) {
      for (const [kind, track] of this.#sent) this.#engine.setTrack(kind, track)
      this.#engine.want(this.#wanted)
    }
    // While the engine isn't there, it is waited for.
    if (engineRun === null || engineRun === this.#engineRun) return
    this.#engineRun = engineRun
    this.#engine.restart()
  }

  #dropEngine(): void {
    if (!this.#engine) return
    this.#attempt = this.#engine.attempt
    this.#engine.close()
    this.#engine = null
    this.#engineRun = null
    for (const seat of this.#others.keys()) this.#changed(seat)
  }

  #engineChanged(): void {
    for (const [seat, other] of this.#others) {
      if (other.link && !other.stopParting && this.#engine?.has(seat))
        other.stopParting = this.#parts.timers.after(PART_MS, () => this.#part(other))
      this.#changed(seat)
    }
  }

  /** The direct link is over, if the person still comes through the server. */
  #part(other: Other): void {
    other.stopParting = null
    if (!this.#engine?.has(other.seat.seat)) return
    this.#closeLink(other)
  }

  #closeLink(other: Other): void {
    if (!other.link) return
    this.#lastAttempts.set(other.seat.seat, other.link.attempt)
    other.link.close()
    other.link = null
  }

  /** Whether the person comes through the server: also where neither way is there yet. */
  #isServed({ seat, link }: Other): boolean {
    return this.#engine !== null && (link === null || this.#engine.has(seat.seat))
  }

  #streamOf(other: Other, kind: CallStream): MediaStream | null {
    const { seat, link } = other
    return (this.#isServed(other) ? this.#engine?.stream(seat.seat, kind) : link?.stream(kind)) ?? null
  }

  #levelOf(other: Other): number {
    return (this.#isServed(other) ? this.#engine?.level(other.seat.seat) : other.link?.level()) ?? 0
  }

  #stateOf(other: Other): LinkState {
    const { seat, link } = other
    if (!this.#isServed(other)) return link?.state ?? 'CONNECTING'
    const { state = 'CONNECTING', isUp = false } = this.#engine ?? {}
    if (!isUp || this.#engine?.has(seat.seat)) return state
    return seat.isAway ? 'RECONNECTING' : 'CONNECTING'
  }

  #meet(seat: CallSeat): void {
    const link = this.#engine ? null : this.#linkWith(seat)
    const other: Other = {
      ...{ seat, link, stopParting: null, sound: null, screenSound: null },
      ...{ spokeAgo: PAUSE_LOOKS, packets: -1, looksWithout: 0 },
    }
    this.#others.set(seat.seat, other)
    if (!link) this.#changed(seat.seat)
  }

  #linkWith(seat: CallSeat): PeerLink {
    const { hub, makePeer, timers } = this.#parts
    const own = this.#seat
    const link = new PeerLink({
      makePeer: () => makePeer({ iceServers: [...this.#iceServers] }),
      lastAttempt: this.#lastAttempts.get(seat.seat) ?? 0,
      timers,
      own: this.#streams,
      isPolite: own < seat.seat,
      // A signal that is lost is mended by `renew`.
      send: (signal) => void hub.invoke('sendCallSignal', own, seat.seat, signal).catch(() => {}),
      canSend: () => !this.store.getState().isCutOff,
      onChange: () => this.#changed(seat.seat),
    })
    for (const [kind, track] of this.#sent) void link.setTrack(kind, track)
    return link
  }

  #drop(seat: string): void {
    const other = this.#others.get(seat)
    this.#others.delete(seat)
    if (!other) return
    this.#closeLink(other)
    other.stopParting?.()
    other.sound?.played.stop()
    other.screenSound?.played.stop()
  }

  #signalled(from: string, to: string, signal: CallSignal): void {
    if (to !== this.#seat) return
    if (this.store.getState().place === 'JOINING') this.#waiting.push(() => this.#signalled(from, to, signal))
    else if (from === ENGINE_SEAT) this.#engine?.take(signal)
    else if (signal.kind === 'DESCRIPTION' || signal.kind === 'CANDIDATE')
      void this.#others.get(from)?.link?.take(signal)
  }

  /** Something about a link is otherwise. */
  #changed(seat: string): void {
    const other = this.#others.get(seat)
    if (!other) return
    this.#hear(other, 'sound', this.#streamOf(other, 'VOICE'))
    const screen = this.#streamOf(other, 'SCREEN')
    this.#hear(other, 'screenSound', screen && screen.getAudioTracks().length > 0 ? screen : null)
    this.#show()
  }

  #hear(other: Other, which: 'sound' | 'screenSound', stream: MediaStream | null): void {
    if (other[which]?.stream === stream) return
    other[which]?.played.stop()
    other[which] = stream && { stream, played: this.#parts.sound(stream) }
    const { output } = this.own.store.getState().chosen
    if (output !== undefined) other[which]?.played.setOutput(output)
    void this.#playAll(other)
  }

  async #playAll({ sound, screenSound }: Other): Promise<void> {
    const played = await Promise.all([sound, screenSound].map((one) => one?.played.play() ?? true))
    if (!this.#isStopped) this.store.setState({ isSoundBlocked: played.includes(false) })
  }

  #setOutput(id: string | undefined): void {
    for (const { sound, screenSound } of this.#others.values())
      for (const one of [sound, screenSound]) one?.played.setOutput(id ?? '')
  }

  #ownTrack(kind: 'microphone' | 'camera', track: MediaStreamTrack | null): void {
    if (kind === 'camera') void this.#send('CAMERA', track)
    else {
      if (track) track.enabled = this.#isHeard()
      void this.#send('VOICE', track ?? this.#silence)
    }
    this.#tell()
    this.#show()
  }

  async #send(kind: SentTrack, track: MediaStreamTrack | null): Promise<void> {
    if (track) this.#sent.set(kind, track)
    else this.#sent.delete(kind)
    this.#engine?.setTrack(kind, track)
    await Promise.all([...this.#others.values()].map(({ link }) => link?.setTrack(kind, track)))
  }

  #isHeard(): boolean {
    const { isMuted, isTalking } = this.store.getState()
    return !isMuted || isTalking
  }

  #obeyMute(): void {
    const voice = this.#sent.get('VOICE')
    if (voice && voice !== this.#silence) voice.enabled = this.#isHeard()
    this.#tell()
  }

  /** Tells the others what this window sends. */
  #tell(): void {
    if (this.#isStopped || this.store.getState().place !== 'IN') return
    void this.#change(this.#state()).catch(() => {})
  }

  #change(state: CallSeatState): Promise<void> {
    return this.#parts.hub.invoke('changeCallSeat', this.#seat, state)
  }

  #state(): CallSeatState {
    const hasMicrophone = this.own.store.getState().microphone === 'ON'
    return {
      microphone: !hasMicrophone ? 'NONE' : this.#isHeard() ? 'ON' : 'MUTED',
      camera: this.#sent.has('CAMERA'),
      screen: this.#isSharing,
    }
  }

  /** Who is speaking. */
  #listen(): void {
    let isOther = false
    for (const other of this.#others.values()) {
      const wasSpeaking = other.spokeAgo < PAUSE_LOOKS
      other.spokeAgo = this.#levelOf(other) > SPEAKING_LEVEL ? 0 : other.spokeAgo + 1
      isOther ||= wasSpeaking !== other.spokeAgo < PAUSE_LOOKS
    }
    if (isOther) this.#show()
    this.#quietFor = this.own.level() > OWN_SPEAKING_LEVEL ? 0 : this.#quietFor + 1
    const isSpeaking = this.#quietFor < PAUSE_LOOKS
    if (isSpeaking !== this.store.getState().isSpeaking) this.store.setState({ isSpeaking })
  }

  /** Whether each voice arrives. */
  async #look(): Promise<void> {
    const engine = this.#engine
    await engine?.measure().catch(() => {})
    for (const other of [...this.#others.values()]) {
      if (engine && this.#isServed(other)) {
        this.#lookAtServed(other, engine)
        continue
      }
      const { link } = other
      if (!link) continue
      if (!isUp(link.state)) {
        other.looksWithout = 0
        continue
      }
      const voicePackets = await link.voicePackets().catch(() => null)
      const came = voicePackets !== null && voicePackets !== other.packets
      other.packets = voicePackets ?? -1
      other.looksWithout = came ? 0 : other.looksWithout + 1
      // Once, for what a fresh way can mend; the polite one later, as with a broken way.
      const patience = UNHEARD_LOOKS + (this.#seat < other.seat.seat ? 2 : 0)
      if (other.looksWithout === patience) link.restart()
      if (other.looksWithout <= UNHEARD_LOOKS) this.#show()
    }
  }

  /** Who is muted sends nothing through the server. */
  #lookAtServed(other: Other, engine: EngineLink): void {
    const { seat, microphone } = other.seat
    const packets = engine.voicePackets(seat) ?? -1
    const isDue = this.#stateOf(other) === 'RELAYED' && microphone === 'ON'
    other.looksWithout = isDue && packets === other.packets ? other.looksWithout + 1 : 0
    other.packets = packets
    const due = [...this.#others.values()].filter((one) => one.seat.microphone === 'ON')
    // One silent voice is its sender's matter; all of them are this window's.
    if (other.looksWithout === UNHEARD_LOOKS && due.every((one) => one.looksWithout >= UNHEARD_LOOKS))
      engine.restart()
    if (other.looksWithout <= UNHEARD_LOOKS) this.#show()
  }

  #show(): void {
    const people = [...this.#others.values()].map((other): CallPerson => {
      const { seat, spokeAgo, looksWithout } = other
      const link = this.#stateOf(other)
      const isUp = link === 'DIRECT' || link === 'RELAYED'
      return {
        ...{ seat: seat.seat, userID: seat.userID, name: seat.name, microphone: seat.microphone },
        link,
        isUnheard: isUp && looksWithout >= UNHEARD_LOOKS,
        isSpeaking: spokeAgo < PAUSE_LOOKS && seat.microphone === 'ON',
        camera: seat.camera ? this.#streamOf(other, 'CAMERA') : null,
        screen: seat.screen ? this.#streamOf(other, 'SCREEN') : null,
      }
    })
    if (!samePeople(people, this.store.getState().people)) this.store.setState({ people })
  }
}

function samePeople(one: readonly CallPerson[], other: readonly CallPerson[]): boolean {
  return (
    one.length === other.length &&
    one.every((person, place) => {
      const before = other[place]
      return (
        before && (Object.keys(person) as (keyof CallPerson)[]).every((key) => person[key] === before[key])
      )
    })
  )
}
