import type { Account } from '../../../scripts/lib/server-process.ts'

export interface SharedServer {
  readonly url: string
  readonly accounts: readonly Account[]
  /** Folder of freshly seeded data, for servers of a test's own. */
  readonly seed: string
}

const VARIABLE = 'FIELDWORK_E2E_SERVER'

/** Hands the shared server's address from the set-up to the test processes, which inherit its environment. */
export const sharedServer = {
  announce(server: SharedServer): void {
    process.env[VARIABLE] = JSON.stringify(server)
  },
  read(): SharedServer {
    const text = process.env[VARIABLE]
    if (!text) throw new Error('No shared server: run through playwright.config.ts.')
    return JSON.parse(text) as SharedServer
  },
}
