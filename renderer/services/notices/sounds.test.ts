import { expect, test } from 'vitest'
import { SOUND_NAMES, type SoundName } from '#shared/domain/sounds.ts'
import { manualTimers } from '../../testing/manual-timers.ts'
import { soundWave } from './sound-waves.ts'
import { createSounds } from './sounds.ts'

/** Audio that notes what it plays. */
function fakeAudio() {
  const played: { volume: number; length: number; loop: boolean; stopped: boolean }[] = []
  const context = {
    state: 'suspended',
    sampleRate: 8000,
    destination: {},
    resume: async () => {
      context.state = 'running'
    },
    close: async () => {},
    createBuffer: (_channels: number, length: number) => ({ length, copyToChannel: () => {} }),
    createGain() {
      const gain = {
        ...{ gain: { value: 1 }, isHeard: false },
        connect: (to: unknown) => {
          gain.isHeard = to === context.destination
        },
      }
      return gain
    },
    createBufferSource() {
      const source = {
        buffer: { length: 0 },
        loop: false,
        heard: { volume: 0, length: 0, loop: false, stopped: false },
        gain: { gain: { value: 0 }, isHeard: false },
        connect(gain: { gain: { value: number }; isHeard: boolean }) {
          source.gain = gain
          return gain
        },
        start() {
          const { loop, gain, buffer } = source
          const volume = gain.isHeard ? gain.gain.value : 0
          source.heard = { volume, length: buffer.length, loop, stopped: false }
          played.push(source.heard)
        },
        stop() {
          source.heard.stopped = true
        },
      }
      return source
    },
  }
  return { context: context as unknown as AudioContext, played }
}

async function open({ touched = true } = {}) {
  const timers = manualTimers()
  const audio = fakeAudio()
  const sounds = createSounds({ newContext: () => audio.context, timers })
  const page = new EventTarget()
  const end = sounds.watch(page)
  const touch = async () => {
    page.dispatchEvent(new Event('pointerdown'))
    await Promise.resolve()
    await Promise.resolve()
  }
  if (touched) await touch()
  return { sounds, timers, played: audio.played, touch, end }
}

test('S331 alert, ring, new message and siren at volume 0.25, the siren at 0.5', async () => {
  const at = await open()
  expect(SOUND_NAMES).toEqual(['alert', 'ring', 'newMessage', 'siren'])
  for (const name of SOUND_NAMES) at.sounds.play(name)
  expect(at.played.map(({ volume }) => volume)).toEqual([0.25, 0.25, 0.25, 0.5])
  expect(at.played.map(({ loop }) => loop)).toEqual([false, true, false, true])
  expect(new Set(at.played.map(({ length }) => length)).size).toBe(4)
})

test('S331 an alert sounds once more after 10 s, and no third time; stopped, it doesn’t', async () => {
  const at = await open()
  at.sounds.play('alert')
  at.timers.pass(9999)
  expect(at.played).toHaveLength(1)
  at.timers.pass(1)
  expect(at.played).toHaveLength(2)
  at.timers.pass(60_000)
  expect(at.played).toHaveLength(2)
  at.sounds.play('alert')
  at.sounds.stop('alert')
  at.timers.pass(60_000)
  expect(at.played).toHaveLength(3)
  expect(at.played.at(-1)?.stopped).toBe(true)
})

test('S331 before the first touch nothing sounds; a ring that is still wanted then begins, a message’s doesn’t', async () => {
  const at = await open({ touched: false })
  for (const name of ['newMessage', 'ring', 'siren'] satisfies SoundName[]) at.sounds.play(name)
  at.sounds.stop('siren')
  expect(at.played).toEqual([])
  await at.touch()
  expect(at.played).toMatchObject([{ loop: true, volume: 0.25 }])
  at.sounds.stop('ring')
  expect(at.played[0]?.stopped).toBe(true)
})

test('S331 muted, nothing sounds, and what sounds ends; so does all of it with the session', async () => {
  const at = await open()
  at.sounds.play('ring')
  at.sounds.setMuted(() => true)
  at.sounds.play('alert')
  expect(at.played.map(({ stopped }) => stopped)).toEqual([true])
  at.sounds.setMuted(() => false)
  at.sounds.play('siren')
  at.sounds.play('alert')
  at.end()
  expect(at.played.every(({ stopped }) => stopped)).toBe(true)
  expect(at.timers.pending()).toBe(0)
})

test.each(SOUND_NAMES)(
  'S331 the wave of %s is heard, stays within bounds and ends without a click',
  (name) => {
    const wave = soundWave(name, 8000)
    const loudest = wave.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
    expect(loudest).toBeCloseTo(1)
    expect([Math.abs(wave[0] ?? 1), Math.abs(wave.at(-1) ?? 1)].every((sample) => sample < 0.05)).toBe(true)
  },
)
