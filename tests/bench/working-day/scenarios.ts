import { imports } from './imports.ts'
import { lists } from './lists.ts'
import { livePanel } from './live-panel.ts'
import { planner } from './planner.ts'
import { reports } from './reports.ts'
import type { Scenario } from './scenario.ts'
import { switching } from './switching.ts'

/** Every budget that is measured: one file each. */
export const SCENARIOS: readonly Scenario[] = [lists, livePanel, switching, planner, imports, reports]
