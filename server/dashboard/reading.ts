import type { DashboardFigures } from '#shared/contract/dashboard.ts'
import { CARD_ROWS } from '#shared/domain/dashboard.ts'
import type { BackgroundServices } from '../background-services/background-services.ts'
import type { Database } from '../db/database.ts'
import type { Caller } from '../http/handlers.ts'
import type { KnownPerson, LiveFacts } from '../live-panel/rows.ts'

/** Whose card is read, and when. */
export interface Reading {
  readonly db: Database
  readonly caller: Caller
  /** In milliseconds since 1970. */
  readonly now: number
  readonly facts: LiveFacts
  readonly jobs: Pick<BackgroundServices, 'list'>
  /** The people of the caller's live panel, read once for all cards. */
  readonly panel: () => Promise<readonly KnownPerson[]>
}

type Row = DashboardFigures['rows'][number]

const iso = (at: number | null | undefined) =>
  at === null || at === undefined ? null : new Date(at).toISOString()

/** A row of a card. @param id of the record, unique in the card */
export function cardRow(
  id: string | number,
  title: string,
  more: Partial<Pick<Row, 'kind' | 'detail' | 'count' | 'isFew'>> & {
    readonly at?: number | null
    readonly until?: number | null
  } = {},
): Row {
  const { kind = '', detail = '', count = null, at, until, isFew } = more
  const row = { id: String(id), title, kind, detail, count, at: iso(at), until: iso(until) }
  return isFew ? { ...row, isFew } : row
}

/** A card of these rows, of which it shows the first ones. */
export function cardOf(
  total: number | null,
  rows: readonly Row[],
  figures: Readonly<Record<string, number | null>> = {},
): DashboardFigures {
  return {
    total,
    figures: Object.entries(figures).map(([name, value]) => ({ name, value })),
    rows: rows.slice(0, CARD_ROWS),
  }
}

/** @param row of `countAll` as `count` */
export const counted = async (row: Promise<{ count: number | string | bigint }>): Promise<number> =>
  Number((await row).count)
