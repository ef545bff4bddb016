import type { SoundName } from '#shared/domain/sounds.ts'

/** A note: when it begins and how long it sounds, in seconds, and its pitch at both ends, in hertz. */
interface Note {
  readonly from: number
  readonly length: number
  readonly pitch: number
  readonly endPitch?: number
}

interface Score {
  /** In seconds. A looping sound begins again then. */
  readonly length: number
  readonly notes: readonly Note[]
  /** How quickly a note fades: 0 holds it, more fades sooner. */
  readonly fade: number
}

/** Ours, from nothing but sines: no recording, no licence. */
const SCORES: Readonly<Record<SoundName, Score>> = {
  alert: {
    length: 0.9,
    fade: 5,
    notes: [
      { from: 0, length: 0.35, pitch: 880 },
      { from: 0.22, length: 0.6, pitch: 1174.66 },
    ],
  },
  newMessage: {
    length: 0.4,
    fade: 9,
    notes: [
      { from: 0, length: 0.18, pitch: 783.99 },
      { from: 0.09, length: 0.3, pitch: 1046.5 },
    ],
  },
  ring: {
    length: 3,
    fade: 1.2,
    notes: [0, 0.2, 0.4, 0.6].flatMap((from) => [
      { from, length: 0.22, pitch: 659.25 },
      { from: from + 0.1, length: 0.22, pitch: 830.61 },
    ]),
  },
  siren: {
    length: 2,
    fade: 0,
    notes: [
      { from: 0, length: 1, pitch: 440, endPitch: 880 },
      { from: 1, length: 1, pitch: 880, endPitch: 440 },
    ],
  },
}

/** So that a note neither begins nor ends with a click, in seconds. */
const RAMP = 0.012
const OVERTONE = 0.25

/** One go of a sound as samples from -1 to 1. */
export function soundWave(name: SoundName, sampleRate: number): Float32Array<ArrayBuffer> {
  const { length, notes, fade } = SCORES[name]
  const samples = new Float32Array(Math.round(length * sampleRate))
  for (const note of notes) addNote(samples, note, { sampleRate, fade })
  const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
  return loudest > 0 ? samples.map((sample) => sample / loudest) : samples
}

function addNote(
  samples: Float32Array,
  { from, length, pitch, endPitch = pitch }: Note,
  { sampleRate, fade }: { readonly sampleRate: number; readonly fade: number },
): void {
  const first = Math.round(from * sampleRate)
  const count = Math.min(Math.round(length * sampleRate), samples.length - first)
  let phase = 0
  for (let at = 0; at < count; at++) {
    const time = at / sampleRate
    const edge = Math.min(1, time / RAMP, (count - at) / sampleRate / RAMP)
    const wave = Math.sin(phase) + OVERTONE * Math.sin(2 * phase)
    samples[first + at] = (samples[first + at] ?? 0) + wave * edge * Math.exp(-fade * time)
    phase += (2 * Math.PI * (pitch + (endPitch - pitch) * (at / count))) / sampleRate
  }
}
