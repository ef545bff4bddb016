import type { HostCommandRequest } from '#shared/host/commands.ts'
import type { Desktop } from '../../services/desktop/desktop.ts'
import { fromBase64, toBase64 } from './crypto/bytes.ts'
import type { HoldKeys } from './crypto/identity.ts'

/**
 * Holds opened keys in the desktop client's main process: this page never has them. What it asks them to do is
 * refused once they were let go of.
 */
export function holdInHost(desktop: Desktop): HoldKeys {
  async function ask(request: HostCommandRequest<'vaultKeys'>): Promise<string> {
    const answer = await desktop.invoke('vaultKeys', request)
    if (!answer.ok) throw new Error(answer.error.message)
    if (answer.value === null) throw new Error('The keys are not there.')
    return answer.value
  }
  return async ({ lock, text, about }) => {
    // Each opening has a name of its own, so that letting go of one lets go of no later one.
    const handle = await ask({ do: 'open', lock: toBase64(lock), sealed: text, about: toBase64(about) })
    return {
      derive: async (point) => fromBase64(await ask({ do: 'derive', handle, point: toBase64(point) })),
      sign: async (bytes) => fromBase64(await ask({ do: 'sign', handle, bytes: toBase64(bytes) })),
      close: () => void desktop.invoke('vaultKeys', { do: 'close', handle }),
    }
  }
}
