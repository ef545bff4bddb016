import type { createAuth } from './auth/auth-services.ts'
import { hashPassword } from './auth/passwords.ts'
import type { Sealer } from './auth/sealer.ts'
import { sealCodeSecret } from './auth/two-factor.ts'
import { Background } from './background.ts'
import { FileStore } from './chat/files/file-store.ts'
import { StreamTokens } from './chat/files/stream-tokens.ts'
import { sweepFiles } from './chat/files/sweep-files.ts'
import { type Clock, systemClock } from './clock.ts'
import type { Database } from './db/database.ts'
import type { HubLog } from './hubs/log.ts'
import { Outbox } from './mail/outbox.ts'
import type { ServerOptions } from './options.ts'
import { sealRemoteDesktopPassword } from './remote-desktop/remote-desktops.ts'
import { isClaimed } from './setup/installation.ts'
import { sealDetails } from './tools/tool-credentials.ts'

/**
 * Loads the demo company if the database is empty. Imported only then, since it is the largest part of the
 * server.
 */
export async function seedIfEmpty(
  db: Database,
  sealer: Sealer,
  { clock = systemClock, passwordCost }: ServerOptions,
): Promise<void> {
  const anybody = await db.selectFrom('users').select('id').limit(1).executeTakeFirst()
  if (anybody || (await isClaimed(db))) return
  const { seedDatabase } = await import('./seed/seed.ts')
  await seedDatabase(db, {
    now: clock(),
    hashPassword: (password) => hashPassword(password, passwordCost),
    sealCodeSecret: (userID, secret) => sealCodeSecret(sealer, userID, secret),
    sealDetails: (userID, tool, details) => sealDetails(sealer, userID, tool, 0, details),
    sealRemoteDesktop: (userID, id, password) => sealRemoteDesktopPassword(sealer, userID, id, password),
  })
}

/** What the parts of one server share. */
export interface Foundations {
  readonly db: Database
  readonly sealer: Sealer
  readonly clock: Clock
  readonly log: HubLog
  readonly background: Background
  readonly outbox: Outbox
  readonly files: FileStore
  readonly streams: StreamTokens
}

export type Auth = Awaited<ReturnType<typeof createAuth>>

export async function layFoundations(
  db: Database,
  sealer: Sealer,
  options: ServerOptions,
  log: HubLog,
): Promise<Foundations> {
  const { clock = systemClock, deliverMail = null, schedule } = options
  const background = new Background(
    (error) => log('error', 'work in the background failed', { err: error }),
    schedule,
  )
  const outbox = new Outbox({
    db,
    clock,
    deliver: deliverMail,
    onFailure: (mailID, error) => log('error', 'a mail could not be handed over', { mailID, err: error }),
  })
  const files = new FileStore(options.filesFolder ?? null)
  await sweepFiles(db, files)
  const streams = await StreamTokens.open(db, clock)
  return { db, sealer, clock, log, background, outbox, files, streams }
}
