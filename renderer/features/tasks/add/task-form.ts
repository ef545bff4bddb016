import * as z from 'zod/mini'
import type { RequestOf } from '#shared/contract/http-call.ts'
import type { TaskConfig } from '#shared/contract/settings-entities.ts'
import { filledTemplate } from '#shared/contract/task-entities.ts'
import type { addTask } from '#shared/contract/tasks.ts'
import { extensionOf } from '#shared/domain/chat-files.ts'
import { londonField, momentOfField } from '#shared/domain/london-time.ts'
import { missingFields } from '#shared/domain/task-templates.ts'
import {
  LINK_TYPES,
  mandatoryMissing,
  quickTaskDefaults,
  REQUIRED_HOURS_MIN,
  STORY_POINTS,
  TASK_FILE_EXTENSIONS,
  TASK_FILE_MAX_BYTES,
  TASK_FILES_MAX,
  TASK_PRIORITIES,
  TASK_TEXT,
  TESTING_STATUSES,
} from '#shared/domain/tasks.ts'

const option = z.nullable(z.object({ id: z.int(), name: z.string() }))

/** What is in the form, as its fields have it; times are London's, 'YYYY-MM-DDTHH:mm'. */
export const taskForm = z.object({
  subject: z.string(),
  description: z.string(),
  prefixID: z.string(),
  project: option,
  person: option,
  start: z.string(),
  end: z.string(),
  due: z.string(),
  hours: z.string(),
  storyPoint: z.string(),
  priority: z.enum(TASK_PRIORITIES),
  status: z.string(),
  testingStatus: z.enum(TESTING_STATUSES),
  sprint: z.string(),
  milestone: z.string(),
  linkType: z.enum([...LINK_TYPES, '']),
  linkTask: option,
  template: z.nullable(filledTemplate),
})
export type TaskForm = z.output<typeof taskForm>

/** The form until somebody changes it: a quick task of one's own, without its description (spec 3 §3). */
export function startingForm(me: { readonly id: number; readonly name: string }, now: number): TaskForm {
  const defaults = quickTaskDefaults(now)
  const field = (iso: string) => londonField(Date.parse(iso))
  return {
    subject: '',
    description: '',
    prefixID: '',
    project: null,
    person: me,
    start: field(defaults.eventStart),
    end: field(defaults.eventEnd),
    due: `${londonField(now).slice(0, 10)}T23:59`,
    hours: String(defaults.requiredHours),
    storyPoint: defaults.storyPoint,
    priority: defaults.priority,
    status: '',
    testingStatus: 'TESTING NOT REQUIRED',
    sprint: '',
    milestone: '',
    linkType: '',
    linkTask: null,
    template: null,
  }
}

/** Whether the form may be saved: subject and description aren't blank, and there is a project (spec 3 §5). */
export const isComplete = ({ subject, description, project }: TaskForm): boolean =>
  subject.trim() !== '' && description.trim() !== '' && (project?.id ?? 0) > 0

/** What is still wrong with a complete form; null where it can be sent (spec 3 §5). */
export function problemOf(form: TaskForm, config: Pick<TaskConfig, 'prefixes'>): string | null {
  const [start, end, due] = [form.start, form.end, form.due].map(momentOfField) as [number, number, number]
  if ([start, end, due].some(Number.isNaN)) return PROBLEMS.noDate
  if (end < start) return TASK_TEXT.endBeforeStart
  if (config.prefixes.length > 0 && start > due) return TASK_TEXT.dueBeforeStart
  if (!(Number(form.hours) >= REQUIRED_HOURS_MIN)) return PROBLEMS.fewHours
  if (form.person === null) return PROBLEMS.noPerson
  const missing = form.template ? missingFields(form.template) : []
  return missing.length > 0 ? mandatoryMissing(missing) : null
}

export const PROBLEMS = {
  noDate: 'A task has a start, an end and a due date.',
  fewHours: `A task takes ${REQUIRED_HOURS_MIN} hours at least.`,
  noPerson: 'Choose whose task it is.',
  tooManyFiles: `A task has ${TASK_FILES_MAX} files at most.`,
} as const

const ALLOWED: readonly string[] = TASK_FILE_EXTENSIONS

/** Why a file isn't taken; null where it is. A template's field takes some kinds only (spec 3 §5). */
export function fileProblem({ name, size }: Pick<File, 'name' | 'size'>, ofTemplate: boolean): string | null {
  if (size > TASK_FILE_MAX_BYTES) return TASK_TEXT.fileTooBig
  return ofTemplate && !ALLOWED.includes(extensionOf(name)) ? TASK_TEXT.fileType : null
}

/** The files that a task is given with those that are chosen now, and why some aren't taken. */
export function filesWith(before: readonly File[], chosen: readonly File[]) {
  const taken = chosen.filter((file) => fileProblem(file, false) === null)
  const problem = chosen.map((file) => fileProblem(file, false)).find((one) => one !== null) ?? null
  const files = [...before, ...taken]
  return files.length > TASK_FILES_MAX
    ? { files: files.slice(0, TASK_FILES_MAX), problem: PROBLEMS.tooManyFiles }
    : { files, problem }
}

/** The call of a complete form without a problem. */
export function requestOf(form: TaskForm, files: readonly File[]): RequestOf<typeof addTask> {
  const iso = (field: string) => new Date(momentOfField(field)).toISOString()
  const { linkType, linkTask, template, prefixID } = form
  return {
    userID: form.person?.id ?? 0,
    projectID: form.project?.id ?? 0,
    subject: form.subject.trim(),
    description: form.description.trim(),
    eventStart: iso(form.start),
    eventEnd: iso(form.end),
    dueDate: iso(form.due),
    priority: form.priority,
    storyPoint: STORY_POINTS.find(({ points }) => points === form.storyPoint)?.points ?? '5',
    requiredHours: Number(form.hours),
    sprint: form.sprint,
    milestone: form.milestone,
    status: form.status,
    testingStatus: form.testingStatus,
    ...(prefixID === '' ? {} : { prefixID: Number(prefixID) }),
    ...(linkType === '' || linkTask === null
      ? {}
      : { relationshipJSON: JSON.stringify({ type: linkType, payload: { id: linkTask.id } }) }),
    ...(template === null ? {} : { template: JSON.stringify(template) }),
    ...(files.length === 0 ? {} : { files: [...files] }),
  }
}
