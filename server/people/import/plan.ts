import { createHash } from 'node:crypto'
import type { ImportOptions, ImportProblem } from '#shared/contract/people-import.ts'
import { searchable } from '#shared/domain/locale.ts'
import { IMPORT_FIELDS, type ImportField, type ImportOutcome } from '#shared/domain/people-import.ts'
import type { PersonValues } from '#shared/records/admin/person-values.ts'
import { Refusal } from '../../refusal.ts'
import { type Directory, type KnownPerson, PLANNED_ID } from '../directory.ts'
import { type GivenBy, type PersonFault, personFaults, sameIDs } from '../person-rules.ts'
import { cleanPerson, type KeptPerson } from '../save-person.ts'
import { cellOf, managerIn, NOBODY, type ReadOptions, readRow } from './read-row.ts'

export interface FileRow {
  /** As a spreadsheet numbers it. */
  readonly number: number
  readonly cells: readonly string[]
}

/** What a row comes to. */
export interface PlannedRow extends FileRow {
  outcome: ImportOutcome
  readonly problems: ImportProblem[]
  readonly name: string
  /** Whom it changes; null for somebody new, or nobody. */
  readonly before: KeptPerson | null
  values: PersonValues | null
  /** How many managers above are rows, too. */
  depth: number
}

export interface PlanOptions {
  readonly directory: Directory
  /** Everybody whom a row may change, by id. */
  readonly kept: ReadonlyMap<number, KeptPerson>
  readonly headings: readonly string[]
  readonly options: ImportOptions
  readonly by: GivenBy
  /** Usual role of each user type, for those who are added without one. */
  readonly usualRole: (userType: string) => number | null
}

/** Fields of the form by the import's own. */
const COLUMN_OF: Partial<Record<PersonFault['field'], ImportField>> = {
  ...{ roleIDs: 'roles', areaID: 'area', managerID: 'manager', agencyID: 'agency' },
  ...{ contractTypeID: 'contractType', skillIDs: 'skills' },
}

/** Whether two states of somebody are the same. */
export const isSame = (one: PersonValues, other: PersonValues): boolean =>
  (Object.keys(one) as (keyof PersonValues)[]).every((field) => {
    const [a, b] = [one[field], other[field]]
    if (!Array.isArray(a) || !Array.isArray(b)) return a === b
    return field === 'languages'
      ? a.join('\n') === b.join('\n')
      : sameIDs(a as readonly number[], b as readonly number[])
  })

/** Whom a row is about, by its key. */
function personOf(key: string, { directory, options }: PlanOptions): KnownPerson | undefined {
  if (options.key === 'email') return directory.mailed(key)
  return options.key === 'payrollNumber' ? directory.paid(key) : directory.named(key)
}

/** People by a display name that only one has. */
export function byOnlyName(people: Iterable<KnownPerson>): (name: string) => KnownPerson | undefined {
  const found = new Map<string, KnownPerson | null>()
  for (const person of people) {
    if (person.id < PLANNED_ID) continue
    const key = searchable(person.displayName)
    found.set(key, found.has(key) ? null : person)
  }
  return (name) => found.get(searchable(name)) ?? undefined
}

/**
 * What each row of a file would come to (spec 5 §3.3), by the rules and in the words of the form. Nothing is changed
 * but the directory, which afterwards has everybody as they would be; those who are added have ids below -1000.
 */
