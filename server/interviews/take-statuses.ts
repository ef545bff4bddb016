import * as z from 'zod/mini'
import { DIALLER_STATUSES, isDialling } from '#shared/domain/dialler.ts'
import { endIdle } from '../activity/idle-time.ts'
import type { Database } from '../db/database.ts'
import type { Portion, Taken } from './data-imports.ts'
import { personOf, projectOf, readNamed } from './import-context.ts'
import { namesIn, parsed, wrong } from './read-record.ts'

const sentStatus = z.object({
  interviewer: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
  status: z.enum(DIALLER_STATUSES),
  at: z.iso.datetime({ offset: true }),
  project: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(30)))),
})
/** A clock of a dialler may be so much ahead, in milliseconds. */
const AHEAD_MS = 5 * 60_000

interface StatusNews {
  readonly now: number
  /** Told of everybody whose status is another one. */
  readonly onChange: (userID: number) => void
  /** Told of who isn't on a call any more. */
  readonly onCallEnd: (userID: number) => void
}

/** Takes what people do at the dialler (spec 4 §3.3). What is older than what is known changes nothing. */
export async function takeStatuses(
  trx: Database,
  records: readonly unknown[],
  { now, onChange, onCallEnd }: StatusNews,
): Promise<Portion> {
  const names = records.map(namesIn)
  const named = await readNamed(trx, {
    codes: names.map(({ project }) => project),
    people: names.map(({ interviewer }) => interviewer),
  })
  const projects = await trx
    .selectFrom('projects')
    .where('id', 'in', [0, ...named.projects.values()])
    .select(['id', 'name'])
    .execute()
  const nameOf = new Map(projects.map(({ id, name }) => [id, name]))

  async function take(record: unknown): Promise<Taken> {
    const { interviewer, status, at, project: code } = parsed(sentStatus, record)
    const asOf = Date.parse(at)
    if (asOf > now + AHEAD_MS) throw wrong('at', 'data.ahead')
    const userID = personOf(named, interviewer, asOf)
    if (userID === null) throw wrong('interviewer', 'data.person', { value: interviewer })
    const projectID = code ? projectOf(named, code) : null
    if (projectID === undefined) throw wrong('project', 'data.project', { code: code ?? '' })
    const project = projectID === null ? null : (nameOf.get(projectID) ?? null)
    const before = await trx
      .selectFrom('diallerStatuses')
      .where('userID', '=', userID)
      .selectAll()
      .executeTakeFirst()
    if (before && before.asOf >= asOf) return 'unchanged'
    const isSame = before?.status === status && before.project === project
    const wanted = { status, project, asOf, since: isSame ? before.since : asOf }
    await trx
      .insertInto('diallerStatuses')
      .values({ userID, ...wanted })
      .onConflict((conflict) => conflict.column('userID').doUpdateSet(wanted))
      .execute()
    // Who talks isn't idle, whatever their hands do.
    if (isDialling(status)) await endIdle(trx, userID, Math.min(asOf, now))
    if (isSame) return 'unchanged'
    onChange(userID)
    if (before?.status === 'ON_CALL' && status !== 'ON_CALL') onCallEnd(userID)
    return before ? 'updated' : 'created'
  }
  return { take, finish: async () => {}, changes: [] }
}
