export { AddTaskDialog } from './add/AddTaskDialog.tsx'
export { TaskSchedulerScreen } from './planner/TaskSchedulerScreen.tsx'
export { TasksDialog } from './planner/TasksDialog.tsx'
