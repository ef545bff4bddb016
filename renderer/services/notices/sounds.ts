import { ALERT_REPEAT_MS, LOOPING_SOUNDS, SOUND_VOLUME, type SoundName } from '#shared/domain/sounds.ts'
import type { Timers } from '../../ui/timers.ts'
import { soundWave } from './sound-waves.ts'

/** The product's sounds (spec 1 §9). */
export interface Sounds {
  /** Sounds once; a ring and a siren go on until they are stopped, an alert comes once more after 10 s. */
  /** An alert sounds a second time after 10 seconds, unless it is to sound once. */
  play(name: SoundName, how?: { readonly isOnce?: boolean }): void
  /** Ends it, and what was still to come of it. */
  stop(name: SoundName): void
  /** A sound of which this says so isn't heard, such as when the person isn't to be disturbed. */
  setMuted(isMuted: (name: SoundName) => boolean): void
  /** Lets browsers play from the person's first touch on, until the returned function ends all of it. */
  watch(page: EventTarget): () => void
}

/** What who plays a sound needs. */
export type SoundPlayer = Pick<Sounds, 'play' | 'stop'>

/** For where nothing sounds: a window that another one opened leaves it to that one. */
export const SILENT: SoundPlayer = { play: () => {}, stop: () => {} }

export interface SoundsParts {
  /** Makes the browser's audio; null where it has none. */
  readonly newContext: () => AudioContext | null
  readonly timers: Timers
}

/** What a person does first: browsers let no page sound before. */
const GESTURES = ['pointerdown', 'keydown'] as const

/** The browser's audio, or null where it has none. */
export function browserAudio(): AudioContext | null {
  return typeof AudioContext === 'undefined' ? null : new AudioContext()
}

export function createSounds({ newContext, timers }: SoundsParts): Sounds {
  const buffers = new Map<SoundName, AudioBuffer>()
  const sounding = new Map<SoundName, () => void>()
  const repeats = new Map<SoundName, () => void>()
  /** Looping sounds that are wanted and can't be heard yet. */
  const waiting = new Set<SoundName>()
  let context: AudioContext | null = null
  let isMuted: (name: SoundName) => boolean = () => false

  const bufferOf = (audio: AudioContext, name: SoundName): AudioBuffer => {
    const known = buffers.get(name)
    if (known) return known
    const wave = soundWave(name, audio.sampleRate)
    const buffer = audio.createBuffer(1, wave.length, audio.sampleRate)
    buffer.copyToChannel(wave, 0)
    buffers.set(name, buffer)
    return buffer
  }
  const silence = (name: SoundName) => {
    sounding.get(name)?.()
    sounding.delete(name)
  }
  const sound = (name: SoundName) => {
    if (isMuted(name)) return
    if (context?.state !== 'running') {
      if (LOOPING_SOUNDS.includes(name)) waiting.add(name)
      return
    }
    silence(name)
    const source = context.createBufferSource()
    const gain = context.createGain()
    source.buffer = bufferOf(context, name)
    source.loop = LOOPING_SOUNDS.includes(name)
    gain.gain.value = SOUND_VOLUME[name]
    source.connect(gain).connect(context.destination)
    source.start()
    sounding.set(name, () => source.stop())
  }
  const stop = (name: SoundName) => {
    waiting.delete(name)
    repeats.get(name)?.()
    repeats.delete(name)
    silence(name)
  }
  const unlock = async () => {
    context ??= newContext()
    if (context?.state === 'suspended') await context.resume().catch(() => {})
    if (context?.state !== 'running') return
    for (const name of waiting) sound(name)
    waiting.clear()
  }

  return {
    play(name, { isOnce = false } = {}) {
      stop(name)
      sound(name)
      if (name === 'alert' && !isOnce)
        repeats.set(
          name,
          timers.after(ALERT_REPEAT_MS, () => sound(name)),
        )
    },
    stop,
    setMuted(next) {
      isMuted = next
      for (const name of [...sounding.keys()]) if (isMuted(name)) silence(name)
    },
    watch(page) {
      const touched = () => void unlock()
      for (const gesture of GESTURES) page.addEventListener(gesture, touched)
      return () => {
        for (const gesture of GESTURES) page.removeEventListener(gesture, touched)
        for (const name of [...sounding.keys(), ...repeats.keys(), ...waiting]) stop(name)
        void context?.close().catch(() => {})
        context = null
        buffers.clear()
      }
    },
  }
}
