import type { ExpressionBuilder, ExpressionWrapper, SelectQueryBuilder } from 'kysely'
import type { ListRequest } from '#shared/contract/records.ts'
import type { Picks } from '#shared/domain/records.ts'

/** A row as the database has it; its columns are named as the record's fields. */
export type SourceRow = { id: number; version: number } & Record<string, string | number | null>

/** Rows of a list, called `r`, while the query is being put together. */
export type Rows = SelectQueryBuilder<{ r: SourceRow }, 'r', unknown>
export type Where = ExpressionBuilder<{ r: SourceRow }, 'r'>

/** The column of the source that has the id of what a column names. */
export const idColumn = ({ by }: Picks) => `r.${by}` as 'r.id'

/** The place of a choice among its kind, so that an order goes by the list that people know. */
export function placeOfChoice(
  eb: Where,
  name: 'r.id',
  choices: readonly string[],
): ExpressionWrapper<never, never, number> {
  const [first = '', ...others] = choices
  let places = eb
    .case()
    .when(name, '=', first as never)
    .then(0)
  others.forEach((choice, place) => {
    places = places.when(name, '=', choice as never).then(place + 1) as typeof places
  })
  return places.else(choices.length).end() as never
}

/** The rows of a page of them, as the source has them. */
export const pageOf = (rows: Rows, { page, pageSize }: Pick<ListRequest, 'page' | 'pageSize'>) =>
  rows
    .selectAll('r')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
