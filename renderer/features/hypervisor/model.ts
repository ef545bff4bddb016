import type { HypervisorColumn, HypervisorPerson, HypervisorState } from '#shared/contract/hypervisor.ts'
import { checkAllocation, faultText } from '#shared/domain/allocation.ts'
import { changeByMove } from '#shared/domain/forecast.ts'

/** The project in whose column somebody stands: on which they are, else on which they are to be; null for none. */
export const whereIs = ({ projectID, scheduledProjectID }: HypervisorPerson): number | null =>
  projectID ?? scheduledProjectID

/** People by column; those whose project has none stand with those on none. */
export function columnsOf(state: HypervisorState): ReadonlyMap<number | null, readonly HypervisorPerson[]> {
  const known = new Set(state.projects.map(({ id }) => id))
  return Map.groupBy(state.people, (person) => {
    const id = whereIs(person)
    return id !== null && known.has(id) ? id : null
  })
}

/** Hours of somebody's shift that are left of the day. */
export function hoursLeft(state: HypervisorState, person: HypervisorPerson, now: number): number {
  if (person.shift === null) return 0
  const end = Math.min(Date.parse(person.shift.end), Date.parse(state.closeOfDay))
  return Math.max(0, (end - now) / 3_600_000)
}

/** What a move would do, and what is against it. */
export function effectOf(
  state: HypervisorState,
  person: HypervisorPerson,
  to: HypervisorColumn,
  now: number,
): {
  readonly from: HypervisorColumn | null
  readonly fromBy: number
  readonly toBy: number
  readonly against: string
} {
  const from = state.projects.find(({ id }) => id === person.scheduledProjectID) ?? null
  const same = from?.id === to.id
  const change = changeByMove(same ? null : from, to, same ? 0 : hoursLeft(state, person, now))
  const others = state.people
    .filter((one) => one.scheduledProjectID === to.id && one.userID !== person.userID)
    .map(({ userID }) => ({ userID, projectID: to.id, start: now, end: now + 1 }))
  const { shift } = person
  const [fault] = checkAllocation(
    { start: now, end: now + 1 },
    {
      ...person,
      shifts: shift === null ? [] : [{ start: Date.parse(shift.start), end: Date.parse(shift.end) }],
    },
    to,
    others,
  )
  return {
    from: same ? null : from,
    ...{ fromBy: change.from, toBy: change.to },
    against: fault ? faultText(fault) : '',
  }
}
