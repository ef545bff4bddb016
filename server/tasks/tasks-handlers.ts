import { contains } from '../db/like.ts'
import type { AreaHandlers } from '../http/handlers.ts'
import type { LiveShell } from '../shell/live-shell.ts'
import { addFile, type FilingDesk, readFile, removeFile } from './files.ts'
import { setLink } from './links.ts'
import { historyOf, tasksInTime, tasksPage, wholeTask } from './listing.ts'
import { makeTask } from './making.ts'
import { type TaskPublisher, taskPublisher } from './publisher.ts'
import { type ChattingTaskDesk, openChat } from './room.ts'
import { changeTask, changeTasks, setDeleted } from './write.ts'

interface TaskServices extends Omit<FilingDesk, 'publisher'>, Pick<ChattingTaskDesk, 'peopleAdded'> {
  readonly shell: Pick<LiveShell, 'main'>
  /** Tells people of notifications that were kept. */
  readonly publisher: Pick<TaskPublisher, 'notified'>
}

const DONE = { done: true } as const
const PROJECTS_MAX = 30

/** Tasks, what they have to do with each other, and the projects that they belong to (spec 3 §3, §7). */
export function tasksHandlers(services: TaskServices): AreaHandlers<'tasks'> {
  const { db, clock } = services
  const publisher = taskPublisher(services.shell, (kept) => services.publisher.notified(kept))
  const desk = { ...services, publisher }
  return {
    searchProjects: ({ searchTerm }) => {
      const term = searchTerm.trim()
      return db
        .selectFrom('projects')
        .where((eb) =>
          eb.or([
            contains('name', term),
            contains('code', term),
            ...(/^\d{1,15}$/.test(term) ? [eb('id', '=', Number(term))] : []),
          ]),
        )
        .orderBy('name')
        .orderBy('id')
        .limit(PROJECTS_MAX)
        .select(['id', 'name'])
        .execute()
    },

    addTask: async (task, { caller }) => ({ taskID: await makeTask(desk, caller, task) }),
    loadTasks: (wanted, { caller }) => tasksInTime(db, caller, wanted),
    listTasks: (list, { caller }) => tasksPage(db, caller, list, clock()),
    getTask: ({ taskID }, { caller }) => wholeTask(db, caller, taskID),
    updateTask: async (change, { caller }) => ({ version: (await changeTask(desk, caller, change)).version }),
    changeTasks: ({ changes }, { caller }) => changeTasks(desk, caller, changes),
    deleteTask: async ({ taskID }, { caller }) => {
      await setDeleted(desk, caller, taskID, true)
      return DONE
    },
    restoreTask: async ({ taskID }, { caller }) => {
      await setDeleted(desk, caller, taskID, false)
      return DONE
    },
    linkTask: async (link, { caller }) => {
      await setLink(desk, caller, link, true)
      return DONE
    },
    unlinkTask: async (link, { caller }) => {
      await setLink(desk, caller, link, false)
      return DONE
    },
    taskHistory: (wanted, { caller }) => historyOf(db, caller, wanted),
    openTaskChat: ({ taskID }, { caller }) => openChat(desk, caller, taskID),
    addTaskFile: ({ taskID, file }, { caller }) => addFile(desk, caller, taskID, file),
    removeTaskFile: async ({ taskID, fileID }, { caller }) => {
      await removeFile(desk, caller, taskID, fileID)
      return DONE
    },
    downloadTaskFile: ({ taskID, fileID }, { caller }) => readFile(desk, caller, taskID, fileID),
  }
}
