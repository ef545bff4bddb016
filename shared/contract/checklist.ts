import * as z from 'zod/mini'
import { CHECKLIST_FILE_MAX_BYTES, CHECKLIST_TEXT, checklistFileProblem } from '../domain/checklist.ts'
import { call } from './http-call.ts'
import { taskAction } from './onboarding.ts'
import { done, idText, recordID, timestamp, userID } from './primitives.ts'

const PERMISSION = 'MY_PROFILE_CAN_SEE_MY_CHECKLIST'

/** Something that a person has to do once (spec 3 §3). */
export const checklistItem = z.object({
  /** The task's id; only together with `userID` it names an item. */
  id: recordID,
  userID,
  task: z.string(),
  description: z.string(),
  /** Who completed it; '' before that. */
  actionedBy: z.string(),
  /** When it was completed; null before that. */
  actionedTime: z.nullable(timestamp),
  taskAction,
  /** The name of the PDF that was uploaded; '' where there is none. */
  fileName: z.string(),
})
export type ChecklistItem = z.output<typeof checklistItem>

const answersDone = { response: done, spec: '3 §7', permission: PERMISSION } as const
const oneItem = z.object({
  taskID: recordID,
  userID,
  /** The training that the task belongs to; 0 or nothing for none. */
  trainingID: z.optional(z.nullable(z.int())),
})

export const checklistState = call({
  path: '/api/itracker/tasks/tasks/get-user-state',
  request: z.object({
    /** Only these tasks; an empty list means all. */
    filterTasksIds: z.array(recordID).check(z.maxLength(1000)),
  }),
  response: z.object({
    completedTasks: z.array(checklistItem),
    incompleteTasks: z.array(checklistItem),
  }),
  summary: 'What the person has to do, oldest first, and what they have done, newest first.',
  spec: '3 §7',
  permission: PERMISSION,
  scope: 'checklist:read',
})

export const validateChecklistItem = call({
  path: '/api/itracker/tasks/validate',
  request: z.object({ taskID: recordID }),
  response: z.object({ actionNeeded: taskAction }),
  summary: 'What completing an item of one’s own needs: UPLOAD_PDF or NONE.',
  spec: '3 §7',
  permission: PERMISSION,
})

export const completeChecklistItem = call({
  path: '/api/itracker/tasks/complete',
  request: oneItem,
  ...answersDone,
  summary:
    'Completes an item of one’s own that needs no PDF, or has kept the one uploaded before. Twice is once.',
})

export const reopenChecklistItem = call({
  path: '/api/itracker/tasks/incomplete',
  request: oneItem,
  ...answersDone,
  summary: 'Puts a completed item back to what is to do; its PDF is kept until another takes its place.',
})

export const completeChecklistItemWithFile = call({
  path: '/api/itracker/tasks/complete-with-attachment',
  sends: 'multipart',
  fileMax: CHECKLIST_FILE_MAX_BYTES,
  request: z.object({
    file: z.file().check(
      z.superRefine((file, context) => {
        const message = checklistFileProblem(file)
        if (message !== null) context.addIssue({ code: 'custom', message, input: file })
      }),
    ),
    taskID: idText,
    userID: z.union([userID, idText]),
  }),
  ...answersDone,
  summary: `Completes an item with a PDF of 30 MB at most; another file answers 400 '${CHECKLIST_TEXT.invalidFormat}'.`,
})

export const checklistFile = call({
  path: '/api/itracker/tasks/attachment',
  answers: 'blob',
  request: z.object({ taskID: recordID }),
  response: z.unknown(),
  summary: 'The PDF that the person uploaded to an item.',
  spec: '3 §7',
  permission: PERMISSION,
  extension: true,
})
