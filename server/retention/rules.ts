import type { Kysely } from 'kysely'
import type { RetentionEnd, RetentionKey } from '#shared/domain/retention.ts'
import type { Database } from '../db/database.ts'
import type { Schema } from '../db/schema.ts'
import { afterCommit } from '../db/unit-of-work.ts'
import { anonymousPerson } from './anonymous-person.ts'

/** Tables whose columns are named in lines below, not in types. */
export type AnyRows = Kysely<Record<string, Record<string, string | number | null>>>
export const anyRows = (db: Database): AnyRows => db as unknown as AnyRows

/** People and projects that a legal hold is on. */
export interface Holds {
  readonly people: readonly number[]
  readonly projects: readonly number[]
}

/** Rows of one table that age. */
export interface RetentionPart {
  readonly table: keyof Schema & string
  /** What names one row. */
  readonly key: string
  /** Its age is counted from the day on which its person left, and not before that. */
  readonly isFromLeaving?: true
  /** The row's time; null: it doesn't age yet. */
  readonly at: string
  /** Whom it is about, as far as somebody is. */
  readonly person: string | null
  /** The column with its project, on which a hold may be. */
  readonly project?: string
  /** Rows that are about nobody are left as they are. */
  readonly isOfSomebody?: true
  /** Columns that must hold a value of these. */
  readonly only?: Readonly<Record<string, readonly string[]>>
  /** What is written where it is anonymised, beside `person`, who becomes nobody. */
  readonly anonymise?: Readonly<Record<string, string | null>>
}

/** What is done beside the rows themselves, in the same transaction. */
type Beside = (db: Database, ids: readonly (string | number)[], removeFile: RemoveFile) => Promise<void>
type RemoveFile = (storedAs: string) => Promise<void>

/** A message's files go with it; what pointed to it points nowhere. */
const besideMessages: Beside = async (db, ids, removeFile) => {
  const messages = ids as readonly number[]
  const files = await db
    .selectFrom('attachments')
    .where('messageID', 'in', messages)
    .where('storedAs', 'is not', null)
    .select('storedAs')
    .execute()
  await db.updateTable('messages').set({ replyToID: null }).where('replyToID', 'in', messages).execute()
  await db
    .updateTable('threads')
    .set({ lastMessageID: null })
    .where('lastMessageID', 'in', messages)
    .execute()
  await afterCommit(async () => {
    for (const { storedAs } of files) if (storedAs !== null) await removeFile(storedAs)
  })
}

/** What was said about a ticket may be about whoever raised it. */
const besideTickets: Beside = async (db, ids) => {
  const tickets = ids as readonly number[]
  await db.deleteFrom('ticketNotes').where('ticketID', 'in', tickets).execute()
  await db
    .updateTable('ticketTimeline')
    .set({ text: '', changes: '[]', byID: null })
    .where('ticketID', 'in', tickets)
    .execute()
}

/** A guest of a meeting, with their address and name, goes with the link that they were sent. */
const besidePublicLinks: Beside = async (db, ids) => {
  await db
    .deleteFrom('meetingGuests')
    .where('linkID', 'in', ids as readonly number[])
    .execute()
}

export const BESIDE: Readonly<Partial<Record<keyof Schema, Beside>>> = {
  messages: besideMessages,
  publicLinks: besidePublicLinks,
  tickets: besideTickets,
}

/**
 * Which rows each record type is (spec 5 §6.8). A type without a line keeps nothing in this version; a new table
 * of a type is one line here.
 */
