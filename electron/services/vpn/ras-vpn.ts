import type { VpnProgram } from '../../config/deployment.ts'
import type { HostSystem } from '../../platform/host-system.ts'
import { WindowsFailure } from '../../platform/windows/failure.ts'
import { HostFailure } from '../host-failure.ts'
import type { Report } from '../log.ts'
import { windowsProgram } from '../win32/windows-programs.ts'
import { isRasError, rasErrorOf, rasErrorWords } from './ras-errors.ts'
import type { Vpn } from './vpn.ts'

/** Above Windows' own limit of about a minute. */
export const DIAL_LIMIT_MS = 75_000
const SHORT = { timeLimitMs: 20_000, outputLimitBytes: 64 * 1024 }

/**
 * A connection of Windows' phone book. The credentials are put into it by Windows' own function, `rasdial`
 * gets only the connection's name, and afterwards they are removed.
 */
export function rasVpn(
  { entry, phoneBook }: VpnProgram & { kind: 'ras' },
  { env, end, windows }: Pick<HostSystem, 'env' | 'end' | 'windows'>,
  report: Report,
): Vpn {
  const rasdial = windowsProgram(env, 'rasdial.exe')
  const book = phoneBook === undefined ? [] : [`/PHONEBOOK:${phoneBook}`]

  const set = async (secret: { userName: string; password: string; clear: boolean }) => {
    try {
      await windows.ask('setVpnCredentials', { entry, phoneBook: phoneBook ?? null, ...secret })
    } catch (error) {
      if (!(error instanceof WindowsFailure) || !isRasError(error.code)) throw error
      throw new HostFailure('failed', rasErrorWords(error.code))
    }
  }
  const forget = () =>
    set({ userName: '', password: '', clear: true }).catch((error: unknown) =>
      report('could not clear the VPN credentials', error),
    )

  return {
    async start({ userName, password }) {
      await set({ userName, password, clear: false })
      try {
        const ended = await end(rasdial, [entry, ...book], { ...SHORT, timeLimitMs: DIAL_LIMIT_MS })
        if (ended.exitCode === 0) return
        const code = rasErrorOf(ended)
        throw new HostFailure(
          'failed',
          code === null ? 'The VPN could not be connected. Please contact support.' : rasErrorWords(code),
        )
      } finally {
        await forget()
      }
    },
    async stop() {
      await end(rasdial, [entry, '/DISCONNECT', ...book], SHORT)
    },
    async state() {
      const own = (await windows.ask('dialled', {})).find((one) => one.entry === entry)
      return { up: own !== undefined, forMs: own?.connectedMs ?? null }
    },
  }
}
