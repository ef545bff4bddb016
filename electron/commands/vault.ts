import type { HeldVaultKeys } from '../services/vault/held-keys.ts'
import type { CommandHandlers } from './handlers.ts'

/** The person's opened vault keys, held outside of the page that asks for what they do (spec 3 §2). */
export function vaultCommands(keys: HeldVaultKeys): Pick<CommandHandlers, 'vaultKeys'> {
  return {
    async vaultKeys(request, { windowId, onPageGone }) {
      switch (request.do) {
        case 'open':
          onPageGone(() => keys.closeAllOf(windowId))
          return keys.open(windowId, request)
        case 'derive':
          return keys.derive(windowId, request.handle, request.point)
        case 'sign':
          return keys.sign(windowId, request.handle, request.bytes)
        case 'close':
          keys.close(windowId, request.handle)
          return null
      }
    },
  }
}
