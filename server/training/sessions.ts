import { type AttendeeState, type SessionState, sessionStateAt } from '#shared/domain/training.ts'
import type { Database } from '../db/database.ts'

/** A session with who is booked. Times in milliseconds since 1970. */
export interface TrainingSessionRow {
  readonly id: number
  readonly version: number
  readonly typeID: number
  readonly type: string
  readonly category: string
  readonly passMark: number | null
  readonly projectID: number | null
  readonly project: string | null
  readonly trainerID: number | null
  readonly trainer: string | null
  readonly start: number
  readonly end: number
  readonly place: string
  readonly capacity: number
  readonly minimum: number
  readonly state: SessionState
  /** How many are booked, or came. */
  readonly booked: number
}

const PLACES_TAKEN = ['BOOKED', 'ATTENDED', 'PARTLY', 'NO_SHOW', 'EXCUSED'] as const satisfies AttendeeState[]

interface Wanted {
  readonly now: number
  readonly from?: number
  readonly to?: number
  readonly ids?: readonly number[]
}

/** Sessions that touch a time, or those of these ids, the earliest first. */
export async function trainingSessions(
  db: Database,
  { now, from, to, ids }: Wanted,
): Promise<TrainingSessionRow[]> {
  const rows = await db
    .selectFrom('trainingSessions as s')
    .innerJoin('trainingTypes as t', 't.id', 's.typeID')
    .leftJoin('projects as p', 'p.id', 's.projectID')
    .leftJoin('users as trainer', 'trainer.id', 's.trainerID')
    .$if(from !== undefined, (query) => query.where('s.end', '>', from ?? 0))
    .$if(to !== undefined, (query) => query.where('s.start', '<', to ?? 0))
    .$if(ids !== undefined, (query) => query.where('s.id', 'in', [0, ...(ids ?? [])]))
    .orderBy('s.start')
    .orderBy('s.id')
    .select(['s.id', 's.version', 's.typeID', 't.name as type', 't.category', 't.passMark', 's.projectID'])
    .select(['p.name as project', 's.trainerID', 'trainer.displayName as trainer', 's.start', 's.end'])
    .select(['s.place', 's.capacity', 's.minimum', 's.status'])
    .select((eb) =>
      eb
        .selectFrom('trainingAttendees as a')
        .whereRef('a.sessionID', '=', 's.id')
        .where('a.state', 'in', PLACES_TAKEN)
        .select((all) => all.fn.countAll<number>().as('count'))
        .as('booked'),
    )
    .execute()
  return rows.map(({ status, booked, ...row }) => {
    const taken = Number(booked ?? 0)
    return { ...row, booked: taken, state: sessionStateAt({ ...row, status }, taken, now) }
  })
}
