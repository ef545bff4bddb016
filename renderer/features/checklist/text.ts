export const CHECKLIST_WORDS = {
  loading: 'Loading your checklist',
  failed: 'Your checklist could not be loaded.',
  none: 'Nothing is asked of you.',
  toDo: 'To do',
  completed: 'Completed',
  allDone: 'All done. Well done!',
  progress: 'Done of your checklist, in percent',
  doneOf: (done: number, all: number) => `${done} of ${all} done`,
  lead: 'Choose a task when you have done it. One that is done goes back when you choose it again.',
  complete: (task: string) => `Complete ${task}`,
  reopen: (task: string) => `Put ${task} back to do`,
  untitled: 'Task without a name',
  needsPdf: 'Needs a PDF',
  by: (name: string, time: string) => (name === '' ? time : `${name}, ${time}`),
  open: (file: string) => `Download ${file}`,
  back: (task: string) => `‘${task}’ is to do again.`,
  undo: 'Undo',
  /** Spec 3 §8. */
  completedNotice: 'Completed',
  toDoNotice: (count: number) => `${count} task(s) to do`,
} as const

/** The Upload File modal (spec 3 §2, §5). */
export const UPLOAD_WORDS = {
  title: 'Upload File',
  choose: 'Choose a PDF',
  another: 'Choose another',
  drop: 'or drop it here. PDF, 30 MB at most.',
  dropNow: 'Drop it here.',
  progress: 'Upload of the file',
  complete: 'Complete Task',
  cancel: 'Cancel',
  lock: 'A file is being uploaded. Leaving ends it.',
} as const
