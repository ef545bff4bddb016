import type { ChecklistItem } from '#shared/contract/checklist.ts'
import { cleanFileName } from '#shared/domain/chat-files.ts'
import { CHECKLIST_FILE_TYPE, isOnOwnList, startsLikePdf } from '#shared/domain/checklist.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { AreaHandlers, Caller } from '../http/handlers.ts'
import { Refusal } from '../refusal.ts'

interface ChecklistServices {
  readonly db: Database
  readonly clock: Clock
}

/** The tasks of new people with what somebody did of them. */
const itemsOf = (db: Database, userID: number) =>
  db
    .selectFrom('onboardingTasks as task')
    .leftJoin('checklistItems as item', (join) =>
      join.onRef('item.taskID', '=', 'task.id').on('item.userID', '=', userID),
    )
    .leftJoin('users as actor', 'actor.id', 'item.actionedBy')
    .select(['task.id', 'task.task', 'task.responsible', 'task.applyTo', 'task.actionNeeded as taskAction'])
    .select(['task.deletedAt', 'item.completedAt', 'item.fileName', 'actor.userName as actionedBy'])

type Row = Awaited<ReturnType<ReturnType<typeof itemsOf>['execute']>>[number]

/** One that is done stays on the list whatever became of the task since. */
const isListed = (row: Row, userType: string): boolean =>
  row.completedAt !== null || (row.deletedAt === null && isOnOwnList(row, userType))

const itemOf = (row: Row, userID: number): ChecklistItem => ({
  id: row.id,
  userID,
  task: row.task,
  // The form of these tasks asks for none (spec 1 §5).
  description: '',
  actionedBy: row.completedAt === null ? '' : (row.actionedBy ?? ''),
  actionedTime: row.completedAt === null ? null : new Date(row.completedAt).toISOString(),
  taskAction: row.taskAction,
  fileName: row.fileName ?? '',
})

/** What a person has to do once, out of the tasks of new people that are meant for them (spec 3 §3, §4). */
export function checklistHandlers({ db, clock }: ChecklistServices): AreaHandlers<'checklist'> {
  const userTypeOf = async ({ userID }: Caller) =>
    (await db.selectFrom('users').where('id', '=', userID).select('userType').executeTakeFirstOrThrow())
      .userType

  /** @throws Refusal 400 for what isn't on the person's own list */
  async function requireItem(
    caller: Caller,
    of: { taskID: number; userID?: number; trainingID?: number | null | undefined },
  ): Promise<Row> {
    if (of.userID !== undefined && of.userID !== caller.userID)
      throw new Refusal(400, 'checklist.somebodyElse')
    if (of.trainingID) throw new Refusal(400, 'checklist.noTraining')
    const row = await itemsOf(db, caller.userID).where('task.id', '=', of.taskID).executeTakeFirst()
    if (!row || !isListed(row, await userTypeOf(caller))) throw new Refusal(400, 'checklist.gone')
    return row
  }

  /** Done twice is done once: who did it first, and when, stays. */
  const complete = (userID: number, taskID: number, file: { fileName: string; content: Uint8Array } | null) =>
    db
      .insertInto('checklistItems')
      .values({
        userID,
        taskID,
        completedAt: clock(),
        actionedBy: userID,
        fileName: '',
        content: null,
        ...file,
      })
      .onConflict((conflict) =>
        conflict.columns(['userID', 'taskID']).doUpdateSet((e) => ({
          completedAt: e.fn.coalesce('checklistItems.completedAt', e.val(clock())),
          actionedBy: userID,
          ...file,
          // What is uploaded anew hasn't been looked at.
          ...(file !== null && { approvedAt: null, approvedBy: null }),
          rejectReason: '',
        })),
      )
      .execute()

  return {
    checklistState: async ({ filterTasksIds }, { caller }) => {
      const only = new Set(filterTasksIds)
      const userType = await userTypeOf(caller)
      const rows = (await itemsOf(db, caller.userID).orderBy('task.id').execute()).filter(
        (row) => isListed(row, userType) && (only.size === 0 || only.has(row.id)),
      )
      const done = rows.filter(({ completedAt }) => completedAt !== null)
      const newestFirst = done.sort((a, b) => (b.completedAt ?? 0) - (a.completedAt ?? 0) || b.id - a.id)
      return {
        completedTasks: newestFirst.map((row) => itemOf(row, caller.userID)),
        incompleteTasks: rows
          .filter(({ completedAt }) => completedAt === null)
          .map((row) => itemOf(row, caller.userID)),
      }
    },

    validateChecklistItem: async ({ taskID }, { caller }) => {
      const { taskAction } = await requireItem(caller, { taskID })
      return { actionNeeded: taskAction }
    },

    completeChecklistItem: async (input, { caller }) => {
      const { taskAction, fileName } = await requireItem(caller, input)
      if (taskAction === 'UPLOAD_PDF' && !fileName) throw new Refusal(400, 'checklist.needsFile')
      await complete(caller.userID, input.taskID, null)
      return { done: true }
    },

    reopenChecklistItem: async (input, { caller }) => {
      const { deletedAt } = await requireItem(caller, input)
      // It couldn't be completed again: nobody is asked for it any more.
      if (deletedAt !== null) throw new Refusal(400, 'checklist.gone')
      await db
        .updateTable('checklistItems')
        .set({ completedAt: null, actionedBy: null, approvedAt: null, approvedBy: null })
        .where('userID', '=', caller.userID)
        .where('taskID', '=', input.taskID)
        .execute()
      return { done: true }
    },

    completeChecklistItemWithFile: async ({ file, ...input }, { caller }) => {
      await requireItem(caller, input)
      const content = await file.bytes()
      if (!startsLikePdf(content)) throw new Refusal(400, 'file.invalidFormat')
      await complete(caller.userID, input.taskID, { fileName: cleanFileName(file.name), content })
      return { done: true }
    },

    checklistFile: async ({ taskID }, { caller }) => {
      const file = await db
        .selectFrom('checklistItems')
        .where('userID', '=', caller.userID)
        .where('taskID', '=', taskID)
        .select(['fileName', 'content'])
        .executeTakeFirst()
      if (!file?.content) throw new Refusal(400, 'checklist.noFile')
      return { fileName: file.fileName, contentType: CHECKLIST_FILE_TYPE, content: file.content }
    },
  }
}