export function planImport(rows: readonly FileRow[], plan: PlanOptions): PlannedRow[] {
  const { directory, kept, headings, options, by } = plan
  const { columns, key, mode } = options
  let nextID = PLANNED_ID
  const made = { area: new Map<string, number>(), skill: new Map<string, number>() }
  const make = (kind: 'area' | 'skill', name: string): number => {
    const id = --nextID
    if (kind === 'area') directory.areas.add({ id, name, isActive: true })
    else directory.skills.add({ id, name, isActive: true, expiresAfterMonths: null })
    made[kind].set(searchable(name), id)
    return id
  }
  // Read only where somebody is named by what they are called.
  let known: ReturnType<typeof byOnlyName> | null = null
  const called = (name: string) => {
    known ??= byOnlyName(directory.everybody())
    return known(name)
  }
  const inFile = new Map<string, KnownPerson | null>()
  const reading: ReadOptions = {
    ...{ columns, directory, make: options.createMissing ? make : null },
    byDisplayName: (name) => inFile.get(searchable(name)) ?? called(name),
  }
  const headingOf = (field: ImportField | undefined) =>
    field === undefined ? '' : (headings[columns.indexOf(field)] ?? IMPORT_FIELDS[field][0])
  const cellIn = (cells: readonly string[], field: ImportField | undefined) =>
    field === undefined ? '' : cellOf(cells, columns, field)

  const times = new Map<string, number>()
  const keyOf = ({ cells }: FileRow) => cellOf(cells, columns, key).toLowerCase()
  for (const row of rows) times.set(keyOf(row), (times.get(keyOf(row)) ?? 0) + 1)

  const idOf = new Map<PlannedRow, number>()
  const rowOf = new Map<number, PlannedRow>()
  const planned = rows.map((row): PlannedRow => {
    const { cells } = row
    const name = cellOf(cells, columns, 'displayName') || cellOf(cells, columns, key)
    const failed = (refusal: Refusal, outcome: ImportOutcome = 'ERROR'): PlannedRow => ({
      ...{ ...row, outcome, name, before: null, values: null, depth: 0 },
      problems: [{ column: headingOf(key), value: cellIn(cells, key), message: refusal.message }],
    })
    const keyText = keyOf(row)
    if (keyText === '') return failed(new Refusal(400, 'import.noKey'))
    if ((times.get(keyText) ?? 0) > 1) return failed(new Refusal(400, 'import.twice'))
    const person = personOf(cellOf(cells, columns, key), plan)
    if (person?.status === 'LEAVER') return failed(new Refusal(400, 'import.left'))
    if (person && mode === 'ADD') return failed(new Refusal(400, 'import.exists'), 'WARNING')
    if (!person && mode === 'UPDATE') return failed(new Refusal(400, 'import.notThere'), 'WARNING')
    const before = person ? (kept.get(person.id) ?? null) : null
    const read = readRow(cells, before?.values ?? NOBODY, reading)
    const usual = before ? null : plan.usualRole(read.values.userType)
    const roleIDs =
      read.values.roleIDs.length === 0 && !before && usual !== null && cellIn(cells, 'roles') === ''
        ? [usual]
        : read.values.roleIDs
    const values = cleanPerson({ ...read.values, roleIDs })
    const made: PlannedRow = {
      ...{ ...row, name: values.displayName || name, before, values, depth: 0 },
      outcome: before ? 'UPDATE' : 'ADD',
      problems: read.faults.map(({ field, value, refusal }) => ({
        ...{ column: headingOf(field), value, message: refusal.message },
      })),
    }
    if (read.faults.length > 0) made.outcome = 'ERROR'
    const id = before?.id ?? --nextID
    idOf.set(made, id)
    rowOf.set(id, made)
    return made
  })
  // Everybody as they would be, so that a row's manager may be another row.
  for (const [row, id] of idOf) {
    if (!row.values) continue
    const status = directory.person(id)?.status ?? 'ACTIVE'
    const one = { ...row.values, id, status }
    // A name that somebody else has isn't theirs: the rules say so below.
    const owner = directory.named(one.userName)
    if (!owner || owner.id === id) directory.put(one)
    const display = searchable(one.displayName)
    if (!row.before) inFile.set(display, inFile.has(display) ? null : one)
  }
  for (const [row, id] of idOf) {
    if (!row.values) continue
    const manager = managerIn(row.cells, reading)
    if (manager === 'unknown') {
      row.outcome = 'ERROR'
      row.problems.push({
        ...{ column: headingOf('manager'), value: cellIn(row.cells, 'manager') },
        message: new Refusal(400, 'import.unknown', {
          label: 'manager',
          name: cellIn(row.cells, 'manager'),
        }).message,
      })
    } else if (manager !== null) {
      row.values = { ...row.values, managerID: manager === 'none' ? null : manager.id }
      const one = directory.person(id)
      if (one) directory.put({ ...one, managerID: row.values.managerID })
    }
  }
  for (const [row, id] of idOf) {
    if (!row.values || row.outcome === 'ERROR') continue
    for (const { field, refusal } of personFaults(row.values, row.before, directory, by, id)) {
      const column = COLUMN_OF[field] ?? (field in IMPORT_FIELDS ? (field as ImportField) : undefined)
      row.outcome = 'ERROR'
      row.problems.push({
        ...{ column: headingOf(column), value: cellIn(row.cells, column), message: refusal.message },
      })
    }
    if (row.outcome === 'UPDATE' && row.before && isSame(row.before.values, row.values)) row.outcome = 'SAME'
  }
  settleManagers()
  return planned

  /** Whose manager is a row that fails, fails with it; how deep each stands below other rows. */
  function settleManagers(): void {
    for (let isChanged = true; isChanged; ) {
      isChanged = false
      for (const row of idOf.keys()) {
        const manager = row.values?.managerID == null ? undefined : rowOf.get(row.values.managerID)
        if (!manager || row.outcome === 'ERROR' || manager === row) continue
        if (manager.outcome === 'ERROR' && !manager.before) {
          row.outcome = 'ERROR'
          row.problems.push({
            ...{ column: headingOf('manager'), value: cellIn(row.cells, 'manager') },
            message: new Refusal(400, 'import.managerFails', { row: manager.number }).message,
          })
          isChanged = true
        } else if (row.depth <= manager.depth) {
          row.depth = manager.depth + 1
          isChanged = true
        }
      }
    }
  }
}

/** What a dry run said, for comparing it with what holds when the import begins. */
export function digestOf(rows: readonly PlannedRow[]): string {
  const said = rows.map(({ number, outcome, problems, before }) => [number, outcome, problems, before?.id])
  return createHash('sha256').update(JSON.stringify(said)).digest('base64url')
}
