import type { Services } from '../../services/services.ts'
import type { SpeedMeter } from '../../services/speed-test.ts'
import type { Timers } from '../../services/timers.ts'
import type { HardwareKit } from './kit.ts'
import type { MediaLab } from './media/media-lab.ts'

export const FAST = { download: 60, upload: 12, ping: 18, jitter: 4, loss: 0 }

/** Timers that a test moves on by hand. */
export function manualTimers() {
  let now = 0
  const waiting = new Set<{ at: number; every: number | null; run: () => void }>()
  const add = (ms: number, every: number | null, run: () => void) => {
    const one = { at: now + ms, every, run }
    waiting.add(one)
    return () => void waiting.delete(one)
  }
  const timers: Timers = {
    after: (ms, run) => add(ms, null, run),
    every: (ms, run) => add(ms, ms, run),
  }
  const pass = (ms: number) => {
    const end = now + ms
    for (;;) {
      const [next] = [...waiting].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)
      if (!next) break
      now = next.at
      if (next.every === null) waiting.delete(next)
      else next.at += next.every
      next.run()
    }
    now = end
  }
  return { timers, pass, waiting }
}

/** A page's means without a page: each test of the connection gives `FAST`, the microphone is loud. */
export function fakeKit(lab: Partial<MediaLab> = {}, meter: SpeedMeter = { measure: async () => FAST }) {
  const stopped: string[] = []
  const kit: HardwareKit = {
    lab: {
      openMicrophone: async () => ({
        label: 'Jabra EVOLVE 20',
        level: () => 0.6,
        stop: () => void stopped.push('microphone'),
      }),
      openCamera: async () => ({
        label: 'HD Webcam',
        stream: new MediaStream(),
        stop: () => void stopped.push('camera'),
      }),
      audioDevices: async () => [],
      playTone: async () => {},
      ...lab,
    },
    meter,
    browser: { hardwareConcurrency: 12, deviceMemory: 16 },
    client: 'Web application, Test browser',
    onDevicesChange: () => () => {},
  }
  return { kit, stopped }
}

/** A desktop client that answers these commands. */
export function fakeDesktop(answers: Record<string, unknown>): Services['desktop'] {
  return {
    available: true,
    version: '1.0.0',
    invoke: async (name) =>
      name in answers
        ? { ok: true, value: answers[name] as never }
        : { ok: false, error: { code: 'unsupported', message: 'Not on this computer' } },
    on: () => () => {},
  }
}
