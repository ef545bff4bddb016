import type { TaskEvent } from '#shared/contract/task-entities.ts'
import { LOCALE } from '#shared/domain/locale.ts'
import type { LinkType } from '#shared/domain/tasks.ts'
import type { Tab } from './planner/use-planner-address.ts'

const many = (count: number, one: string, more: string) =>
  `${count.toLocaleString(LOCALE)} ${count === 1 ? one : more}`

export const TAB_LABELS: Readonly<Record<Tab, string>> = {
  day: 'My day',
  due: 'Due',
  week: 'My week',
  board: 'Board',
  mine: 'My tasks',
  delegated: 'Delegated',
  all: 'All',
}

/** What the planner says. What the documents quote is in shared/domain/tasks.ts. */
export const TEXT = {
  tasks: 'Tasks',
  close: 'Close',
  views: 'Views of tasks',
  loading: 'Loading tasks',
  failed: 'The tasks could not be fetched.',
  search: 'Search tasks',
  filters: 'Filters',
  anyStatus: 'Any status',
  anyPriority: 'Any priority',
  status: 'Filter by status',
  priority: 'Filter by priority',
  finished: 'Finished too',
  groupBy: 'Group by',
  sortBy: 'Sort by',
  clearAll: 'Clear all',
  pages: 'Pages of tasks',
  empty: {
    day: 'Nothing is left for today.',
    due: 'Nothing is due.',
    week: 'No tasks in this week.',
    board: 'You have no tasks yet.',
    mine: 'You have no open tasks.',
    delegated: 'You have given no open tasks to others.',
    all: 'No tasks yet.',
  } satisfies Readonly<Record<Tab, string>>,
  noMatch: 'Nothing matches these filters.',
  keys: 'Keys',
  overdue: 'Overdue',
  dueToday: 'Due today',
  later: 'Due later',
  earlier: 'Earlier',
  noProject: 'No project',
  today: 'Today',
  thisWeek: 'This week',
  previousWeek: 'Previous week',
  nextWeek: 'Next week',
  load: (hours: number) => `${hours.toLocaleString(LOCALE, { maximumFractionDigits: 2 })} h`,
  totals: (total: number, hours: number, overdue: number) =>
    `${many(total, 'task', 'tasks')} · ${hours.toLocaleString(LOCALE, { maximumFractionDigits: 2 })} h${overdue > 0 ? ` · ${overdue} overdue` : ''}`,

  finish: (name: string) => `Finish ${name}`,
  reopen: (name: string) => `Open ${name} again`,
  select: (name: string) => `Select ${name}`,
  open: (name: string) => `Open ${name}`,
  actions: (name: string) => `Actions for ${name}`,
  moveTo: (column: string) => `Move to ${column}`,
  due: (when: string) => `Due ${when}`,
  waitsFor: (count: number) => `Waits for ${many(count, 'task', 'tasks')}`,
  subtasks: (done: number, all: number) => `${done} of ${all} sub-tasks done`,
  blocked: 'Blocked',

  heldUp: (name: string, column: string) =>
    `${name} taken up from ${column}. Arrow keys move it, Enter puts it down, Escape puts it back.`,
  over: (name: string, column: string) => `${name} over ${column}`,
  putDown: (name: string, column: string) => `${name} put down in ${column}`,
  putBack: (name: string) => `${name} put back`,

  selected: (count: number) => `${count} selected`,
  selectAll: 'Select all on this page',
  clearSelection: 'Clear',
  setStatus: 'Set status',
  setPriority: 'Set priority',
  reschedule: 'Reschedule',
  tomorrow: 'Tomorrow',
  nextMonday: 'Next Monday',
  giveTo: 'Give to',
  undo: 'Undo',
  remove: 'Delete',
  deleted: (name: string) => `${name} deleted`,
  showMore: (count: number) => `Show ${count} more`,
  firstOf: (shown: number, total: number) =>
    `The first ${shown.toLocaleString(LOCALE)} of ${total.toLocaleString(LOCALE)} tasks.`,
  wholeList: 'All of them as a list',
  undone: 'Undone',
  changed: (count: number) => `${many(count, 'task', 'tasks')} changed`,
  someDone: (done: number, total: number) => `${done} of ${total} done`,
  finishedOne: (name: string) => `${name} finished`,
  reopened: (name: string) => `${name} opened again`,
  moved: (name: string, where: string) => `${name} moved to ${where}`,
  news: (count: number) => many(count, 'change by others', 'changes by others'),
} as const

