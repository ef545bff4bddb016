import { DatabaseSync } from 'node:sqlite'
import { Sealer } from '../auth/sealer.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { Outbox } from '../mail/outbox.ts'
import type { Actor } from '../records/audit.ts'
import type { AdminSurroundings } from './run-admin.ts'

/** Where an installation's data are. */
export interface Where {
  /** The file in the data folder; beside a PostgreSQL it says where the keys are. */
  readonly file: string
  /** A PostgreSQL that keeps everything; null for the file. */
  readonly database: string | null
}

export async function inDatabase<T>(
  { file, database }: Where,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const db = await openDatabase(file, database)
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

/**
 * Writes an audit entry into data of whatever build, without migrating it: what an older one has no column for is
 * left out.
 */
export function noteInAudit(
  file: string,
  { actor, reason }: { readonly actor: Actor; readonly reason: string },
  at: number,
  { action, label }: { readonly action: string; readonly label: string },
): void {
  const db = new DatabaseSync(file)
  try {
    db.exec('pragma busy_timeout = 5000')
    const entry: Readonly<Record<string, string | number | null>> = {
      ...{ at, action, label, reason, page: '', recordType: 'installation', recordID: 1, changes: '[]' },
      ...{ actorID: null, actorName: actor.displayName, actorKind: 'ADMIN_TOOL' },
    }
    const has = new Set(
      db
        .prepare('pragma table_info(audit)')
        .all()
        .map(({ name }) => String(name)),
    )
    const names = Object.keys(entry).filter((name) => has.has(name))
    if (names.length === 0) return
    const columns = names.map((name) => `"${name}"`).join()
    db.prepare(`insert into audit (${columns}) values (${names.map(() => '?').join()})`).run(
      ...names.map((name) => entry[name] ?? null),
    )
  } finally {
    db.close()
  }
}

/** The outbox of mail. Whoever runs the server sends what is posted; nothing is sent from here. */
export async function postFrom(db: Database, { clock }: AdminSurroundings): Promise<Outbox> {
  const background = { run: () => {} }
  const sealer = await Sealer.open(db)
  return new Outbox({ db, clock, sealer, background, openRoute: async () => null, onFailure: () => {} })
}

/** Who does what the tool does, for the audit. */
export const byAccount = ({ account }: AdminSurroundings): { actor: Actor; reason: string } => ({
  actor: { userID: null, displayName: 'fieldwork-admin', kind: 'ADMIN_TOOL' },
  reason: `Operating-system account ${account}`,
})
