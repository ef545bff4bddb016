import { createStore, type StoreApi } from 'zustand/vanilla'

/** A device of the person's, and why it isn't there. */
export type DeviceState = 'OFF' | 'STARTING' | 'ON' | 'BLOCKED' | 'MISSING' | 'BUSY' | 'UNSUPPORTED'

export type DeviceKind = 'microphone' | 'camera' | 'output'
const KINDS: Readonly<Record<string, DeviceKind>> = {
  audioinput: 'microphone',
  videoinput: 'camera',
  audiooutput: 'output',
}

export interface KnownDevice {
  readonly kind: DeviceKind
  readonly id: string
  readonly label: string
}

export interface OwnDevicesState {
  readonly microphone: DeviceState
  readonly camera: DeviceState
  /** Microphones, cameras and loudspeakers; browsers name them once one of them was opened. */
  readonly known: readonly KnownDevice[]
  /** What the person chose, by its id; the system's own where nothing is chosen. */
  readonly chosen: Readonly<Partial<Record<DeviceKind, string>>>
  /** The name of a device that went away in the middle; null for none. */
  readonly lost: string | null
}

/** A microphone's level, as it is heard before muting. */
export interface LevelMeter {
  /** From 0 to 1. */
  level(): number
  stop(): void
}

export interface OwnDevicesParts {
  /** Null where a browser gives a page no devices, as without HTTPS. */
  readonly devices: Pick<
    MediaDevices,
    'getUserMedia' | 'enumerateDevices' | 'addEventListener' | 'removeEventListener'
  > | null
  readonly meterOf: (track: MediaStreamTrack) => LevelMeter
  readonly choices: {
    get(): OwnDevicesState['chosen']
    set(chosen: OwnDevicesState['chosen']): void
  }
  /** A track is another one, or none any more. */
  readonly onTrack: (kind: 'microphone' | 'camera', track: MediaStreamTrack | null) => void
}

/** What browsers call their refusals. */
const PROBLEMS: Readonly<Record<string, DeviceState>> = {
  NotAllowedError: 'BLOCKED',
  SecurityError: 'BLOCKED',
  NotFoundError: 'MISSING',
  OverconstrainedError: 'MISSING',
  NotReadableError: 'BUSY',
  AbortError: 'BUSY',
}

const VOICE: MediaTrackConstraints = { echoCancellation: true, noiseSuppression: true, autoGainControl: true }
const PICTURE: MediaTrackConstraints = {
  width: { ideal: 1280 },
  height: { ideal: 720 },
  frameRate: { ideal: 24, max: 30 },
}

/** The person's microphone and camera in a call, and which of several is used. Everything is released by `close`. */
export class OwnDevices {
  readonly store: StoreApi<OwnDevicesState>
  readonly #parts: OwnDevicesParts
  readonly #tracks: Partial<Record<'microphone' | 'camera', MediaStreamTrack>> = {}
  /** Which opening is the last one: what an earlier one gives is let go. */
  readonly #turns = { microphone: 0, camera: 0 }
  #meter: LevelMeter | null = null
  #isClosed = false

  constructor(parts: OwnDevicesParts) {
    this.#parts = parts
    this.store = createStore<OwnDevicesState>(() => ({
      ...{ microphone: 'OFF', camera: 'OFF', known: [], lost: null },
      chosen: parts.choices.get(),
    }))
    parts.devices?.addEventListener('devicechange', this.#plugged)
  }

  async open(kind: 'microphone' | 'camera'): Promise<void> {
    const turn = ++this.#turns[kind]
    this.#set({ [kind]: 'STARTING' })
    const [track, problem] = await this.#ask(kind)
    if (this.#isClosed || turn !== this.#turns[kind]) return track?.stop()
    this.#let(kind)
    if (track) this.#keep(kind, track)
    this.#set({ [kind]: track ? 'ON' : problem })
    this.#parts.onTrack(kind, track)
    await this.#list()
  }

  /** Lets a device go, so that its lamp goes out. */
  off(kind: 'microphone' | 'camera'): void {
    this.#turns[kind]++
    this.#let(kind)
    this.#set({ [kind]: 'OFF' })
    this.#parts.onTrack(kind, null)
  }

  /** Uses another one from now on, and the next time. */
  async choose(kind: DeviceKind, id: string): Promise<void> {
    const chosen = { ...this.store.getState().chosen, [kind]: id }
    this.#set({ chosen, lost: null })
    this.#parts.choices.set(chosen)
    if (kind === 'microphone' || (kind === 'camera' && this.#tracks.camera)) await this.open(kind)
  }

  /** How loud the microphone is, from 0 to 1, muted or not. */
  level(): number {
    return this.#meter?.level() ?? 0
  }

  close(): void {
    this.#isClosed = true
    this.#parts.devices?.removeEventListener('devicechange', this.#plugged)
    this.#let('microphone')
    this.#let('camera')
  }

  async #ask(kind: 'microphone' | 'camera'): Promise<[track: MediaStreamTrack | null, problem: DeviceState]> {
    const { devices } = this.#parts
    if (!devices?.getUserMedia) return [null, 'UNSUPPORTED']
    const id = this.store.getState().chosen[kind]
    const wanted = kind === 'microphone' ? VOICE : PICTURE
    const ask = async (constraints: MediaTrackConstraints) => {
      const stream = await devices.getUserMedia(
        kind === 'microphone' ? { audio: constraints } : { video: constraints },
      )
      return stream.getTracks()[0] ?? null
    }
    try {
      // One that was chosen and isn't plugged in is no reason to have none.
      return [await ask(id === undefined ? wanted : { ...wanted, deviceId: { ideal: id } }), 'MISSING']
    } catch (error) {
      return [null, PROBLEMS[error instanceof Error ? error.name : ''] ?? 'UNSUPPORTED']
    }
  }

  #keep(kind: 'microphone' | 'camera', track: MediaStreamTrack): void {
    this.#tracks[kind] = track
    track.onended = () => void this.#went(kind, track)
    if (kind !== 'microphone') return
    this.#meter = this.#parts.meterOf(track)
  }

  /** It was unplugged, or taken away by the system: another one, if there is one. */
  async #went(kind: 'microphone' | 'camera', track: MediaStreamTrack): Promise<void> {
    if (this.#tracks[kind] !== track) return
    this.#set({ lost: track.label })
    if (kind === 'microphone') await this.open(kind)
    else this.off(kind)
  }

  #let(kind: 'microphone' | 'camera'): void {
    const track = this.#tracks[kind]
    delete this.#tracks[kind]
    if (kind === 'microphone') {
      this.#meter?.stop()
      this.#meter = null
    }
    if (!track) return
    track.onended = null
    track.stop()
  }

  readonly #plugged = async (): Promise<void> => {
    const found = await this.#list()
    const { microphone } = this.store.getState()
    // What was missing has been plugged in.
    if (microphone === 'MISSING' && found.some(({ kind }) => kind === 'audioinput'))
      await this.open('microphone')
  }

  readonly #list = async (): Promise<readonly MediaDeviceInfo[]> => {
    const found = (await this.#parts.devices?.enumerateDevices().catch(() => [])) ?? []
    const known = found.flatMap(({ kind, deviceId, label }) => {
      const ours = KINDS[kind]
      return ours && deviceId !== '' && label !== '' ? [{ kind: ours, id: deviceId, label }] : []
    })
    this.#set({ known })
    return found
  }

  #set(part: Partial<OwnDevicesState>): void {
    if (!this.#isClosed) this.store.setState(part)
  }
}
