import * as z from 'zod/mini'
import { deviceHealth } from '#shared/host/device-health.ts'
import type { ReadDevice } from './device-health-service.ts'

/** The part of Electron's utility process that a reading needs. */
export interface ReaderProcess {
  on(event: 'message', listener: (message: unknown) => void): unknown
  on(event: 'exit', listener: (code: number) => void): unknown
  kill(): boolean
}

/**
 * Reads this machine in a process of its own, which is ended in any case. The reading settles once that
 * process has ended, so that two never run at once.
 */
export function readInProcess(start: () => ReaderProcess): ReadDevice {
  return (signal) =>
    new Promise((resolve, reject) => {
      let answer: unknown
      const reader = start()
      const end = () => reader.kill()
      signal.addEventListener('abort', end, { once: true })
      reader.on('message', (message) => {
        answer = message
        reader.kill()
      })
      reader.on('exit', (code) => {
        signal.removeEventListener('abort', end)
        const health = z.safeParse(deviceHealth, answer)
        if (health.success) resolve(health.data)
        else reject(new Error(`The reader ended with ${code} and no valid reading.`))
      })
      if (signal.aborted) end()
    })
}
