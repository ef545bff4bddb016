import * as z from 'zod/mini'
import { searchable } from '#shared/domain/locale.ts'
import type { Database } from '../db/database.ts'
import { type Change, changesBetween } from '../records/audit.ts'
import { Refusal } from '../refusal.ts'
import type { Portion, Taken } from './data-imports.ts'
import { cellKey, projectOf, readNamed } from './import-context.ts'
import { namesIn, parsed, RecordFault } from './read-record.ts'

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
const unknownProject = (code: string) =>
  new RecordFault('project', new Refusal(400, 'data.project', { code }).value)

/** Takes projects and their targets, by code (spec 4 §3.3). What a record doesn't say stays as it is. */
export async function takeTargets(trx: Database, records: readonly unknown[], now: number): Promise<Portion> {
  const named = await readNamed(trx, { codes: codesOf(records), people: [] })
  const projects = new Map(named.projects)
  const changes: Change[] = []

  async function epicOf(name: string | undefined): Promise<number | null> {
    if (name === undefined) return null
    const found = await trx
      .selectFrom('epics')
      .where((eb) => eb(eb.fn<string>('lower', ['name']), '=', name.toLowerCase()))
      .select('id')
      .executeTakeFirst()
    if (found) return found.id
    const made = await trx
      .insertInto('epics')
      .values({ name, createdAt: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    return made.id
  }

  async function take(record: unknown): Promise<Taken> {
    const { project: code, epic, ...sent } = parsed(sentTarget, record)
    if (sent.start && sent.end && sent.end < sent.start)
      throw new RecordFault('end', new Refusal(400, 'data.endBeforeStart').value)
    const id = projects.get(code.toLowerCase())
    if (id === undefined) {
      const { id: made } = await trx
        .insertInto('projects')
        .values({
          ...given(sent),
          ...{ code, name: sent.name ?? code, kind: 'CATI', status: 'PLANNED', createdAt: now },
          epicID: await epicOf(epic),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      projects.set(code.toLowerCase(), made)
      return 'created'
    }
    const before = await trx
      .selectFrom('projects')
      .where('id', '=', id)
      .select(['name', 'epicID', 'start', 'end', 'targetCompletes', 'interviewsPerHour', 'expectedMinutes'])
      .executeTakeFirstOrThrow()
    const epicID = epic === undefined ? undefined : await epicOf(epic)
    const wanted = { ...before, ...given({ ...sent, epicID }) }
    const differ = changesBetween<Record<string, unknown>>(before, wanted)
    if (differ.length === 0) return 'unchanged'
    await trx
      .updateTable('projects')
      .set(given({ ...sent, epicID }))
      .where('id', '=', id)
      .execute()
    changes.push(...differ.map((change) => ({ ...change, field: `${code} ${change.field}` })))
    return 'updated'
  }

  return { take, finish: async () => {}, changes }
}

const sentCell = z.looseObject({ project: text(30), cell: text(200), target: count })

/** Takes quota cells, by project and label; further texts of a record are its dimensions. */
export async function takeCells(trx: Database, records: readonly unknown[]): Promise<Portion> {
  const named = await readNamed(trx, { codes: codesOf(records), people: [] })
  const cells = new Map(named.cells)
  const changes: Change[] = []

  async function take(record: unknown): Promise<Taken> {
    const { project: code, cell: label, target, ...rest } = parsed(sentCell, record)
    const projectID = projectOf(named, code)
    if (projectID === undefined) throw unknownProject(code)
    const dimensions = JSON.stringify(
      Object.entries(rest)
        .filter(([, value]) => typeof value === 'string' && value !== '')
        .map(([name, value]) => ({ name, value })),
    )
    const key = cellKey(projectID, label)
    const id = cells.get(key)
    if (id === undefined) {
      const made = await trx
        .insertInto('quotaCells')
        .values({ projectID, label, labelKey: searchable(label), dimensions, target })
        .returning('id')
        .executeTakeFirstOrThrow()
      cells.set(key, made.id)
      return 'created'
    }
    const before = await trx
      .selectFrom('quotaCells')
      .where('id', '=', id)
      .select(['target', 'dimensions'])
      .executeTakeFirstOrThrow()
    const differ = changesBetween<Record<string, unknown>>(before, { target, dimensions })
    if (differ.length === 0) return 'unchanged'
    await trx.updateTable('quotaCells').set({ target, dimensions }).where('id', '=', id).execute()
    changes.push(...differ.map((change) => ({ ...change, field: `${code} ${label} ${change.field}` })))
    return 'updated'
  }

  return { take, finish: async () => {}, changes }
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
