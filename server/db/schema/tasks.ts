import type { ColumnType, Generated } from 'kysely'
import type { TaskEvent } from '#shared/contract/task-entities.ts'
import type { TaskStatusKind } from '#shared/domain/task-lists.ts'
import type { TESTING_STATUSES } from '#shared/domain/tasks.ts'
import type { Priority } from '#shared/domain/tickets.ts'
import type { Time } from './time.ts'

/** Who projects are for. */
export interface EpicTable {
  id: Generated<number>
  name: string
  createdAt: Time
}

/** What the company works on; their rooms have the same ids. */
export interface ProjectTable {
  id: Generated<number>
  /** Short and unique. */
  code: string
  name: string
  epicID: number | null
  /** Spec 4 §2.1. */
  kind: 'CATI' | 'INBOUND' | 'CODING' | 'QUAL' | 'RECEPTION' | 'INTERNAL'
  createdAt: Time
}

/** What people have to do (spec 3 §3). */
export interface TaskTable {
  id: Generated<number>
  /** Whose task it is. */
  userID: number
  projectID: number
  /** Of the task config's prefixes. */
  prefixID: Generated<number | null>
  subject: string
  description: string
  eventStart: Time
  eventEnd: Time
  dueDate: Time
  priority: Priority
  /** Of the effort scale, as text. */
  storyPoint: string
  requiredHours: number
  sprint: string
  milestone: string
  /** As the installation's list calls it, and what that means there. */
  status: string
  statusKind: Generated<TaskStatusKind>
  testingStatus: Generated<(typeof TESTING_STATUSES)[number]>
  /** When it was finished last; null while it isn't. */
  completionTime: Generated<Time | null>
  /** JSON of the call that made it; links are kept in `taskLinks`. */
  relationship: string | null
  /** JSON: its template, filled in. */
  template: string | null
  /** The message that it came from. */
  chatMessageID: number | null
  createdBy: number | null
  createdAt: Time
  /** Counts its changes, from 1. */
  version: Generated<number>
  updatedAt: Generated<Time>
  updatedBy: Generated<number | null>
  /** Out of every list since then; null for all others. */
  deletedAt: Generated<Time | null>
}

/** Links are kept once; what the other task calls them is derived. */
export interface TaskLinkTable {
  fromID: number
  toID: number
  kind: 'BLOCKS' | 'PARENT_OF'
}

/** A file is in the file store or, where it is older than that, in `content`. */
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
  /** JSON: which fields, from what, to what. */
  changes: string
}
