import type { ChatAddress } from '#shared/contract/chat-address.ts'
import { addToThread, addToTopics } from '../chat/membership.ts'
import type { Database } from '../db/database.ts'
import { requireTask, TASK_ROOMS } from './access.ts'
import { taskConfigOf } from './config.ts'
import type { TaskPerson } from './rights.ts'
import { nameOfTask, type StoredTask } from './rows.ts'
import { keepHistory, type TaskDesk } from './write.ts'

export interface ChattingTaskDesk extends TaskDesk {
  /** These people are now in the conversation. */
  readonly peopleAdded: (threadIDs: readonly number[], userIDs: readonly number[]) => void
}

/** The task's conversation. */
export function roomOf(db: Database, taskID: number) {
  return db
    .selectFrom('threads')
    .where('source', 'in', TASK_ROOMS)
    .where('sourceID', '=', taskID)
    .orderBy('id')
    .select(['id', 'source', 'sourceID'])
    .executeTakeFirst()
}

/** The conversation for somebody who is in it, and whether there is one at all. */
export async function chatOf(
  db: Database,
  userID: number,
  taskID: number,
): Promise<{ chat: ChatAddress | null; hasChat: boolean }> {
  const room = await roomOf(db, taskID)
  if (!room) return { chat: null, hasChat: false }
  const member = await db
    .selectFrom('threadMembers')
    .where('threadID', '=', room.id)
    .where('userID', '=', userID)
    .select('userID')
    .executeTakeFirst()
  const { source, sourceID } = room
  return { chat: member ? { source, sourceID } : null, hasChat: true }
}

/** The room of the task that this one is part of, if it has one. */
async function parentRoomOf(
  trx: Database,
  taskID: number,
): Promise<{ isPart: boolean; roomID: number | null }> {
  const parent = await trx
    .selectFrom('taskLinks')
    .where('toID', '=', taskID)
    .where('kind', '=', 'PARENT_OF')
    .select('fromID')
    .executeTakeFirst()
  const room = parent && (await roomOf(trx, parent.fromID))
  return { isPart: parent !== undefined, roomID: room?.id ?? null }
}

async function makeRoom(trx: Database, task: StoredTask, at: number): Promise<number> {
  const { isPart, roomID } = await parentRoomOf(trx, task.id)
  const { id } = await trx
    .insertInto('threads')
    .values({
      type: 'CHATROOM',
      source: isPart ? 'SUBTASK' : 'TASK_CHAT',
      sourceID: task.id,
      label: `${isPart ? 'SUBTASK' : 'TASK'}: ${task.id}`,
      displayLabel: nameOfTask(task, await taskConfigOf(trx)),
      displayGroupLabel: 'Tasks',
      isGroup: 1,
      parentID: roomID,
      status: task.status,
      priority: task.priority,
      createdAt: at,
      lastMessageID: null,
      lastMessageTime: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Opens the task's conversation: made for whose task it is and who made it when somebody first asks for it, and
 * joined by whoever asks. @throws Refusal 400 as requireTask
 */
export async function openChat(
  { db, clock, peopleAdded }: ChattingTaskDesk,
  person: TaskPerson,
  taskID: number,
): Promise<ChatAddress> {
  const joined = await db.transaction().execute(async (trx) => {
    const task = await requireTask(trx, person, taskID)
    const at = clock()
    const known = await roomOf(trx, taskID)
    const threadID = known?.id ?? (await makeRoom(trx, task, at))
    const first = known ? [] : [task.userID, task.createdBy].filter((id) => id !== null)
    const userIDs = await addToThread(trx, threadID, [...new Set([...first, person.userID])])
    if (!known) await keepHistory(trx, taskID, at, person, { event: 'CHAT_STARTED' })
    return { threadIDs: [threadID, ...(await addToTopics(trx, threadID, userIDs))], userIDs }
  })
  if (joined.userIDs.length > 0) peopleAdded(joined.threadIDs, joined.userIDs)
  const room = await roomOf(db, taskID)
  return { source: room?.source ?? 'TASK_CHAT', sourceID: taskID }
}
