import { randomBytes } from 'node:crypto'
import { formerName } from '#shared/domain/person-data.ts'
import { auditRedactions } from '../audit/audit-chain.ts'
import { BLANK, ERASED, isIntact, PERSONAL, REDACTED, redactionOf } from '../audit/chain.ts'
import type { Database } from '../db/database.ts'
import { contains } from '../db/like.ts'
import { audit } from '../records/audit.ts'
import { anyRows } from '../retention/rules.ts'
import { personalTables } from './personal-tables.ts'

/** Shorter texts stand in too much else. */
const CONTACT_MIN = 5
const GONE = '[removed]'
/** Tables whose rows say what somebody is called. */
const NAMING: readonly (readonly [string, string])[] = [
  ['notifications', 'subject'],
  ['notifications', 'body'],
  ['threads', 'label'],
  ['threads', 'displayLabel'],
  ['threads', 'displayGroupLabel'],
  ['ticketTimeline', 'text'],
  ['taskHistory', 'text'],
]
/** Written by the audit's own rules, or by the database itself. */
const NOT_SEARCHED = /^(?:audit|auditPoints|idempotency|kysely_|messageWords|sqlite_)/
const TEXT_TYPE = /text|char/i

export interface Erased {
  /** Files that are to be removed once this stands. */
  readonly files: readonly string[]
}

/** What somebody can be reached or found by outside. */
async function contactsOf(db: Database, personID: number): Promise<string[]> {
  const person = await db
    .selectFrom('users')
    .where('id', '=', personID)
    .select(['email', 'mobile', 'payrollNumber', 'legalName'])
    .executeTakeFirst()
  const details = await db
    .selectFrom('contactDetails')
    .where('userID', '=', personID)
    .select('value')
    .execute()
  const applied = await db
    .selectFrom('applicants')
    .where('personID', '=', personID)
    .select(['email', 'mobile', 'address'])
    .execute()
  const all = [
    ...Object.values(person ?? {}),
    ...details.map(({ value }) => value),
    ...applied.flatMap((one) => [one.email, one.mobile, one.address]),
  ]
  const texts = all.flatMap((one) =>
    typeof one === 'string' && one.trim().length >= CONTACT_MIN ? [one.trim()] : [],
  )
  // The longest first, so that no part of one is left.
  return [...new Set(texts)].sort((one, other) => other.length - one.length)
}

/** Replaces a text wherever it stands in a column. */
async function replaceText(
  db: Database,
  table: string,
  column: string,
  text: string,
  by: string,
): Promise<void> {
  await anyRows(db)
    .updateTable(table)
    .set((eb) => ({ [column]: eb.fn('replace', [column, eb.val(text), eb.val(by)]) }))
    .where(contains(`${table}.${column}`, text) as never)
    .execute()
}

/** Takes contact data out of every text of the database, whoever wrote it. */
async function removeContacts(db: Database, contacts: readonly string[]): Promise<void> {
  if (contacts.length === 0) return
  const tables = await db.introspection.getTables()
  for (const { name, columns } of tables) {
    if (NOT_SEARCHED.test(name)) continue
    for (const column of columns) {
      if (!TEXT_TYPE.test(column.dataType)) continue
      for (const contact of contacts) await replaceText(db, name, column.name, contact, GONE)
    }
  }
}

/** Entries about them lose what is personal; the chain holds by their digests (docs/audit.md). */
async function eraseFromAudit(db: Database, personID: number): Promise<void> {
  await db
    .updateTable('audit')
    .set({ ...BLANK, salt: null })
    .where('personID', '=', personID)
    .where('sequence', 'is not', null)
    .where('action', '<>', ERASED)
    .execute()
  // What isn't chained yet is chained without them.
  await db
    .updateTable('audit')
    .set(BLANK)
    .where('personID', '=', personID)
    .where('sequence', 'is', null)
    .where('action', '<>', ERASED)
    .execute()
}

/** A text as it stands in a column, also within JSON. */
const formsOf = (text: string) => [...new Set([text, JSON.stringify(text).slice(1, -1)])]

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/**
 * Takes contact data out of entries about others. The erasure's own entry says what each of them is since, so that
 * the chain tells that from an edit (docs/audit.md).
 *
 * @returns the sequences that were changed, with their digests
 */