export const RETENTION_PARTS: Readonly<Record<RetentionKey, readonly RetentionPart[]>> = {
  'retention.chat': [{ table: 'messages', key: 'id', at: 'entryTime', person: 'userID' }],
  'retention.tickets': [
    {
      ...{ table: 'tickets', key: 'id', at: 'resolvedAt', person: 'raisedBy' },
      anonymise: { message: '', transcript: '', resolvedComment: '', feedbackComment: '' },
    },
    {
      ...{ table: 'incidents', key: 'id', at: 'at', person: 'userID' },
      anonymise: { respondentName: '', phoneNumber: '', details: '' },
    },
  ],
  'retention.interviews': [
    {
      ...{ table: 'interviewRecords', key: 'id', at: 'end', person: 'userID', project: 'projectID' },
      isOfSomebody: true,
    },
  ],
  'retention.activitySessions': [{ table: 'activitySessions', key: 'id', at: 'endedAt', person: 'userID' }],
  'retention.attendanceDays': [
    { table: 'attendanceDays', key: 'id', at: 'changedAt', person: 'userID' },
    { table: 'attendanceExcuses', key: 'id', at: 'at', person: 'userID' },
    { table: 'activityCorrections', key: 'id', at: 'requestedAt', person: 'userID' },
  ],
  'retention.recordedReadings': [
    { table: 'eventLog', key: 'id', at: 'at', person: 'userID' },
    { table: 'speedTestRuns', key: 'id', at: 'takenAt', person: 'userID' },
    { table: 'callStatistics', key: 'id', at: 'endedAt', person: 'userID' },
    { table: 'hardwareReports', key: 'id', at: 'sentAt', person: 'userID' },
    { table: 'recordedReadings', key: 'id', at: 'at', person: 'userID' },
    // One that goes on has no end yet, and stays.
    { table: 'idleReadings', key: 'id', at: 'until', person: 'userID' },
    { table: 'remoteCommands', key: 'id', at: 'sentAt', person: 'userID' },
  ],
  'retention.pay': [],
  'retention.leaverFiles': [
    { table: 'absenceCases', key: 'id', at: 'detectedAt', person: 'userID', isFromLeaving: true },
    { table: 'returnToWorkForms', key: 'id', at: 'changedAt', person: 'userID', isFromLeaving: true },
    { table: 'oneToOnes', key: 'id', at: 'changedAt', person: 'userID', isFromLeaving: true },
    { table: 'fileNotes', key: 'id', at: 'at', person: 'userID', isFromLeaving: true },
    { table: 'welfareContacts', key: 'id', at: 'at', person: 'userID', isFromLeaving: true },
  ],
  // Who was hired is a person's beginning, and stays with them.
  'retention.applicants': [
    {
      ...{ table: 'applicants', key: 'id', at: 'stageSince', person: null },
      only: { stage: ['NEW', 'SCREENING', 'TEST', 'INTERVIEW', 'OFFER', 'REJECTED', 'WITHDRAWN'] },
    },
  ],
  'retention.qcRecordings': [],
  'retention.qcReviews': [
    { table: 'qcReviews', key: 'id', at: 'submittedAt', person: 'userID' },
    { table: 'coachingSessions', key: 'id', at: 'start', person: 'userID' },
  ],
  'retention.moods': [{ table: 'moods', key: 'id', at: 'at', person: 'userID', anonymise: { comments: '' } }],
  'retention.logs': [
    { table: 'sessions', key: 'id', at: 'expiresAt', person: 'userID' },
    { table: 'knownPlaces', key: 'key', at: 'signedInAt', person: 'userID' },
    { table: 'mails', key: 'id', at: 'endedAt', person: 'userID' },
    { table: 'errorEntries', key: 'id', at: 'lastSeenAt', person: null },
  ],
  'retention.publicLinks': [{ table: 'publicLinks', key: 'id', at: 'expiresAt', person: null }],
  'retention.audit': [],
}

/** Up to when rows have aged, what becomes of them, and what is kept. */
export interface Ageing {
  readonly before: number
  readonly end: RetentionEnd
  readonly holds: Holds
}

/** Nobody can be taken out of what nobody is in: such rows are deleted. */
const isAnonymised = ({ person, anonymise }: RetentionPart, end: RetentionEnd) =>
  end === 'ANONYMISE' && (person !== null || anonymise !== undefined)

