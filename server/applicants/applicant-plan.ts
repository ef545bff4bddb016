import { createHash } from 'node:crypto'
import { APPLICANT_FIELDS, type ApplicantField, type ApplicantKey } from '#shared/domain/applicant-import.ts'
import { APPLICANT_SOURCES, sameMobile } from '#shared/domain/applicants.ts'
import { searchable } from '#shared/domain/locale.ts'
import { londonField } from '#shared/domain/london-time.ts'
import { isOneLine } from '#shared/domain/one-line.ts'
import { CLEAR, type ImportMode, type ImportOutcome } from '#shared/domain/people-import.ts'
import { WORK_LOCATION_WORDS } from '#shared/domain/person.ts'
import { isEmail } from '#shared/domain/profile.ts'
import { APPLICANT_MAX, type ApplicantValues } from '#shared/records/recruitment/applicant.ts'
import type { Database } from '../db/database.ts'
import { choiceOf } from '../people/import/read-row.ts'
import type { Table } from '../people/import/read-table.ts'
import { Refusal } from '../refusal.ts'
import { applicantFault, columnsOfApplicant, inForm } from './applicant-rules.ts'

/** What a row of a file comes to. */
export interface PlannedApplicant {
  readonly number: number
  outcome: ImportOutcome
  readonly name: string
  readonly problems: { column: string; value: string; message: string }[]
  /** What it writes; null where it writes nothing. */
  write: {
    /** Both null for a new one. */
    readonly applicantID: number | null
    readonly version: number | null
    readonly values: ApplicantValues
  } | null
}

export interface ApplicantPlanOptions {
  readonly columns: readonly (ApplicantField | null)[]
  readonly mode: ImportMode
  readonly key: ApplicantKey
}

interface Kept {
  readonly id: number
  readonly version: number
  readonly stage: string
  readonly mayApplyFrom: string | null
  readonly values: ApplicantValues
}

/** Somebody new before anything is said of them. */
const NOBODY: ApplicantValues = {
  ...{ name: '', email: '', mobile: '', address: '', source: 'OTHER', agencyID: null, languages: '' },
  ...{ skills: '', availability: '', workLocation: 'OFFICE', notes: '' },
  // It is asked for once, for the file.
  hasConsent: true,
}
const OVER = ['REJECTED', 'WITHDRAWN']
const FIELD_OF = { agencyID: 'agency', email: 'email' } as const
/** What may have several lines. */
const LONG: readonly ApplicantField[] = ['address', 'availability', 'notes']

const keyed = (key: ApplicantKey, text: string) =>
  key === 'email' ? searchable(text.trim()) : sameMobile(text)

/** Applicants who aren't a part of another, by their key: one on the way before one whose way is over. */
async function keptBy(db: Database, key: ApplicantKey): Promise<Map<string, Kept>> {
  const rows = await db
    .selectFrom('applicants')
    .where('mergedInto', 'is', null)
    .orderBy('id')
    .select([
      ...(['id', 'version', 'stage', 'mayApplyFrom', 'emailKey', 'mobileKey'] as const),
      ...(['name', 'email', 'mobile', 'address', 'source', 'agencyID', 'languages', 'skills'] as const),
      ...(['availability', 'workLocation', 'notes'] as const),
    ])
    .execute()
  const found = new Map<string, Kept>()
  for (const { id, version, stage, mayApplyFrom, emailKey, mobileKey, ...row } of rows) {
    const meant = key === 'email' ? emailKey : mobileKey
    const before = found.get(meant)
    if (meant === '' || (before && !OVER.includes(before.stage) && OVER.includes(stage))) continue
    const values = { ...row, languages: inForm(row.languages), skills: inForm(row.skills), hasConsent: true }
    found.set(meant, { id, version, stage, mayApplyFrom, values })
  }
  return found
}

/**
 * What each row of a file comes to, by the rules and in the words of the form (spec 6 §3.4, 5 §3.3). Nothing is
 * changed. @throws Refusal 400 where no column holds the key
 */
