import type { TaskConfig } from '#shared/contract/settings-entities.ts'
import type { TaskLink } from '#shared/contract/task-entities.ts'
import { type LinkType, REVERSED_LINK } from '#shared/domain/tasks.ts'
import type { Database } from '../db/database.ts'
import type { TaskLinkTable } from '../db/schema/tasks.ts'
import { Refusal } from '../refusal.ts'
import { requireChangeable, requireTask } from './access.ts'
import type { TaskPerson } from './rights.ts'
import { nameOfTask, selectTasks } from './rows.ts'
import { keepHistory, type TaskDesk, writeTask } from './write.ts'

/** How 'this task is {type} the other' is kept. */
function keptLink(taskID: number, type: LinkType, otherID: number): TaskLinkTable {
  switch (type) {
    case 'BLOCKING':
      return { fromID: taskID, toID: otherID, kind: 'BLOCKS' }
    case 'BLOCKED_BY':
      return { fromID: otherID, toID: taskID, kind: 'BLOCKS' }
    case 'PARENT':
      return { fromID: taskID, toID: otherID, kind: 'PARENT_OF' }
    case 'CHILD':
      return { fromID: otherID, toID: taskID, kind: 'PARENT_OF' }
  }
}

const AS_FROM = { BLOCKS: 'BLOCKING', PARENT_OF: 'PARENT' } as const

/** The task's links, those that it waits for and that it is part of first. */
export async function linksOf(db: Database, config: TaskConfig, taskID: number): Promise<TaskLink[]> {
  const rows = await db
    .selectFrom('taskLinks')
    .where((eb) => eb.or([eb('fromID', '=', taskID), eb('toID', '=', taskID)]))
    .selectAll()
    .execute()
  if (rows.length === 0) return []
  const otherOf = ({ fromID, toID }: TaskLinkTable) => (fromID === taskID ? toID : fromID)
  const others = await selectTasks(db)
    .where('t.id', 'in', rows.map(otherOf))
    .where('t.deletedAt', 'is', null)
    .execute()
  const ORDER: readonly LinkType[] = ['CHILD', 'BLOCKED_BY', 'BLOCKING', 'PARENT']
  return rows
    .flatMap((row) => {
      const other = others.find(({ id }) => id === otherOf(row))
      if (!other) return []
      const seen = AS_FROM[row.kind]
      const type = row.fromID === taskID ? seen : REVERSED_LINK[seen]
      const { id, status, statusKind, userName } = other
      return [{ type, taskID: id, taskName: nameOfTask(other, config), status, statusKind, userName }]
    })
    .sort((a, b) => ORDER.indexOf(a.type) - ORDER.indexOf(b.type) || a.taskID - b.taskID)
}

/** Whether `toID` is reached from `fromID` by links of a kind. */
async function reaches(
  trx: Database,
  kind: TaskLinkTable['kind'],
  fromID: number,
  toID: number,
): Promise<boolean> {
  const seen = new Set<number>()
  let edge = [fromID]
  while (edge.length > 0) {
    if (edge.includes(toID)) return true
    for (const id of edge) seen.add(id)
    const next = await trx
      .selectFrom('taskLinks')
      .where('kind', '=', kind)
      .where('fromID', 'in', edge)
      .select('toID')
      .execute()
    edge = next.map((row) => row.toID).filter((id) => !seen.has(id))
  }
  return false
}

/**
 * Links two tasks, in a transaction of the caller's.
 * @throws Refusal 400 for a task with itself, a link that is there, a second parent, and a circle
 */
export async function keepLink(
  trx: Database,
  taskID: number,
  type: LinkType,
  otherID: number,
): Promise<void> {
  if (taskID === otherID) throw new Refusal(400, 'task.toItself')
  const link = keptLink(taskID, type, otherID)
  const known = await trx
    .selectFrom('taskLinks')
    .where('toID', '=', link.toID)
    .where('kind', '=', link.kind)
    .select('fromID')
    .execute()
  if (known.some(({ fromID }) => fromID === link.fromID)) throw new Refusal(400, 'task.linked')
  if (link.kind === 'PARENT_OF' && known.length > 0) throw new Refusal(400, 'task.hasParent')
  if (await reaches(trx, link.kind, link.toID, link.fromID)) throw new Refusal(400, 'task.circle')
  await trx.insertInto('taskLinks').values(link).execute()
}

interface Linking {
  readonly taskID: number
  readonly type: LinkType
  readonly otherTaskID: number
}

/** Links or unlinks, with an entry in the history of both. @throws Refusal as keepLink, and for tasks that aren't the person's */
export async function setLink(
  desk: TaskDesk,
  person: TaskPerson,
  { taskID, type, otherTaskID }: Linking,
  isLinked: boolean,
): Promise<void> {
  await desk.db.transaction().execute(async (trx) => {
    const task = await requireChangeable(trx, person, taskID)
    const other = await requireTask(trx, person, otherTaskID)
    if (isLinked) await keepLink(trx, taskID, type, otherTaskID)
    else {
      const { fromID, toID, kind } = keptLink(taskID, type, otherTaskID)
      await trx
        .deleteFrom('taskLinks')
        .where('fromID', '=', fromID)
        .where('toID', '=', toID)
        .where('kind', '=', kind)
        .execute()
    }
    const at = desk.clock()
    const event = isLinked ? 'LINKED' : 'UNLINKED'
    await writeTask(trx, desk, person, task, at, { event, text: `${type} ${other.id} ${other.subject}` })
    await keepHistory(trx, other.id, at, person, {
      event,
      text: `${REVERSED_LINK[type]} ${task.id} ${task.subject}`,
    })
  })
}
