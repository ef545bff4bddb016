import * as z from 'zod/mini'
import { searchable } from '#shared/domain/locale.ts'
import type { Database } from '../db/database.ts'
import { type Change, changesBetween } from '../records/audit.ts'
import type { Portion, Taken } from './data-imports.ts'
import { cellKey, projectOf, readNamed } from './import-context.ts'
import { namesIn, parsed, wrong } from './read-record.ts'

const text = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max))
const day = z.optional(z.nullable(z.iso.date()))
const count = z.int().check(z.minimum(0), z.maximum(10_000_000))
const amount = z.number().check(z.minimum(0), z.maximum(10_000))

const sentTarget = z.object({
  project: text(30),
  name: z.optional(text(100)),
  epic: z.optional(text(100)),
  start: day,
  end: day,
  targetCompletes: z.optional(count),
  interviewsPerHour: z.optional(amount),
  expectedMinutes: z.optional(amount),
})

const codesOf = (records: readonly unknown[]) => records.map((record) => namesIn(record).project)
const given = <T extends object>(values: T): Partial<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>
const unknownProject = (code: string) => wrong('project', 'data.project', { code })

/** A project as its file has it; the client by name. */
type ProjectValues = Omit<z.output<typeof sentTarget>, 'project'>

interface KnownProject {
  /** Null for one that this portion makes. */
  readonly id: number | null
  readonly code: string
  values: ProjectValues
  /** What records said of it; the rest isn't written. */
  said: ProjectValues | null
}

/** Takes projects and their targets, by code (spec 4 §3.3). What a record doesn't say stays as it is. */
export async function takeTargets(db: Database, records: readonly unknown[], now: number): Promise<Portion> {
  const named = await readNamed(db, { codes: codesOf(records), people: [] })
  const rows = await db
    .selectFrom('projects as p')
    .leftJoin('epics as e', 'e.id', 'p.epicID')
    .where('p.id', 'in', [0, ...named.projects.values()])
    .select(['p.id', 'p.code', 'p.name', 'e.name as epic', 'p.start', 'p.end'])
    .select(['p.targetCompletes', 'p.interviewsPerHour', 'p.expectedMinutes'])
    .execute()
  const known = new Map<string, KnownProject>(
    rows.map(({ id, code, ...values }) => [
      code.toLowerCase(),
      { id, code, values: values as ProjectValues, said: null },
    ]),
  )
  const changes: Change[] = []

  function take(record: unknown): Taken {
    const { project: code, ...sent } = parsed(sentTarget, record)
    const before = known.get(code.toLowerCase())
    const wanted = { ...before?.values, ...given(sent) }
    // Of the client only the name counts, in capitals or not.
    if (before?.values.epic?.toLowerCase() === wanted.epic?.toLowerCase()) wanted.epic = before?.values.epic
    if ((sent.start || sent.end) && wanted.start && wanted.end && wanted.end < wanted.start)
      throw wrong('end', 'data.endBeforeStart')
    if (!before) {
      const values = { ...wanted, name: sent.name ?? code }
      known.set(code.toLowerCase(), { id: null, code, values, said: values })
      return 'created'
    }
    const differ = changesBetween<Record<string, unknown>>(before.values, wanted)
    if (differ.length === 0) return 'unchanged'
    before.values = wanted
    before.said = { ...before.said, ...given({ ...sent, epic: sent.epic && wanted.epic }) }
    changes.push(...differ.map((change) => ({ ...change, field: `${code} ${change.field}` })))
    return 'updated'
  }

  async function finish(trx: Database): Promise<void> {
    const said = [...known.values()].flatMap(({ id, code, said: values }) =>
      values === null ? [] : { id, code, values },
    )
    const epicIDs = await epicsNamed(
      trx,
      said.flatMap(({ values: { epic } }) => epic ?? []),
      now,
    )
    for (const { id, code, values } of said) {
      const { epic, ...rest } = values
      const columns = { ...given(rest), ...(epic && { epicID: epicIDs.get(epic.toLowerCase()) ?? null }) }
      if (id === null)
        await trx
          .insertInto('projects')
          .values({
            ...columns,
            name: values.name ?? code,
            code,
            kind: 'CATI',
            status: 'PLANNED',
            createdAt: now,
          })
          .execute()
      else await trx.updateTable('projects').set(columns).where('id', '=', id).execute()
    }
  }

  return { take, finish, changes }
}

