import { createContext, useContext } from 'react'
import type { TaskConfig } from '#shared/contract/settings-entities.ts'
import type { TaskChange, TaskRow } from '#shared/contract/task-entities.ts'

/** A change of one task that somebody asks for. */
export interface Wanted {
  readonly task: TaskRow
  readonly set: TaskChange
}

export interface Planner {
  readonly config: TaskConfig
  readonly userID: number
  /** Whether the person plans tasks: adds them, and gives them to others. */
  readonly plans: boolean
  readonly open: (taskID: number) => void
  /** Changes tasks at once, with a way back for ten seconds. Never rejects. */
  readonly change: (wanted: readonly Wanted[], said: string) => Promise<void>
  /** Whether the person may delete tasks. */
  readonly deletes: boolean
  /** Deletes a task, with a way back for ten seconds; nothing where the person may not. */
  readonly remove: (task: Pick<TaskRow, 'id' | 'taskName' | 'mayChange'>) => void
  /** Finishes a task, or opens a finished one again. */
  readonly toggle: (task: TaskRow) => void
}

const PlannerContext = createContext<Planner | null>(null)
export const PlannerProvider = PlannerContext.Provider

/** @throws outside a planner */
export function usePlanner(): Planner {
  const planner = useContext(PlannerContext)
  if (!planner) throw new Error('usePlanner needs a planner above it')
  return planner
}
