import type { AppLink } from '#shared/domain/app-link.ts'
import { HostFailure } from '../services/host-failure.ts'
import type { UpdateService } from '../services/updates/update-service.ts'
import type { CommandHandlers } from './handlers.ts'

export const DEVELOPER_TOOLS_CLOSED = 'This installation keeps the developer tools closed.'

interface ClientParts {
  /** Opens them for a window; null where this installation keeps them closed. */
  readonly openDevtools: ((windowId: number) => void) | null
  readonly updates: Pick<UpdateService, 'install'>
  /** The link that the client was opened with, once. */
  readonly takeLink: () => AppLink | null
}

/** What the client does about itself. */
export function clientCommands({
  openDevtools,
  updates,
  takeLink,
}: ClientParts): Pick<CommandHandlers, 'openDevtools' | 'installUpdate' | 'takeAppLink'> {
  return {
    openDevtools: (_request, { windowId }) => {
      if (!openDevtools) throw new HostFailure('denied', DEVELOPER_TOOLS_CLOSED)
      openDevtools(windowId)
      return null
    },
    installUpdate: async () => {
      await updates.install()
      return null
    },
    takeAppLink: () => takeLink(),
  }
}
