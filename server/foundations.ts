import { WEBHOOK_ANSWER_MS } from '#shared/domain/webhooks.ts'
import { ruleDefaults } from './activity/activity-rules.ts'
import { Adaptors } from './adaptors/adaptors.ts'
import type { createAuth } from './auth/auth-services.ts'
import { hashPassword } from './auth/passwords.ts'
import type { Sealer } from './auth/sealer.ts'
import { sealCodeSecret } from './auth/two-factor.ts'
import { Background } from './background.ts'
import { isServicePaused } from './background-services/background-services.ts'
import { StreamTokens } from './chat/files/stream-tokens.ts'
import { type Clock, systemClock } from './clock.ts'
import type { Database } from './db/database.ts'
import { readSetting } from './db/settings.ts'
import { inOneUnit } from './db/unit-of-work.ts'
import { ErrorLog, reportingLog } from './error-log/error-log.ts'
import type { FileStore } from './files/file-store.ts'
import { FolderStore } from './files/folder-store.ts'
import type { HubLog } from './hubs/log.ts'
import { Outbox } from './mail/outbox.ts'
import { type OpenRoute, shownRoute } from './mail/transport.ts'
import type { ServerOptions } from './options.ts'
import { sealRemoteDesktopPassword } from './remote-desktop/remote-desktops.ts'
import { type FindMailServers, findMailServers } from './research/mail-servers.ts'
import type { SettingDefaults } from './settings/settings.ts'
import { isClaimed } from './setup/installation.ts'
import { sealDetails } from './tools/tool-credentials.ts'
import { Deliveries } from './webhooks/deliveries.ts'

/**
 * Loads the demo company if the database is empty. Imported only then, since it is the largest part of the
 * server.
 */
export async function seedIfEmpty(
  db: Database,
  sealer: Sealer,
  { clock = systemClock, passwordCost, demoSize }: ServerOptions,
): Promise<void> {
  const isEmpty = async () => {
    const anybody = await db.selectFrom('users').select('id').limit(1).executeTakeFirst()
    return !anybody && !(await isClaimed(db))
  }
  if (!(await isEmpty())) return
  const { seedDatabase } = await import('./seed/seed.ts')
  await inOneUnit(async () => {
    // Two servers may start at once. Whoever writes first has the turn; the other waits here, and finds somebody.
    await db.updateTable('settings').set({ value: '' }).where('name', '=', '').execute()
    if (!(await isEmpty())) return
    await seedDatabase(db, {
      now: clock(),
      size: demoSize,
      hashPassword: (password) => hashPassword(password, passwordCost),
      sealCodeSecret: (userID, secret) => sealCodeSecret(sealer, userID, secret),
      sealDetails: (userID, tool, details) => sealDetails(sealer, userID, tool, 0, details),
      sealRemoteDesktop: (userID, id, password) => sealRemoteDesktopPassword(sealer, userID, id, password),
    })
  })
}

/** What the parts of one server share. */
export interface Foundations {
  readonly db: Database
  readonly sealer: Sealer
  readonly clock: Clock
  readonly log: HubLog
  readonly background: Background
  /** What goes wrong anywhere. */
  readonly errors: ErrorLog
  readonly outbox: Outbox
  readonly adaptors: Adaptors
  readonly deliveries: Deliveries
  readonly findMailServers: FindMailServers
  readonly files: FileStore
  readonly streams: StreamTokens
  /** What this server's options say in place of settings' defaults. */
  readonly settingDefaults: SettingDefaults
}

/** Where mail goes: to the SMTP adaptor, else to whoever started the server, else nowhere yet. */
async function mailRoute(
  db: Database,
  adaptors: Adaptors,
  { deliverMail, showDemoMail }: ServerOptions,
): Promise<OpenRoute> {
  const isDemo = (await readSetting(db, 'seedVersion')) !== null
  const shown = deliverMail ?? (isDemo ? showDemoMail : undefined)
  return async () => (await adaptors.openMailRoute()) ?? (shown ? shownRoute(shown) : null)
}

export type Auth = Awaited<ReturnType<typeof createAuth>>

export async function layFoundations(
  db: Database,
  sealer: Sealer,
  options: ServerOptions,
  plainLog: HubLog,
): Promise<Foundations> {
  const { clock = systemClock, schedule, build } = options
  const background: Background = new Background(
    (error) => log('error', 'work in the background failed', { err: error }),
    schedule,
  )
  const errors = new ErrorLog({
    db,
    clock,
    background,
    build: typeof build === 'string' ? () => build : build,
    log: plainLog,
  })
  const log = reportingLog(plainLog, errors)
  const adaptors = new Adaptors({
    db,
    clock,
    sealer,
    trust: { ca: options.mailCertificates },
    onFault: (place, message) => errors.report({ source: 'ADAPTOR', place, message }),
  })
  const deliveries = new Deliveries({
    ...{ db, clock, adaptors },
    rules: {
      allowedNetworks: options.webhookNetworks ?? [],
      answerMs: options.webhookAnswerMs ?? WEBHOOK_ANSWER_MS,
      ca: options.mailCertificates,
      ...(options.resolveName && { resolve: options.resolveName }),
    },
  })
  const outbox = new Outbox({
    db,
    clock,
    sealer,
    background,
    openRoute: await mailRoute(db, adaptors, options),
    isPaused: () => isServicePaused(db, 'MAIL_QUEUE', clock()),
    onFailure: (mailID, error) => log('error', 'a mail could not be handed over', { mailID, err: error }),
  })
  const files = options.files ?? new FolderStore(options.filesFolder ?? null)
  const streams = await StreamTokens.open(db, clock)
  const settingDefaults = ruleDefaults(options.activityRules)
  return {
    ...{ db, sealer, clock, log, background, errors, outbox, adaptors, deliveries, files, streams },
    settingDefaults,
    findMailServers: options.findMailServers ?? findMailServers,
  }
}
