import { randomUUID } from 'node:crypto'
import { webhookSettings } from '#shared/contract/adaptors.ts'
import { eventOf, isWanted } from '#shared/domain/webhooks.ts'
import type { Database } from '../db/database.ts'

/** What happened to a record. */
interface News {
  readonly recordType: string
  readonly recordID: number | null
  /** As the audit calls it, such as SKILL_CHANGED. */
  readonly action: string
  /** Whom it is about. */
  readonly personID?: number | null
  /** Where the record isn't one of VERSIONED. */
  readonly version?: number
}

/** Records with a version, and where they are. */
const VERSIONED = {
  person: 'users',
  skill: 'skills',
  role: 'roles',
  agency: 'agencies',
  systemFlag: 'systemFlags',
  adaptor: 'adaptors',
  ticket: 'tickets',
  task: 'tasks',
} as const

async function versionOf(db: Database, { recordType, recordID, version }: News): Promise<number | null> {
  if (version !== undefined) return version
  const table = (VERSIONED as Readonly<Record<string, (typeof VERSIONED)[keyof typeof VERSIONED]>>)[
    recordType
  ]
  if (table === undefined || recordID === null) return null
  const row = await db
    .selectFrom(table as 'skills')
    .where('id', '=', recordID)
    .select('version')
    .executeTakeFirst()
  return row?.version ?? null
}

/** The area that a record belongs to: of whom it is about, or of who raised it. */
async function areaOf(db: Database, { recordType, recordID, personID }: News): Promise<number | null> {
  const raiser = async () =>
    (await db.selectFrom('tickets').where('id', '=', recordID).select('raisedBy').executeTakeFirst())
      ?.raisedBy
  const holder = async () =>
    (await db.selectFrom('tasks').where('id', '=', recordID).select('userID').executeTakeFirst())?.userID
  const userID =
    recordType === 'ticket'
      ? await raiser()
      : recordType === 'task'
        ? await holder()
        : recordType === 'person'
          ? recordID
          : personID
  if (userID == null) return null
  const row = await db.selectFrom('users').where('id', '=', userID).select('areaID').executeTakeFirst()
  return row?.areaID ?? null
}

async function projectOf(db: Database, { recordType, recordID }: News): Promise<number | null> {
  if (recordType === 'project') return recordID
  if (recordType !== 'task' || recordID === null) return null
  const row = await db.selectFrom('tasks').where('id', '=', recordID).select('projectID').executeTakeFirst()
  return row?.projectID ?? null
}

/**
 * Writes what the webhooks are to be told of, in the transaction of the change itself: an event is there exactly
 * where its change is, whatever is killed when. `at` in milliseconds since 1970.
 */
export async function announce(db: Database, at: number, news: News): Promise<void> {
  const hooks = await db
    .selectFrom('adaptors')
    .where('kind', '=', 'WEBHOOK')
    .where('isEnabled', '=', 1)
    .select(['id', 'settings'])
    .execute()
  if (hooks.length === 0) return
  const event = eventOf(news.recordType, news.action)
  const wanting = hooks
    .map(({ id, settings }) => ({ id, settings: webhookSettings.parse(JSON.parse(settings)) }))
    .filter(({ settings }) => isWanted(event, settings.events))
  for (const { id, settings } of wanting) {
    const { areaIDs, projectIDs } = settings
    if (areaIDs.length > 0 && !areaIDs.includes((await areaOf(db, news)) ?? 0)) continue
    if (projectIDs.length > 0 && !projectIDs.includes((await projectOf(db, news)) ?? 0)) continue
    const deliveryID = randomUUID()
    const body = JSON.stringify({
      id: deliveryID,
      event,
      time: new Date(at).toISOString(),
      recordID: news.recordID,
      version: await versionOf(db, news),
    })
    await db
      .insertInto('webhookDeliveries')
      .values({
        ...{ deliveryID, adaptorID: id, event, recordID: news.recordID, body, state: 'WAITING' },
        ...{ createdAt: at, nextAt: at, tries: 0, endedAt: null, lastAnswer: '' },
        ...{ leaseID: null, leaseUntil: null },
      })
      .execute()
  }
}
