import { PERMISSIONS } from '#shared/domain/permissions.ts'
import type { VaultSource } from '#shared/domain/vault.ts'
import type { Database } from '../db/database.ts'
import { Refusal } from '../refusal.ts'
import { TASK_ROOMS } from '../tasks/access.ts'
import { taskConfigOf } from '../tasks/config.ts'
import { nameOfTask } from '../tasks/rows.ts'

export interface Place {
  readonly source: VaultSource
  readonly sourceID: number
}

/** Who reads what is in a place; without keys they wait until they have set their vault up. */
export interface VaultPerson {
  readonly userID: number
  readonly userName: string
  readonly encryptionKey: string | null
  readonly signingKey: string | null
}

const membersOf = (db: Database) =>
  db.selectFrom('threads as r').innerJoin('threadMembers as m', 'm.threadID', 'r.id')

/** Whose the place is: the person, who is in the project's room, or the task's people. */
function idsOf(db: Database, { source, sourceID }: Place) {
  if (source === 'USER') return db.selectFrom('users').where('id', '=', sourceID).select('id as userID')
  const inRooms = membersOf(db)
    .where('r.source', 'in', source === 'PROJECT' ? ['PROJECT'] : TASK_ROOMS)
    .where('r.sourceID', '=', sourceID)
    .select('m.userID')
  if (source === 'PROJECT') return inRooms
  const task = db.selectFrom('tasks as t').where('t.id', '=', sourceID).where('t.deletedAt', 'is', null)
  return inRooms
    .where((eb) => eb.exists(task.select('t.id')))
    .union(task.select('t.userID'))
    .union(
      task.where('t.createdBy', 'is not', null).select((eb) => eb.ref('t.createdBy').$notNull().as('userID')),
    )
    .union(
      task
        .innerJoin('users as assignee', 'assignee.id', 't.userID')
        .where('assignee.managerID', 'is not', null)
        .select((eb) => eb.ref('assignee.managerID').$notNull().as('userID')),
    )
}

/**
 * Everybody who may read what is in the place at this moment, by name. Of a task that is whose it is, who made
 * it, who manages them and who is in its conversation; planners who merely see it aren't among them.
 */
export function peopleOf(db: Database, place: Place): Promise<VaultPerson[]> {
  return db
    .selectFrom('users as u')
    .leftJoin('vaultKeys as k', 'k.userID', 'u.id')
    .where('u.isActive', '=', 1)
    .where('u.id', 'in', idsOf(db, place))
    .where('u.id', 'in', (eb) =>
      eb.selectFrom('userPermissions').where('permission', '=', PERMISSIONS.CAN_USE_VAULT).select('userID'),
    )
    .orderBy('u.displayName')
    .orderBy('u.id')
    .select(['u.id as userID', 'u.displayName as userName', 'k.encryptionKey', 'k.signingKey'])
    .execute()
}

/** @throws Refusal 403 for who isn't of its people, in the same words whether there is such a place */
export async function requirePlace(db: Database, userID: number, place: Place): Promise<VaultPerson[]> {
  const people = await peopleOf(db, place)
  if (!people.some((person) => person.userID === userID)) throw new Refusal(403, 'vault.notYours')
  return people
}

/** What people call the place; empty for a person's own. */
export async function nameOfPlace(db: Database, { source, sourceID }: Place): Promise<string> {
  if (source === 'USER') return ''
  if (source === 'PROJECT') {
    const room = db.selectFrom('threads').where('source', '=', 'PROJECT').where('sourceID', '=', sourceID)
    const project = await db
      .selectFrom('projects')
      .where('id', '=', sourceID)
      .select('name')
      .executeTakeFirst()
    return project?.name ?? (await room.select('displayLabel').executeTakeFirst())?.displayLabel ?? ''
  }
  const task = await db
    .selectFrom('tasks')
    .where('id', '=', sourceID)
    .select(['prefixID', 'subject'])
    .executeTakeFirst()
  return task ? nameOfTask(task, await taskConfigOf(db)) : ''
}

/** The projects and tasks that are somebody's and that have entries, with how many. */
export async function placesOf(db: Database, userID: number) {
  const inRooms = membersOf(db).where('m.userID', '=', userID).select('r.sourceID')
  const tasks = db
    .selectFrom('tasks as t')
    .innerJoin('users as assignee', 'assignee.id', 't.userID')
    .where('t.deletedAt', 'is', null)
    .where((eb) =>
      eb.or([
        eb('t.userID', '=', userID),
        eb('t.createdBy', '=', userID),
        eb('assignee.managerID', '=', userID),
        eb('t.id', 'in', inRooms.where('r.source', 'in', TASK_ROOMS)),
      ]),
    )
    .select('t.id')
  return db
    .selectFrom('vaultEntries as e')
    .where((eb) =>
      eb.or([
        eb.and([
          eb('e.source', '=', 'PROJECT'),
          eb('e.sourceID', 'in', inRooms.where('r.source', '=', 'PROJECT')),
        ]),
        eb.and([eb('e.source', '=', 'TASK'), eb('e.sourceID', 'in', tasks)]),
      ]),
    )
    .groupBy(['e.source', 'e.sourceID'])
    .orderBy('e.source')
    .orderBy('e.sourceID')
    .select((eb) => ['e.source', 'e.sourceID', eb.fn.countAll<number>().as('entries')])
    .execute()
}
