/**
 * Keys of the task planner: its listener, its own list of keys and the sheet of keyboard shortcuts go by this
 * table. `keys` are as `KeyboardEvent.key` names them, `shown` as a person reads them.
 */
export const TASK_KEYS = [
  { id: 'new', keys: ['n'], shown: ['N'], does: 'New task' },
  { id: 'search', keys: ['/'], shown: ['/'], does: 'Search in the tasks' },
  {
    id: 'tab',
    keys: ['1', '2', '3', '4', '5', '6'],
    shown: ['1', '…', '6'],
    does: 'My day, my week, board, my tasks, delegated, all',
  },
  { id: 'down', keys: ['ArrowDown', 'j'], shown: ['↓'], does: 'The next task' },
  { id: 'up', keys: ['ArrowUp', 'k'], shown: ['↑'], does: 'The task before' },
  { id: 'open', keys: ['Enter'], shown: ['Enter'], does: 'Open the task' },
  { id: 'finish', keys: ['c'], shown: ['C'], does: 'Finish it, or open it again' },
  { id: 'select', keys: ['x'], shown: ['X'], does: 'Select it' },
  { id: 'delete', keys: ['Delete'], shown: ['Del'], does: 'Delete it' },
  {
    id: 'take',
    keys: [' '],
    shown: ['Space'],
    does: 'Take it up on a board: arrow keys move it, Enter puts it down, Escape puts it back',
  },
  { id: 'undo', keys: ['z'], shown: ['Ctrl', 'Z'], does: 'Undo the last change' },
  { id: 'step', keys: [], shown: ['Alt', '↑ ↓'], does: 'From the open task to its neighbours' },
  { id: 'close', keys: ['Escape'], shown: ['Esc'], does: 'Close the task, then the planner' },
] as const

export type TaskKeyID = (typeof TASK_KEYS)[number]['id']

/** What a key means in the planner; null for nothing. */
export const taskKeyOf = (key: string): TaskKeyID | null =>
  TASK_KEYS.find(({ keys }) => (keys as readonly string[]).includes(key))?.id ?? null
