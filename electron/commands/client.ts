import type { AppLink } from '#shared/domain/app-link.ts'
import { HostFailure } from '../services/host-failure.ts'
import type { UpdateService } from '../services/updates/update-service.ts'
import type { CommandHandlers } from './handlers.ts'

export const DEVELOPER_TOOLS_CLOSED = 'This installation keeps the developer tools closed.'

interface ClientParts {
  /** Opens the developer tools for a window; null where this installation doesn't allow them. */
  readonly openDevtools: ((windowId: number) => void) | null
  readonly updates: Pick<UpdateService, 'install'>
  /** The link with which the client was opened, told once. */
  readonly takeLink: () => AppLink | null
}

/** Commands about the client itself. */
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