export async function planApplicants(
  db: Database,
  now: number,
  { headings, rows }: Table,
  { columns, mode, key }: ApplicantPlanOptions,
): Promise<PlannedApplicant[]> {
  if (!columns.includes(key)) throw new Refusal(400, 'import.keyColumn')
  const today = londonField(now).slice(0, 10)
  const cellOf = (cells: readonly string[], field: ApplicantField) =>
    (cells[columns.indexOf(field)] ?? '').trim()
  const kept = await keptBy(db, key)
  const agencies = new Map(
    (await db.selectFrom('agencies').where('status', '=', 'ACTIVE').select(['id', 'nameKey']).execute()).map(
      ({ id, nameKey }) => [nameKey, id],
    ),
  )
  const workers = new Map(
    (
      await db
        .selectFrom('users')
        .where('status', '=', 'ACTIVE')
        .where('email', 'is not', null)
        .select(['email', 'displayName'])
        .execute()
    ).map(({ email, displayName }) => [searchable(email ?? ''), displayName]),
  )
  const times = Map.groupBy(rows, (cells) => keyed(key, cellOf(cells, key)))

  return rows.map((cells, at): PlannedApplicant => {
    const keyText = keyed(key, cellOf(cells, key))
    const row: PlannedApplicant = {
      ...{ number: at + 2, outcome: 'ERROR', problems: [], write: null },
      name: cellOf(cells, 'name') || cellOf(cells, key),
    }
    const fault = (field: ApplicantField, refusal: Refusal) =>
      row.problems.push({
        column: headings[columns.indexOf(field)] ?? APPLICANT_FIELDS[field][0],
        value: cellOf(cells, field),
        message: refusal.message,
      })
    const warning = (refusal: Refusal) => {
      fault(key, refusal)
      return { ...row, outcome: 'WARNING' as const }
    }
    if (keyText === '') fault(key, new Refusal(400, 'import.noKey'))
    else if ((times.get(keyText)?.length ?? 0) > 1) fault(key, new Refusal(400, 'import.twice'))
    if (row.problems.length > 0) return row

    const found = kept.get(keyText)
    const isBack = found !== undefined && OVER.includes(found.stage)
    if (found && isBack && found.mayApplyFrom !== null && found.mayApplyFrom > today)
      return warning(new Refusal(400, 'applicant.notYet', { day: found.mayApplyFrom }))
    if (found?.stage === 'STARTED') return warning(new Refusal(400, 'import.exists'))
    // Whose way is over applies anew.
    const before = isBack ? undefined : found
    if (before && mode === 'ADD') return warning(new Refusal(400, 'import.exists'))
    if (!before && mode === 'UPDATE') return warning(new Refusal(400, 'import.notThere'))

    const values = { ...(before?.values ?? NOBODY) }
    for (const [place, field] of columns.entries()) {
      const text = (cells[place] ?? '').trim()
      if (field === null || text === '') continue
      const isClear = text === CLEAR
      const unknown = (label: string) =>
        fault(field, new Refusal(400, 'import.unknown', { label, name: text }))
      if (field === 'source') {
        const source = isClear ? 'OTHER' : choiceOf(APPLICANT_SOURCES, text)
        if (source) values.source = source
        else unknown('source')
      } else if (field === 'workLocation') {
        const location = isClear ? 'OFFICE' : choiceOf(WORK_LOCATION_WORDS, text)
        if (location) values.workLocation = location
        else unknown('place of work')
      } else if (field === 'agency') {
        const id = isClear ? null : agencies.get(searchable(text))
        if (id === undefined) unknown('agency')
        else values.agencyID = id
      } else if (text.length > APPLICANT_MAX[field])
        fault(field, new Refusal(400, 'import.tooLong', { max: APPLICANT_MAX[field] }))
      else if (!LONG.includes(field) && !isOneLine(text)) fault(field, new Refusal(400, 'credential.oneLine'))
      else if (field !== 'email' || searchable(text) !== searchable(values.email))
        values[field] = isClear ? '' : text
    }
    // Who is named with an agency comes from one.
    if (values.agencyID !== null && cellOf(cells, 'source') === '') values.source = 'AGENCY'
    if (values.name === '') fault('name', new Refusal(400, 'applicant.noName'))
    if (values.email !== '' && !isEmail(values.email)) fault('email', new Refusal(400, 'person.email'))
    const wrong = applicantFault(values)
    if (wrong) fault(FIELD_OF[wrong.field], wrong.refusal)
    const worker = workers.get(searchable(values.email))
    if (values.email !== '' && worker !== undefined)
      fault('email', new Refusal(409, 'person.emailTaken', { name: worker }))
    if (row.problems.length > 0) return row

    const isSame =
      before !== undefined &&
      JSON.stringify(columnsOfApplicant(before.values)) === JSON.stringify(columnsOfApplicant(values))
    if (isSame) return { ...row, outcome: 'SAME' }
    return {
      ...row,
      outcome: before ? 'UPDATE' : 'ADD',
      write: { applicantID: before?.id ?? null, version: before?.version ?? null, values },
    }
  })
}

/** Names what rows come to: another plan has another one. */
export function planDigest(planned: readonly PlannedApplicant[]): string {
  const parts = planned.map(({ number, outcome, write }) => [number, outcome, write])
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}
