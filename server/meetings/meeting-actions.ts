import type { MeetingRecord, NewMeetingAction } from '#shared/contract/meetings.ts'
import { MEETING_ACTIONS_MAX } from '#shared/domain/meetings.ts'
import { OFFICE_PROJECT, quickTaskDefaults } from '#shared/domain/tasks.ts'
import type { Database } from '../db/database.ts'
import { holdTurn } from '../db/hold-turn.ts'
import { Refusal } from '../refusal.ts'
import { taskConfigOf } from '../tasks/config.ts'
import type { FilingDesk } from '../tasks/files.ts'
import { makeTask } from '../tasks/making.ts'
import type { TaskPerson } from '../tasks/rights.ts'
import { nameOfTask, selectTasks } from '../tasks/rows.ts'

/** A meeting's actions with the state of their tasks, what is due first at the top; without tasks that were deleted. */
export async function actionsOf(db: Database, meetingID: number): Promise<MeetingRecord['actions']> {
  const rows = await selectTasks(db)
    .where('t.deletedAt', 'is', null)
    .where('t.id', 'in', (eb) =>
      eb.selectFrom('meetingActions').where('meetingID', '=', meetingID).select('taskID'),
    )
    .orderBy('t.dueDate')
    .orderBy('t.id')
    .execute()
  if (rows.length === 0) return []
  const config = await taskConfigOf(db)
  return rows.map((task) => ({
    ...{ taskID: task.id, name: nameOfTask(task, config), userID: task.userID, userName: task.userName },
    ...{ status: task.status, statusKind: task.statusKind },
    dueDate: new Date(task.dueDate).toISOString(),
  }))
}

/** The project of what belongs to no other: the office's, else the first of the company's own. @throws Refusal 400 */
async function officeProject(db: Database): Promise<number> {
  const found = await db
    .selectFrom('projects')
    .where((eb) => eb.or([eb('name', '=', OFFICE_PROJECT), eb('kind', '=', 'INTERNAL')]))
    .orderBy((eb) => eb.case().when('name', '=', OFFICE_PROJECT).then(0).else(1).end())
    .orderBy('id')
    .select('id')
    .executeTakeFirst()
  if (!found) throw new Refusal(400, 'task.noProject')
  return found.id
}

/**
 * Writes down what somebody of the meeting is to do: a task of theirs, of which they are told. @returns the task's id
 * @throws Refusal 400 for who isn't in the meeting, a cancelled one, and more than a meeting has
 */
export async function addAction(
  desk: FilingDesk,
  person: TaskPerson,
  { meetingID, userID, subject, dueDate }: NewMeetingAction,
): Promise<number> {
  const { db, clock } = desk
  // How many there are is decided for one at a time, also on several servers.
  await holdTurn(db)
  const meeting = await db
    .selectFrom('meetings as m')
    .innerJoin('meetingPeople as p', 'p.meetingID', 'm.id')
    .where('m.id', '=', meetingID)
    .where('m.cancelledAt', 'is', null)
    .where('p.userID', '=', userID)
    .where('p.cancelledAt', 'is', null)
    .select('m.subject')
    .executeTakeFirst()
  if (!meeting) throw new Refusal(400, 'meeting.notInIt')
  const { count } = await db
    .selectFrom('meetingActions')
    .where('meetingID', '=', meetingID)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) >= MEETING_ACTIONS_MAX)
    throw new Refusal(400, 'meeting.tooManyActions', { max: MEETING_ACTIONS_MAX })
  const now = clock()
  const { description: _none, ...usual } = quickTaskDefaults(now)
  const due = Date.parse(dueDate)
  // What is due before a quick task would end is over by then.
  const eventEnd = Math.min(Date.parse(usual.eventEnd), due)
  const eventStart = Math.min(Date.parse(usual.eventStart), eventEnd)
  const taskID = await makeTask(desk, person, {
    ...{ ...usual, userID, subject, dueDate, projectID: await officeProject(db) },
    ...{ eventStart: new Date(eventStart).toISOString(), eventEnd: new Date(eventEnd).toISOString() },
    description: `Agreed on in the meeting ‘${meeting.subject}’.`,
  })
  await db.insertInto('meetingActions').values({ taskID, meetingID }).execute()
  return taskID
}
