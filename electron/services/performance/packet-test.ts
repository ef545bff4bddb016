import { latencyOf } from '#shared/domain/speed-test.ts'
import type { HostCommandValue } from '#shared/host/commands.ts'
import type { RunCommand } from '../../platform/command-runner.ts'
import { HostFailure } from '../host-failure.ts'
import { checked } from '../safety-checks/checked.ts'
import { windowsProgram } from '../win32/windows-programs.ts'

/** Packets of one test: Windows sends one a second, and a test has five seconds. */
const PACKETS = 4
const ANSWER_WITHIN_MS = 1000
/** Time for sending, for the last answer, and for looking up the name. */
export const PACKET_TEST_LIMIT_MS = 12_000
const OUTPUT_LIMIT_BYTES = 64 * 1024

const WHAT = 'The connection'
const NO_ANSWER = 'The server answers no packets.'

export interface PacketTestSources {
  /** As `process.platform` names it. */
  readonly platform: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly run: RunCommand
  /** The company's server, as its address names it. */
  readonly host: string
}

/**
 * Sends packets to the company's server (spec 1 §3, speed tests). Throws `HostFailure`: `unsupported` off
 * Windows; `failed` where none returns, which doesn't mean that they were lost, since many servers answer
 * none.
 */
export function testPackets({
  platform,
  env,
  run,
  host,
}: PacketTestSources): Promise<HostCommandValue<'speedTest'>> {
  return checked(WHAT, async () => {
    if (platform !== 'win32') throw new HostFailure('unsupported', 'Packets are counted on Windows only.')
    const address = host.replace(/^\[|\]$/g, '')
    if (address.startsWith('-')) throw new HostFailure('failed', NO_ANSWER)
    const args = ['-n', String(PACKETS), '-w', String(ANSWER_WITHIN_MS), address]
    const limits = { timeLimitMs: PACKET_TEST_LIMIT_MS, outputLimitBytes: OUTPUT_LIMIT_BYTES }
    const trips = parseTrips(await run(windowsProgram(env, 'ping.exe'), args, limits))
    const lost = Array.from({ length: Math.max(0, PACKETS - trips.length) }, () => null)
    const { ping, jitter, loss } = latencyOf([...trips, ...lost])
    if (ping === null || loss === null) throw new HostFailure('failed', NO_ANSWER)
    return { ping, jitter, loss }
  })
}

/**
 * The times of the answers, in milliseconds. Only the word before the sign depends on the language:
 * 'time=12ms', 'Zeit<1ms'. In the summary a space comes before the number.
 */
export function parseTrips(output: string): number[] {
  return [...output.matchAll(/[^\s=<][=<](\d+)\s?ms/g)].map(([, ms]) => Number(ms))
}
