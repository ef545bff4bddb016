import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { foldersOf } from '../db/data-folder.ts'
import type { Database } from '../db/database.ts'
import { openStore } from '../files/open-store.ts'
import { askErasure, PRIVACY_PAGE, whatErasureTakes } from '../privacy/erasure-requests.ts'
import { writePersonExport } from '../privacy/exports.ts'
import { audit } from '../records/audit.ts'
import { Refusal } from '../refusal.ts'
import { AdminFault } from './admin-fault.ts'
import type { AdminOptions } from './admin-options.ts'
import { byAccount } from './in-database.ts'
import type { AdminSurroundings, Outcome } from './run-admin.ts'

/** @throws AdminFault where nobody has that name, Refusal where their data were erased */
async function find(db: Database, userName: string) {
  const person = await db
    .selectFrom('users')
    .where('userName', '=', userName)
    .where('id', '>', 0)
    .select(['id', 'displayName', 'erasedAt'])
    .executeTakeFirst()
  if (!person) throw new AdminFault(`Nobody has the user name ${userName}.`)
  if (person.erasedAt !== null) throw new Refusal(400, 'privacy.erased')
  return person
}

/**
 * Writes everything about a person to a file (spec 5 §6.9), for whoever runs the server; it replaces none.
 * @throws AdminFault, Refusal
 */
export async function exportPerson(
  db: Database,
  { data, operand, file, files }: AdminOptions,
  around: AdminSurroundings,
): Promise<Outcome> {
  const userName = operand ?? ''
  const person = await find(db, userName)
  const path = resolve(file ?? `data-about-${userName}.zip`)
  if (existsSync(path)) throw new AdminFault(`${path} is there already.`)
  const { filesFolder } = foldersOf(data)
  const store = await openStore(files ?? filesFolder, filesFolder, around.environment ?? {})
  const at = around.clock()
  const { actor, reason } = byAccount(around)
  // The entry comes first: nothing is handed out that nobody can see was.
  await audit(db, actor, at, {
    ...{ action: 'PERSON_EXPORTED', page: PRIVACY_PAGE, recordType: 'person', recordID: person.id },
    ...{ label: person.displayName, reason },
  })
  try {
    const { size } = await writePersonExport(path, person.id, { db, files: store, at })
    return {
      sentence: `${path} holds everything about ${person.displayName}. Only this account can read it.`,
      facts: { userName, file: path, size },
    }
  } catch (error) {
    await rm(path, { force: true })
    throw error instanceof Error && 'code' in error
      ? new AdminFault(`${path} cannot be written: ${error.message}`)
      : error
  }
}

const listed = (title: string, lines: readonly { what: string; count: number; why: string }[]) =>
  lines.length === 0
    ? []
    : [title, ...lines.map(({ what, count, why }) => `  ${what}: ${count}${why === '' ? '' : ` (${why})`}`)]

/**
 * Asks for the erasure of a leaver's data, and says what it takes. Somebody who may erase has to approve it in
 * Admin › Active users; it takes effect 7 days later, and can be cancelled till then (spec 5 §6.9).
 * @throws AdminFault, Refusal
 */
export async function erasePersonalData(
  db: Database,
  { operand, withTexts }: AdminOptions,
  around: AdminSurroundings,
): Promise<Outcome> {
  const userName = operand ?? ''
  const person = await find(db, userName)
  const { actor, reason } = byAccount(around)
  const asked = { personID: person.id, withTexts, reason, by: actor, at: around.clock() }
  await db.transaction().execute((trx) => askErasure(trx, asked))
  const takes = await whatErasureTakes(db, person.id)
  return {
    sentence: [
      `The erasure of ${person.displayName} waits for somebody who may erase personal data to approve it in Admin › Active users. It takes effect 7 days later.`,
      ...listed('Deleted:', takes.deleted),
      ...listed('Kept without the person:', takes.anonymised),
      ...listed('Kept:', takes.kept),
    ].join('\n'),
    facts: { userName, ...takes },
  }
}
