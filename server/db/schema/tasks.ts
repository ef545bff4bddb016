import type { ColumnType, Generated } from 'kysely'
import type { TaskEvent } from '#shared/contract/task-entities.ts'
import type { ProjectPriority } from '#shared/domain/allocation.ts'
import type { ProjectKind, ProjectStatus } from '#shared/domain/projects.ts'
import type { MonitoringConsent } from '#shared/domain/quality.ts'
import type { TaskStatusKind } from '#shared/domain/task-lists.ts'
import type { TESTING_STATUSES } from '#shared/domain/tasks.ts'
import type { Priority } from '#shared/domain/tickets.ts'
import type { Time } from './time.ts'

/** A project's client. */
export interface EpicTable {
  id: Generated<number>
  name: string
  createdAt: Time
}

/** What the company works on. A project's room has the same id. */
export interface ProjectTable {
  id: Generated<number>
  /** Short and unique. */
  code: string
  name: string
  epicID: number | null
  /** Spec 4 §2.1. */
  kind: ProjectKind
  status: Generated<ProjectStatus>
  /** YYYY-MM-DD; null where it isn't known. */
  start: ColumnType<string | null, string | null | undefined>
  end: ColumnType<string | null, string | null | undefined>
  targetCompletes: Generated<number>
  /** What is expected of an hour. */
  interviewsPerHour: Generated<number>
  /** How long an interview is expected to last. */
  expectedMinutes: Generated<number>
  /** Whether its interviews may be heard live. */
  monitoringConsent: Generated<MonitoringConsent>
  /** By which its interviews are reviewed; null for the first active form of a kind. */
  qcFormID: ColumnType<number | null, number | null | undefined>
  /** IANA name; its calling hours are meant in it. */
  timeZone: Generated<string>
  /** JSON of `CallingTime`; none for any time. */
  callingHours: Generated<string>
  priority: Generated<ProjectPriority>
  /** Marked for switchers until then; null where it isn't. */
  boostedUntil: ColumnType<Time | null, Time | null | undefined>
  minimumPeople: Generated<number>
  /** At once; null for any number. */
  maximumPeople: ColumnType<number | null, number | null | undefined>
  createdAt: Time
}

/** Tasks (spec 3 §3). */
export interface TaskTable {
  id: Generated<number>
  /** Whose task it is. */
  userID: number
  projectID: number
  /** One of the task config's prefixes. */
  prefixID: Generated<number | null>
  subject: string
  description: string
  eventStart: Time
  eventEnd: Time
  dueDate: Time
  priority: Priority
  /** From the effort scale, as text. */
  storyPoint: string
  requiredHours: number
  sprint: string
  milestone: string
  /** One of the installation's statuses, and its kind. */
  status: string
  statusKind: Generated<TaskStatusKind>
  testingStatus: Generated<(typeof TESTING_STATUSES)[number]>
  /** When it was last finished; null while it isn't. */
  completionTime: Generated<Time | null>
  /** JSON of the call that made it. The links themselves are in `taskLinks`. */
  relationship: string | null
  /** JSON: its filled-in template. */
  template: string | null
  /** The message that it came from. */
  chatMessageID: number | null
  createdBy: number | null
  createdAt: Time
  /** Number of its last change, from 1. */
  version: Generated<number>
  updatedAt: Generated<Time>
  updatedBy: Generated<number | null>
  /** When it was deleted; null for all others. */
  deletedAt: Generated<Time | null>
}

/** Links between tasks. Each is stored once; its name from the other side is derived. */
export interface TaskLinkTable {
  fromID: number
  toID: number
  kind: 'BLOCKS' | 'PARENT_OF'
}

/** A task's file: in the file store or, for old ones, in `content`. */
export interface TaskFileTable {
  id: Generated<number>
  taskID: number
  fileName: string
  contentType: string
  /** In bytes. */
  size: number
  content: ColumnType<Uint8Array | null>
  storedAs: string | null
  addedBy: number | null
  addedAt: Time
}

export interface TaskHistoryTable {
  id: Generated<number>
  taskID: number
  eventTime: Time
  event: TaskEvent
  byID: number | null
  text: string
  /** JSON: the fields with their old and new values. */
  changes: string
}

/** What who works on a project has to know. */
export interface ProjectBriefTable {
  projectID: number
  /** Each text that was saved is another one. */
  version: number
  text: string
  /** 1 where it has to be read before the first AVAILABLE on the project. */
  isRequired: number
  changedBy: number | null
  changedAt: Time
}

/** Who opened which version of a brief. */
export interface ProjectBriefReadTable {
  projectID: number
  userID: number
  version: number
  at: Time
}
