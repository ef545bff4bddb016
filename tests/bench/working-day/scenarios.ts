import { imports } from './imports.ts'
import type { Scenario } from './scenario.ts'

/** Every budget that is measured: one file each. */
export const SCENARIOS: readonly Scenario[] = [imports]