/** The clients of these names, by name in small letters; those that aren't there are made. */
async function epicsNamed(
  trx: Database,
  names: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, number>> {
  // A new one is called as it was first.
  const wanted = new Map(names.toReversed().map((name) => [name.toLowerCase(), name]))
  const found = await trx
    .selectFrom('epics')
    .where((eb) => eb(eb.fn<string>('lower', ['name']), 'in', ['', ...wanted.keys()]))
    .orderBy('id', 'desc')
    .select(['id', 'name'])
    .execute()
  const ids = new Map(found.map(({ id, name }) => [name.toLowerCase(), id]))
  for (const [key, name] of wanted) {
    if (ids.has(key)) continue
    const { id } = await trx
      .insertInto('epics')
      .values({ name, createdAt: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.set(key, id)
  }
  return ids
}

const sentCell = z.looseObject({ project: text(30), cell: text(200), target: count })

interface KnownCell {
  /** Null for one that this portion makes. */
  readonly id: number | null
  readonly projectID: number
  readonly label: string
  target: number
  /** JSON: names and values. */
  dimensions: string
  isTouched: boolean
}

/**
 * Takes quota cells, by project and label; further texts of a record are its dimensions. A record without any leaves
 * those of its cell.
 */
export async function takeCells(db: Database, records: readonly unknown[]): Promise<Portion> {
  const named = await readNamed(db, { codes: codesOf(records), people: [] })
  const rows = await db
    .selectFrom('quotaCells')
    .where('projectID', 'in', [0, ...named.projects.values()])
    .select(['id', 'projectID', 'label', 'target', 'dimensions'])
    .execute()
  const known = new Map<string, KnownCell>(
    rows.map((cell) => [cellKey(cell.projectID, cell.label), { ...cell, isTouched: false }]),
  )
  const changes: Change[] = []

  function take(record: unknown): Taken {
    const { project: code, cell: label, target, ...rest } = parsed(sentCell, record)
    const projectID = projectOf(named, code)
    if (projectID === undefined) throw unknownProject(code)
    const key = cellKey(projectID, label)
    const before = known.get(key)
    const hasNone = Object.keys(rest).length === 0
    const dimensions = hasNone
      ? (before?.dimensions ?? '[]')
      : JSON.stringify(
          Object.entries(rest)
            .filter(([, value]) => typeof value === 'string' && value !== '')
            .map(([name, value]) => ({ name, value })),
        )
    if (!before) {
      known.set(key, { id: null, projectID, label, target, dimensions, isTouched: true })
      return 'created'
    }
    const differ = changesBetween<Record<string, unknown>>(
      { target: before.target, dimensions: before.dimensions },
      { target, dimensions },
    )
    if (differ.length === 0) return 'unchanged'
    Object.assign(before, { target, dimensions, isTouched: true })
    changes.push(...differ.map((change) => ({ ...change, field: `${code} ${label} ${change.field}` })))
    return 'updated'
  }

  async function finish(trx: Database): Promise<void> {
    for (const { id, projectID, label, target, dimensions, isTouched } of known.values()) {
      if (!isTouched) continue
      if (id === null)
        await trx
          .insertInto('quotaCells')
          .values({ projectID, label, labelKey: searchable(label), dimensions, target })
          .execute()
      else await trx.updateTable('quotaCells').set({ target, dimensions }).where('id', '=', id).execute()
    }
  }

  return { take, finish, changes }
}

const sentSample = z.object({
  project: text(30),
  ...{ fresh: count, inProgress: count, appointments: count, refused: count },
  ...{ complete: count, ineligible: count, exhausted: count },
  asOf: z.iso.datetime({ offset: true }),
})

/** Takes how samples stand. What is older than what is known changes nothing. */
export async function takeSamples(trx: Database, records: readonly unknown[]): Promise<Portion> {
  const named = await readNamed(trx, { codes: codesOf(records), people: [] })

  async function take(record: unknown): Promise<Taken> {
    const { project: code, asOf, ...counts } = parsed(sentSample, record)
    const projectID = projectOf(named, code)
    if (projectID === undefined) throw unknownProject(code)
    const wanted = { ...counts, asOf: Date.parse(asOf) }
    const before = await trx
      .selectFrom('sampleStatuses')
      .where('projectID', '=', projectID)
      .selectAll()
      .executeTakeFirst()
    if (before && before.asOf >= wanted.asOf) return 'unchanged'
    await trx
      .insertInto('sampleStatuses')
      .values({ projectID, ...wanted })
      .onConflict((conflict) => conflict.column('projectID').doUpdateSet(wanted))
      .execute()
    return before ? 'updated' : 'created'
  }

  // The tool tells it again and again: the last state is what counts, not each before it.
  return { take, finish: async () => {}, changes: [] }
}
