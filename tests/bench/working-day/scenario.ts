import type { Browser } from 'playwright-core'
import { atMost, type Result } from '../chat/results.ts'

/** What a scenario works with. What costs time is made when it is first asked for. */
export interface Tools {
  /** Chromium; the product is built. */
  readonly browser: () => Promise<Browser>
  /** How often what can be repeated is. */
  readonly rounds: number
}

/** A figure that must not be more than the document says (spec 4 §5.8). */
export interface Budget {
  /** The requirement, such as D190. */
  readonly id: string
  readonly measure: string
  readonly limit: number
  readonly unit: 'ms' | '×'
}

/** One of the working day's matters, measured; `--only` names it. */
export interface Scenario {
  readonly name: string
  /** A figure for each comes of `run`. */
  readonly budgets: Readonly<Record<string, Budget>>
  run(tools: Tools): Promise<readonly Result[]>
}

/** The figure beside its budget. @param note how often it was measured, and what else is worth a word */
export const beside = ({ id, measure, limit, unit }: Budget, value: number, note: string): Result =>
  atMost(`${id} ${measure}`, value, limit, unit, note)
