import { statfs } from 'node:fs/promises'
import { isUnencrypted } from '#shared/domain/encryption.ts'
import { isDiskLow } from '#shared/domain/system-flags.ts'
import type { BackgroundService } from '../background-services/service.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { endExperimentals } from '../experimentals/experimentals.ts'
import { checkCompany, checkFiles } from './more-checks.ts'
import { clearFlag, raiseFlag } from './system-flags.ts'

export interface Connection {
  /** Null where only a proxy knows. */
  readonly origin: string | null
  /** What this server serves itself, if it does. */
  readonly certificate: {
    readonly served: { readonly expiresAt: number }
    readonly fault: string | null
  } | null
}

export interface FlagCheckParts {
  readonly db: Database
  readonly clock: Clock
  readonly dataFolder: string | null
  /** How people reach the server; without it nothing is said about that. */
  readonly connection?: () => Connection
  /** Tells every window that what is experimental is otherwise. */
  readonly tellExperimentals?: () => void
  /** Bytes free and in all on the disk of that folder; the system's own by default. */
  readonly diskOf?: (folder: string) => Promise<{ free: number; size: number }>
}

async function systemDisk(folder: string) {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { free: bavail * bsize, size: blocks * bsize }
}

const gigabytes = (bytes: number) => (bytes / 1024 ** 3).toFixed(1)

/** A certificate that isn't renewed by itself has to be looked after from then on. */
const EXPIRES_SOON_MS = 14 * 24 * 60 * 60 * 1000

async function checkConnection(db: Database, at: number, { origin, certificate }: Connection): Promise<void> {
  if (origin !== null && isUnencrypted(origin)) await raiseFlag(db, 'NOT_ENCRYPTED', at)
  else await clearFlag(db, 'NOT_ENCRYPTED', at)
  const words = certificate && wordsOf(certificate, at)
  if (words) await raiseFlag(db, 'CERTIFICATE_ENDS', at, words)
  else await clearFlag(db, 'CERTIFICATE_ENDS', at)
}

function wordsOf({ served, fault }: NonNullable<Connection['certificate']>, at: number): string | null {
  if (fault !== null)
    return 'The new certificate cannot be served; the one of before still is. The log says why.'
  if (served.expiresAt > at + EXPIRES_SOON_MS) return null
  const day = new Date(served.expiresAt).toISOString().slice(0, 10)
  return served.expiresAt > at ? `The certificate ends on ${day}.` : `The certificate ended on ${day}.`
}

/** Raises and clears what a look at the machine tells, and ends flags whose end has come (spec 5 §5.12). */
export function flagChecksService({
  db,
  clock,
  dataFolder,
  diskOf = systemDisk,
  connection,
  tellExperimentals,
}: FlagCheckParts): BackgroundService {
  return {
    key: 'FLAG_CHECKS',
    name: 'System checks',
    what: 'Looks at disk, clock, secrets, certificate, licence, contracts and connections, and ends system flags that were raised for a time and experimentals at their date.',
    schedule: { every: 1 },
    async run() {
      const at = clock()
      await db
        .updateTable('systemFlags')
        .set((eb) => ({ clearedAt: at, version: eb('version', '+', 1) }))
        .where('clearedAt', 'is', null)
        .where('endsAt', '<=', at)
        .execute()
      if ((await endExperimentals(db, at)) > 0) tellExperimentals?.()
      if (connection) await checkConnection(db, at, connection())
      await checkCompany(db, at)
      if (dataFolder === null) return
      await checkFiles(db, at, dataFolder)
      const { free, size } = await diskOf(dataFolder)
      if (!isDiskLow(free, size)) return clearFlag(db, 'DISK_LOW', at)
      const words = `${gigabytes(free)} of ${gigabytes(size)} GB are left where the data are.`
      await raiseFlag(db, 'DISK_LOW', at, words)
    },
  }
}