/** Rows of a part that are older than that; those that a hold keeps, or those that none keeps. */
async function aged(db: Database, part: RetentionPart, { before, end, holds }: Ageing, isHeld: boolean) {
  const { table, at, person, isFromLeaving, project, isOfSomebody, only = {} } = part
  let rows = anyRows(db)
    .selectFrom(`${table} as r`)
    .where(`r.${at}`, 'is not', null)
    .where(`r.${at}`, '<', before)
  if (isFromLeaving && person)
    rows = rows.where(`r.${person}`, 'in', (eb) =>
      eb
        .selectFrom('users as gone')
        .where('gone.status', '=', 'LEAVER')
        .where('gone.leaveDate', '<', new Date(before).toISOString().slice(0, 10))
        .select('gone.id'),
    )
  if (isOfSomebody) rows = rows.where(`r.${person}`, 'is not', null)
  for (const [column, values] of Object.entries(only)) rows = rows.where(`r.${column}`, 'in', values)
  if (isAnonymised(part, end) && person) {
    const nobody = await anonymousPerson(db)
    rows = rows.where((eb) => eb.or([eb(`r.${person}`, 'is', null), eb(`r.${person}`, '<>', nobody)]))
  }
  const ofProjects =
    table === 'messages' && holds.projects.length > 0
      ? db
          .selectFrom('threads')
          .where('source', 'in', ['PROJECT', 'PROJECT_MEMBER'])
          .where('sourceID', 'in', holds.projects)
          .select('id')
      : null
  const hasPeople = person !== null && holds.people.length > 0
  const hasProjects = project !== undefined && holds.projects.length > 0
  if (!hasPeople && !ofProjects && !hasProjects) return isHeld ? rows.where((eb) => eb.lit(false)) : rows
  return rows.where((eb) => {
    const held = eb.or([
      ...(hasPeople
        ? [eb.and([eb(`r.${person}`, 'is not', null), eb(`r.${person}`, 'in', holds.people)])]
        : []),
      ...(ofProjects ? [eb('r.threadID', 'in', ofProjects as never)] : []),
      ...(hasProjects ? [eb(`r.${project}`, 'in', holds.projects)] : []),
    ])
    return isHeld ? held : eb.not(held)
  })
}

/** How many rows of a part have passed that age. */
export async function countAged(
  db: Database,
  part: RetentionPart,
  ageing: Ageing,
  isHeld: boolean,
): Promise<number> {
  const rows = await aged(db, part, ageing, isHeld)
  const { n } = await rows.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  return Number(n)
}

/** Deletes or anonymises some rows; how many. 0 where none is left. */
export function ageSome(
  db: Database,
  part: RetentionPart,
  ageing: Ageing,
  { most, removeFile }: { most: number; removeFile: RemoveFile },
): Promise<number> {
  const { table, key, person, anonymise = {} } = part
  return db.transaction().execute(async (trx) => {
    const rows = await aged(trx, part, ageing, false)
    const found = await rows.select(`r.${key} as key`).orderBy(`r.${key}`).limit(most).execute()
    const keys = found.map((row) => row.key) as (string | number)[]
    if (keys.length === 0) return 0
    await BESIDE[table]?.(trx, keys, removeFile)
    const all = anyRows(trx)
    if (isAnonymised(part, ageing.end)) {
      const nobody = person ? { [person]: await anonymousPerson(trx) } : {}
      await all
        .updateTable(table)
        .set({ ...anonymise, ...nobody })
        .where(key, 'in', keys)
        .execute()
    } else await all.deleteFrom(table).where(key, 'in', keys).execute()
    return keys.length
  })
}

/** How many audit entries have passed their age, and how many of them a hold keeps with all after them. */
export async function countAudit(
  db: Database,
  before: number,
  held: readonly number[],
): Promise<{ count: number; held: number }> {
  const old = db.selectFrom('audit').where('sequence', 'is not', null)
  const first = await old
    .where((eb) =>
      eb.or([
        eb('at', '>=', before),
        ...(held.length > 0 ? [eb('personID', 'in', held), eb('actorID', 'in', held)] : []),
      ]),
    )
    .select((eb) => eb.fn.min('sequence').as('sequence'))
    .executeTakeFirst()
  const aged = await old
    .where('at', '<', before)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  const going = await old
    .where('at', '<', before)
    .where('sequence', '<', first?.sequence ?? Number.MAX_SAFE_INTEGER)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return { count: Number(going.n), held: Number(aged.n) - Number(going.n) }
}
