import { dateFormat } from '#shared/domain/date-format.ts'
import { byName } from '#shared/domain/locale.ts'
import { type PowerField, rulesOf } from '#shared/domain/power-report.ts'
import type { QcItem } from '#shared/domain/quality.ts'
import type { Database } from '../db/database.ts'
import type { Asked } from './asked.ts'

const DAY = dateFormat({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
const WEEK = dateFormat({ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
const MONTH = dateFormat({ month: 'long', year: 'numeric', timeZone: 'UTC' })
const WEEKDAY = dateFormat({ weekday: 'long', timeZone: 'UTC' })

const at = (day: string): number => Date.parse(`${day}T00:00:00Z`)
/** A Monday. */
const MONDAY = Date.UTC(2001, 0, 1)

const TIMES: Readonly<Partial<Record<PowerField, (key: string) => string>>> = {
  DAY: (key) => DAY.format(at(key)),
  WEEK: (key) => `Week of ${WEEK.format(at(key))}`,
  MONTH: (key) => MONTH.format(at(key)),
  WEEKDAY: (key) => WEEKDAY.format(MONDAY + (Number(key) - 1) * 86_400_000),
  HOUR: (key) => `${key}:00`,
}

const TABLES = {
  PERSON: ['users', 'displayName'],
  MANAGER: ['users', 'displayName'],
  AREA: ['areas', 'name'],
  AGENCY: ['agencies', 'name'],
  CONTRACT_TYPE: ['contractTypes', 'name'],
  PROJECT: ['projects', 'name'],
  EPIC: ['epics', 'name'],
  QUOTA_CELL: ['quotaCells', 'label'],
  FORM: ['qcForms', 'name'],
} as const satisfies Partial<Record<PowerField, readonly [string, string]>>

/** What the keys of a field are called; '' is none. */
export type Names = ReadonlyMap<string, string>

/** The most ids of one question to the database. */
const IDS_MAX = 5000

/** What these keys of a field are called. */
export async function namesOf(
  { db, definition }: Pick<Asked, 'db' | 'definition'>,
  field: PowerField,
  keys: ReadonlySet<string>,
): Promise<Names> {
  const names = new Map<string, string>([['', 'None']])
  const time = TIMES[field]
  const choices = rulesOf(definition.source).choices[field]
  if (time) for (const key of keys) names.set(key, key === '' ? 'None' : time(key))
  else if (field in TABLES) {
    const [table, column] = TABLES[field as keyof typeof TABLES]
    const ids = [...keys].map(Number).filter((id) => Number.isSafeInteger(id))
    for (let from = 0; from < ids.length; from += IDS_MAX) {
      const rows = await db
        .selectFrom(table as 'projects')
        .where('id', 'in', ids.slice(from, from + IDS_MAX))
        .select(['id', `${column} as name` as 'name'])
        .execute()
      for (const { id, name } of rows) names.set(String(id), name)
    }
  } else if (field === 'FORM_ITEM') {
    for (const [key, name] of await itemNames(db)) names.set(key, name)
  } else for (const key of keys) if (key !== '') names.set(key, choices?.[key] ?? key)
  return names
}

/** What items of forms ask, as their latest version has it. */
async function itemNames(db: Database): Promise<ReadonlyMap<string, string>> {
  const versions = await db
    .selectFrom('qcFormVersions')
    .orderBy('version')
    .orderBy('id')
    .select(['formID', 'items'])
    .execute()
  return new Map(
    versions.flatMap(({ formID, items }) =>
      (JSON.parse(items) as QcItem[]).map(({ id, text }) => [`${formID}:${id}`, text] as const),
    ),
  )
}

/** Before or after, as people read the field: times in their order, choices in the document's, others by name. */
export function orderOf({ definition }: Pick<Asked, 'definition'>, field: PowerField, names: Names) {
  const places = new Map(
    Object.keys(rulesOf(definition.source).choices[field] ?? {}).map((key, place) => [key, place]),
  )
  return (a: string, b: string): number => {
    // What has none comes last.
    if (a === '' || b === '') return a === b ? 0 : a === '' ? 1 : -1
    if (field in TIMES) return a < b ? -1 : a > b ? 1 : 0
    const [first, second] = [places.get(a), places.get(b)]
    if (first !== undefined && second !== undefined) return first - second
    return byName(names.get(a) ?? a, names.get(b) ?? b) || (a < b ? -1 : a > b ? 1 : 0)
  }
}
