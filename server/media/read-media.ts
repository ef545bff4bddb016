import { isIP } from 'node:net'
import type { MakeEngine } from '../calls/call-way.ts'
import { UsageError } from '../main-options.ts'
import { ENGINE_ADDRESS } from '../relay/engine-door.ts'
import { ProcessEngine } from './process-engine.ts'

const OFF = 'off'
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/

/**
 * `FIELDWORK_MEDIA_PORT`, the engine's port of UDP; a free one without it, and no engine by `off`. And
 * `FIELDWORK_MEDIA_ADDRESSES`, with spaces between: by which others reach this machine, beside its own addresses.
 *
 * @param host that the server listens on: one that serves this machine alone has an engine for it alone
 * @throws UsageError for what is no port, and no address
 */
export function readMediaEngine(
  env: NodeJS.ProcessEnv,
  host: string,
): ((onTrouble: (what: string) => void) => MakeEngine) | null {
  const { FIELDWORK_MEDIA_PORT: text = '', FIELDWORK_MEDIA_ADDRESSES: list = '' } = env
  if (text === OFF) return null
  const port = Number(text)
  if (!/^\d*$/.test(text) || port > 65_535)
    throw new UsageError(`FIELDWORK_MEDIA_PORT ${text} is no port (0 to 65535), and not “${OFF}”.`)
  const addresses = list.split(/\s+/).filter((address) => address !== '')
  const wrong = addresses.find((address) => isIP(address) === 0)
  if (wrong !== undefined) throw new UsageError(`FIELDWORK_MEDIA_ADDRESSES: ${wrong} is no IP address.`)
  const bindAddress = LOOPBACK.test(host) ? '127.0.0.1' : null
  const settings = { port, bindAddress, addresses, relayed: ENGINE_ADDRESS }
  return (onTrouble) => (listener) => new ProcessEngine({ settings, listener, onTrouble })
}
