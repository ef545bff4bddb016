import type { PersonDetails } from '#shared/contract/admin-users.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { LONDON } from '#shared/domain/london-time.ts'
import type { ListedRow } from '#shared/records/record.ts'

const moment = dateFormat({
  ...{ day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' },
  timeZone: LONDON,
})
const day = dateFormat({ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })

export const momentWords = (at: string | null) => (at === null ? null : moment.format(Date.parse(at)))
export const dayWords = (on: string | null) =>
  on === null ? null : day.format(Date.parse(`${on}T00:00:00Z`))

/** The record of a panel, which `getPerson` answered. */
export const detailsOf = (record: ListedRow) => record as unknown as PersonDetails
