import { CommandFailure } from '../../platform/command-runner.ts'
import type { HostSystem } from '../../platform/host-system.ts'
import { HostFailure } from '../host-failure.ts'
import type { PollTurns } from '../poll-turns.ts'
import { onlyOnWindows } from '../win32/attempted.ts'
import { windowsProgram } from '../win32/windows-programs.ts'

/** Signals that mean something else than a wifi (spec 1 §4.8). */
export const WIRED_SIGNAL = 101
export const NO_SIGNAL = 999

const WHAT = 'The wifi signal'
const LIMITS = { timeLimitMs: 4_000, outputLimitBytes: 256 * 1024 }

/** netsh's exit code where Windows wants the location permission. */
const ACCESS_DENIED = 5

export const WIFI_DENIED =
  'Windows does not show the wifi without the location permission. Please switch on location services.'

export interface WifiParts {
  readonly system: Pick<HostSystem, 'platform' | 'env' | 'end'>
  readonly turns: PollTurns
  /** Whether this machine has an address in any network. */
  readonly isConnected: () => boolean
}

/** The wifi's signal, read at most every 5 s; in between, the last reading. */
export class WifiService {
  readonly #parts: WifiParts
  #reading: Promise<number> | null = null

  constructor(parts: WifiParts) {
    this.#parts = parts
  }

  /** Percent, `WIRED_SIGNAL` or `NO_SIGNAL`. Throws `HostFailure`; `denied` where Windows refuses. */
  signal(): Promise<number> {
    if (this.#parts.turns.take('wifi') || !this.#reading) this.#reading = this.#read()
    return this.#reading
  }

  async #read(): Promise<number> {
    const { system, isConnected } = this.#parts
    onlyOnWindows(system.platform, WHAT)
    const percent = await this.#wlan()
    if (percent !== null) return percent
    return isConnected() ? WIRED_SIGNAL : NO_SIGNAL
  }

  /** Null without wifi: no adapter, switched off, its service stopped, or not connected. */
  async #wlan(): Promise<number | null> {
    const { system } = this.#parts
    try {
      const args = ['wlan', 'show', 'interfaces']
      const { exitCode, output } = await system.end(windowsProgram(system.env, 'netsh.exe'), args, LIMITS)
      if (exitCode === ACCESS_DENIED || asksForLocation(output)) throw new HostFailure('denied', WIFI_DENIED)
      return parseSignal(output)
    } catch (error) {
      if (!(error instanceof CommandFailure)) throw error
      if (error.reason === 'missing') return null
      throw new HostFailure(error.reason === 'timeout' ? 'timeout' : 'failed', `${WHAT} could not be read.`)
    }
  }
}

/**
 * The strongest signal in netsh's output, in percent; null for none. The words depend on the language, but a
 * signal is the percentage after a rate, while a network may be called '50%'.
 */
export function parseSignal(output: string): number | null {
  const values = output.split(/\r?\n/).map((line) => /^[^:]+:\s*(.*?)\s*$/.exec(line)?.[1] ?? '')
  const signals = values.flatMap((value, place) => {
    const percent = /^(\d{1,3})\s?%$/.exec(value)?.[1]
    const followsRate = /^\d+(?:[.,]\d+)?$/.test(values[place - 1] ?? '')
    return percent !== undefined && followsRate && Number(percent) <= 100 ? [Number(percent)] : []
  })
  return signals.length === 0 ? null : Math.max(...signals)
}

/** In every language the refusal names the settings page's address. */
function asksForLocation(output: string): boolean {
  return output.includes('ms-settings:privacy-location')
}
