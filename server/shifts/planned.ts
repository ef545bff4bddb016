import type { PlannedChange, ShiftLocation, ShiftState } from '#shared/domain/shifts.ts'

/** A stored shift, as far as planning goes by it. */
export interface StoredPlan {
  readonly start: number
  readonly end: number
  readonly breakMinutes: number
  readonly projectID: number | null
  readonly areaID: number | null
  readonly location: ShiftLocation
  readonly note: string
  readonly state: ShiftState
  readonly planned: string | null
}

/** The columns of it. */
export const PLAN_COLUMNS = [
  ...([
    'start',
    'end',
    'breakMinutes',
    'projectID',
    'areaID',
    'location',
    'note',
    'state',
    'planned',
  ] as const),
] as const

/** What stands to be changed of a shift; null where nothing does. */
export const changeOf = (planned: string | null): PlannedChange | null =>
  planned === null ? null : (JSON.parse(planned) as PlannedChange)

/** A shift as it will be once what is planned is published. */
export function asPlanned(row: StoredPlan): PlannedChange {
  const { start, end, breakMinutes, projectID, areaID, location, note } = row
  return (
    changeOf(row.planned) ?? {
      ...{ start, end, breakMinutes, projectID, areaID, location, note },
      isCancelled: row.state === 'CANCELLED',
    }
  )
}
