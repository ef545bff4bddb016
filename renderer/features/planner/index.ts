export { Board, type BoardWords } from './Board.tsx'
export { momentAt, timesText } from './board-ghost.ts'
export {
  dayOf,
  type Line,
  type NeedDay,
  needOf,
  type PersonPlan,
  type Plan,
  type PlanEvent,
  type Range,
  rangeOf,
  type Shift,
  type ShiftValues,
  stepped,
  valuesOf,
} from './model.ts'
export { NeedTable } from './Need.tsx'
export { PersonPlanList } from './PersonPlanList.tsx'
export { default as planStyles } from './Planner.module.css'
export { PlannerScreen } from './PlannerScreen.tsx'
export type { BoardActions } from './use-board-keys.ts'
export { usePlanNews } from './use-plan-news.ts'
