import type { PinnedFigure } from '#shared/contract/power-report.ts'
import { CARD_ROWS } from '#shared/domain/dashboard.ts'
import {
  type PowerDefinition,
  type PowerField,
  type PowerPage,
  rulesOf,
} from '#shared/domain/power-report.ts'
import type { Database } from '../db/database.ts'
import type { Viewer } from '../people/scope.ts'
import { Refusal } from '../refusal.ts'
import { powerReport, requireSoundPower } from './power-report.ts'
import { mayOpenPage, powerDefinitionIn, requirePage, writable } from './saved.ts'

interface PinnedNumber {
  readonly page: PowerPage
  readonly definition: PowerDefinition
  readonly row: readonly string[]
  readonly column: readonly string[]
  readonly measure: number
  readonly name: string
  readonly report: string
}

/** The report of one number: its figure alone, of the records of its row and column. */
function narrowedTo({ definition, row, column, measure: at }: PinnedNumber): PowerDefinition {
  const { source, rows, columns, measures, filters } = definition
  const measure = measures[at]
  if (!measure || row.length > rows.length || column.length > columns.length)
    throw new Refusal(400, 'powerReport.noFigure', { source: rulesOf(source).label })
  const cell = (keys: readonly string[], fields: readonly PowerField[]) =>
    keys.map((key, place) => ({ field: fields[place] as PowerField, values: [key] }))
  return {
    ...definition,
    measures: [measure],
    filters: [...filters, ...cell(row, rows), ...cell(column, columns)],
    sort: null,
  }
}

const pinsOf = (db: Database, userID: number) =>
  db.selectFrom('dashboardPins').where('userID', '=', userID).orderBy('place').selectAll()

type PinRow = Awaited<ReturnType<ReturnType<typeof pinsOf>['execute']>>[number]

const pinOf = (row: PinRow): PinnedFigure => ({
  ...{ id: row.id, name: row.name, report: row.report },
  definition: writable(powerDefinitionIn(row)),
})

/** What somebody has of a page on their dashboard. */
export async function pinnedFigures(
  db: Database,
  { userID }: Pick<Viewer, 'userID'>,
  page: PowerPage,
): Promise<PinnedFigure[]> {
  return (await pinsOf(db, userID).where('page', '=', page).execute()).map(pinOf)
}

/**
 * Puts a number on the viewer's dashboard; where it is already, it stays.
 * @throws Refusal 400 for a number that can't be and where there is no room; 403 for what isn't theirs to see
 */
export async function pinFigure(db: Database, asked: PinnedNumber, viewer: Viewer): Promise<PinnedFigure> {
  const { page, name, report } = asked
  requirePage(page, viewer)
  requireSoundPower(asked.definition, { page, viewer })
  const definition = JSON.stringify(narrowedTo(asked))
  for (;;) {
    const own = await pinsOf(db, viewer.userID).execute()
    const same = own.find((one) => one.page === page && one.definition === definition)
    if (same) return pinOf(same)
    const place = Array.from({ length: CARD_ROWS }, (_, at) => at).find(
      (at) => !own.some((one) => one.place === at),
    )
    if (place === undefined) throw new Refusal(400, 'powerReport.pinsFull', { max: CARD_ROWS })
    const row = await db
      .insertInto('dashboardPins')
      .values({ userID: viewer.userID, place, page, name, report, definition })
      .onConflict((conflict) => conflict.columns(['userID', 'place']).doNothing())
      .returningAll()
      .executeTakeFirst()
    // Another took the place in between: what is there now is read again.
    if (row) return pinOf(row)
  }
}

/** @throws Refusal 404 where the viewer has none of this id */
export async function unpinFigure(
  db: Database,
  id: number,
  { userID }: Pick<Viewer, 'userID'>,
): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('dashboardPins')
    .where('id', '=', id)
    .where('userID', '=', userID)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new Refusal(404, 'record.gone', { one: 'figure' })
}

/** What somebody pinned, of the pages that are still theirs to open. */
export async function shownPins(db: Database, viewer: Viewer) {
  const rows = await pinsOf(db, viewer.userID).execute()
  return rows.filter(({ page }) => mayOpenPage(page, viewer))
}

/** What a pinned number is now, as its report says it; null where it has none, or may not be seen any more. */
export async function pinnedValue(
  db: Database,
  row: PinRow,
  { viewer, now }: { readonly viewer: Viewer; readonly now: number },
): Promise<{ readonly value: number | null; readonly isFew: boolean; readonly kind: string }> {
  try {
    const { totals, measures } = await powerReport(db, powerDefinitionIn(row), {
      page: row.page,
      viewer,
      now,
    })
    const place = totals.values.length - 1
    const kind = measures[0]?.kind ?? 'count'
    return { value: totals.values[place] ?? null, isFew: totals.few.includes(place), kind }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { value: null, isFew: false, kind: 'count' }
  }
}