async function redactAudit(db: Database, contacts: readonly string[]): Promise<[number, string][]> {
  const forms = contacts.flatMap(formsOf)
  if (forms.length === 0) return []
  const pattern = new RegExp(forms.map(escaped).join('|'), 'gi')
  const before = await auditRedactions(db)
  const rows = await db
    .selectFrom('audit')
    .selectAll()
    .where('action', '<>', ERASED)
    .where((eb) =>
      eb.or(PERSONAL.flatMap((column) => forms.map((form) => contains(`audit.${column}`, form) as never))),
    )
    .orderBy('id')
    .execute()
  const redacted: [number, string][] = []
  for (const row of rows) {
    const values = Object.fromEntries(
      PERSONAL.map((column) => [column, row[column].replaceAll(pattern, GONE)]),
    ) as Record<(typeof PERSONAL)[number], string>
    const { id, sequence } = row
    // Of an entry that somebody edited the salt stays as it is: it is still found.
    const isKnown = sequence !== null && isIntact(row, before)
    const salt = isKnown ? randomBytes(16).toString('base64url') : row.salt
    await db
      .updateTable('audit')
      .set({ ...values, salt })
      .where('id', '=', id)
      .execute()
    if (isKnown && salt !== null)
      redacted.push([sequence, redactionOf({ ...row, ...values }, sequence, salt)])
  }
  return redacted
}

async function eraseMessages(
  db: Database,
  personID: number,
  withTexts: boolean,
  at: number,
): Promise<string[]> {
  const files = await db
    .selectFrom('attachments as a')
    .innerJoin('messages as m', 'm.id', 'a.messageID')
    .where('m.userID', '=', personID)
    .select(['a.messageID', 'a.storedAs'])
    .execute()
  await db
    .deleteFrom('attachments')
    .where('messageID', 'in', (eb) => eb.selectFrom('messages').where('userID', '=', personID).select('id'))
    .execute()
  if (withTexts)
    await db
      .updateTable('messages')
      .set({ text: '', deletedAt: at })
      .where('userID', '=', personID)
      .where('deletedAt', 'is', null)
      .execute()
  if (withTexts) await db.updateTable('messages').set({ text: '' }).where('userID', '=', personID).execute()
  return files.flatMap(({ storedAs }) => (storedAs === null ? [] : [storedAs]))
}

/**
 * Erases a person's data in the caller's transaction: name, contact data, picture, credentials, moods, notes and
 * files; the rest goes on under 'Former colleague {id}' (spec 5 §6.9). May be done again, as after a restore.
 */
export async function erasePerson(
  trx: Database,
  personID: number,
  { withTexts, at }: { readonly withTexts: boolean; readonly at: number },
): Promise<Erased> {
  const person = await trx
    .selectFrom('users')
    .where('id', '=', personID)
    .select(['displayName', 'email'])
    .executeTakeFirst()
  if (!person) return { files: [] }
  const contacts = await contactsOf(trx, personID)
  const files = await eraseMessages(trx, personID, withTexts, at)
  const exported = await trx
    .selectFrom('privacyRequests')
    .where('personID', '=', personID)
    .where('storedAs', 'is not', null)
    .select('storedAs')
    .execute()
  await trx
    .updateTable('privacyRequests')
    .set({ storedAs: null, state: 'EXPIRED' })
    .where('personID', '=', personID)
    .where('kind', '=', 'EXPORT')
    .execute()
  if (person.email !== null) await trx.deleteFrom('mails').where('to', '=', person.email).execute()
  // They may have been asked to meetings by mail, before they had an account or at another address.
  const addresses = ['', ...contacts.map((one) => one.toLowerCase())]
  await trx.deleteFrom('meetingGuests').where('email', 'in', addresses).execute()
  const all = anyRows(trx)
  for (const [table, rule] of personalTables()) {
    if (rule.onErase === 'DELETE') await all.deleteFrom(table).where(rule.person, '=', personID).execute()
    else if (rule.onErase === 'BLANK')
      await all
        .updateTable(table)
        .set(rule.blank ?? {})
        .where(rule.person, '=', personID)
        .execute()
  }
  const name = formerName(personID)
  await trx
    .updateTable('users')
    .set((eb) => ({
      ...{ userName: `former.colleague.${personID}`, displayName: name, legalName: '', knownAs: '' },
      ...{ unreachedEmail: null, unreachedAt: null },
      ...{ email: null, mobile: '', payrollNumber: null, languages: '[]', coreHours: '', availability: '' },
      ...{ passwordHash: '', lockReason: '', suspendReason: '', limitedToAreas: '[]', isActive: 0 },
      ...{ status: 'LEAVER', erasedAt: at, version: eb('version', '+', 1), managerID: null },
    }))
    .where('id', '=', personID)
    .execute()
  if (person.displayName !== name && person.displayName.length >= CONTACT_MIN)
    for (const [table, column] of NAMING) await replaceText(trx, table, column, person.displayName, name)
  await removeContacts(trx, contacts)
  await eraseFromAudit(trx, personID)
  const redacted = await redactAudit(trx, contacts)
  await audit(trx, { userID: null, displayName: 'Erasures', kind: 'JOB' }, at, {
    action: ERASED,
    page: '',
    recordType: 'person',
    recordID: personID,
    label: name,
    changes: redacted.length === 0 ? [] : [{ field: REDACTED, before: null, after: redacted }],
  })
  return { files: [...files, ...exported.flatMap(({ storedAs }) => (storedAs === null ? [] : [storedAs]))] }
}