/** What adding a task says. */
export const ADD_TEXT = {
  add: 'Add task',
  addSubtask: 'Add sub-task',
  line: 'New task, such as: QC review Fri 3pm 30m #Travel !high @priya',
  lineLabel: 'New task in a line',
  parts: 'What the line says',
  help: '#project, @person, !high, 30m, *5 for effort, a day and a time, due Friday',
  quick: 'Quick',
  full: 'Full',
  layout: 'Layout',
  toFull: 'More fields',
  find: 'Type to search',
  start: (when: string) => `Starts ${when}`,
  dueOn: (when: string) => `Due ${when}`,
  lasts: (hours: string) => `Takes ${hours}`,
  searching: (word: string) => `Looking for ${word}`,
  notFound: (word: string) => `${word} not found`,
  several: (name: string) => `${name}, the first of several`,
  me: 'Me',
  made: (id: number) => `Task ${id} added`,
  subject: 'Subject',
  description: 'Description',
  prefix: 'Prefix',
  noPrefix: 'None',
  project: 'Project',
  person: 'Whose task',
  starts: 'Starts',
  ends: 'Ends',
  due: 'Due',
  hours: 'Required hours',
  effort: 'Effort',
  priority: 'Priority',
  status: 'Status',
  testing: 'Testing',
  sprint: 'Sprint',
  milestone: 'Milestone',
  none: 'None',
  relationship: 'Relationship',
  relatesTo: 'To task',
  template: 'Template',
  files: 'Files',
  attach: 'Attach files',
  remove: (name: string) => `Remove ${name}`,
  save: 'Add task',
  cancel: 'Cancel',
  choose: 'Choose a file',
  odd: {
    unknown: (dataSource: string) =>
      `This field asks for ‘${dataSource}’, which isn’t known here: write it as text.`,
    'nothing-to-choose': () => 'There is nothing to choose from yet: write your answer.',
  },
  uploading: (share: number) => `Uploading, ${Math.round(share * 100)} %`,
  kept: 'What you typed is kept until you add the task or cancel.',
} as const

/** 'TESTING NOT REQUIRED' as people read it. */
export const testingLabel = (status: string): string => status.slice(0, 1) + status.slice(1).toLowerCase()

/** 'This task … that one.' */
export const LINK_WORDS: Readonly<Record<LinkType, string>> = {
  BLOCKING: 'Blocks',
  BLOCKED_BY: 'Waits for',
  CHILD: 'Is part of',
  PARENT: 'Has the part',
}

/** What the task page says. */
export const TASK_TEXTS = {
  task: (id: number) => `Task ${id}`,
  loading: (id: number) => `Loading task ${id}`,
  failed: 'The task could not be fetched.',
  close: 'Close task',
  next: 'Next task',
  previous: 'Previous task',
  copyLink: 'Copy link',
  remove: 'Delete task',
  tabs: 'Parts of the task',
  details: 'Details',
  conversation: 'Conversation',
  history: 'History',
  vault: 'Vault',
  facts: 'Facts',
  madeBy: (name: string, when: string) => `Added by ${name}, ${when}`,
  finishedAt: (when: string) => `Finished ${when}`,
  subtasks: 'Sub-tasks',
  links: 'Relationships',
  files: 'Files',
  noFiles: 'No files.',
  size: (bytes: number) =>
    bytes < 1_048_576
      ? `${Math.max(1, Math.round(bytes / 1024))} KB`
      : `${(bytes / 1_048_576).toFixed(1)} MB`,
  download: (name: string) => `Download ${name}`,
  removeFile: (name: string) => `Remove ${name}`,
  removeLink: (name: string) => `Remove the link with ${name}`,
  addLink: 'Add a relationship',
  findTask: 'Find a task',
  startChat: 'Open the conversation',
  noChat: 'Nobody has written about this task yet.',
  joinChat: 'You are not in the conversation of this task.',
  noHistory: 'Nothing has happened yet.',
  blockedBy: 'This task waits for others.',
  lookAgain: 'Look at it again',
  reset: 'Take the newer',
  onlyLook: 'You may look at this task and not change it.',
} as const

const EVENT_WORDS: Readonly<Record<Exclude<TaskEvent, 'CHANGED' | 'LINKED' | 'UNLINKED'>, string>> = {
  ADDED: 'added the task',
  FILE_ADDED: 'added the file',
  FILE_REMOVED: 'removed the file',
  CHAT_STARTED: 'opened the conversation',
  DELETED: 'deleted the task',
  RESTORED: 'brought the task back',
}

/** 'added the file list.csv', as it follows a name. */
export function eventWords(event: TaskEvent, text: string): string {
  if (event === 'CHANGED') return 'changed'
  if (event === 'LINKED' || event === 'UNLINKED') {
    const [type = '', , ...name] = text.split(' ')
    const words = LINK_WORDS[type as LinkType] ?? type
    return `${event === 'LINKED' ? 'linked' : 'unlinked'}: ${words} ${name.join(' ')}`
  }
  return text === '' ? EVENT_WORDS[event] : `${EVENT_WORDS[event]} ${text}`
}

/** Fields as history names them. */
export const FIELD_WORDS: Readonly<Record<string, string>> = {
  userID: ADD_TEXT.person,
  projectID: ADD_TEXT.project,
  prefixID: ADD_TEXT.prefix,
  subject: ADD_TEXT.subject,
  description: ADD_TEXT.description,
  eventStart: ADD_TEXT.starts,
  eventEnd: ADD_TEXT.ends,
  dueDate: ADD_TEXT.due,
  priority: ADD_TEXT.priority,
  storyPoint: ADD_TEXT.effort,
  requiredHours: ADD_TEXT.hours,
  sprint: ADD_TEXT.sprint,
  milestone: ADD_TEXT.milestone,
  status: ADD_TEXT.status,
  testingStatus: ADD_TEXT.testing,
}
