import type { Database } from '../db/database.ts'
import type { AreaHandlers } from '../http/handlers.ts'
import { deploymentSetting } from '../settings/deployment-settings.ts'

export interface ShellServices {
  readonly db: Database
  /** The id of the page's build that this server serves. */
  readonly build: () => string
}

/** Calls of the shell that belong to no feature (spec 1 §7). */
export function shellHandlers({ db, build }: ShellServices): AreaHandlers<'shell'> {
  return {
    updateJson: async () => {
      const minimumDesktopClient = await deploymentSetting(db, 'minimumDesktopClient')
      return { build: build(), ...(minimumDesktopClient === '' ? {} : { minimumDesktopClient }) }
    },
  }
}
