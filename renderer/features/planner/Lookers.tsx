import type { CSSProperties } from 'react'
import { dateFormat } from '#shared/domain/date-format.ts'
import { LONDON, momentOfField } from '#shared/domain/london-time.ts'
import type { PlanLooker, PlanSelection } from '#shared/hubs/plan-looks.ts'
import { timesText } from './board-ghost.ts'
import type { Plan } from './model.ts'
import styles from './Planner.module.css'
import { TEXT } from './text.ts'

const DAY = dateFormat({ weekday: 'short', day: 'numeric', month: 'short', timeZone: LONDON })

/** The colour in which somebody's selection is shown. */
export const lookerTint = (userID: number) => `var(--plan-${1 + (userID % 5)})`

/** The names of these people, each once. */
export const namesOf = (lookers: readonly PlanLooker[]) => [
  ...new Set(lookers.map(({ userName }) => userName)),
]

/** How what others have chosen is marked, in the colour of the first of them. */
export function chosenBy(lookers: readonly PlanLooker[]) {
  const [first] = lookers
  if (!first) return null
  const style = { '--chosen': lookerTint(first.userID) } as CSSProperties
  return { 'data-chosen': true, style }
}

/** Who else has the planner open, each by name and colour. */
export function Lookers({ lookers }: { readonly lookers: readonly PlanLooker[] }) {
  if (lookers.length === 0) return null
  const people = new Map(lookers.map(({ userID, userName }) => [userID, userName]))
  return (
    <ul className={styles.lookers} aria-label={TEXT.lookers} title={TEXT.lookers}>
      {[...people].map(([userID, name]) => (
        <li key={userID} style={{ '--tint': lookerTint(userID) } as CSSProperties}>
          {name}
        </li>
      ))}
    </ul>
  )
}

/** Whose day or shift it is, and which, in words; null where that isn't shown here. */
function whatOf(plan: Plan, { userID, day, shiftID }: PlanSelection): string | null {
  const own = plan.people.get(userID)
  if (!own) return null
  const shift = own.shifts.find(({ id }) => id === shiftID)
  return TEXT.choice(own.person.name, shift ? timesText(shift) : DAY.format(momentOfField(`${day}T12:00`)))
}

interface PhoneLookersProps {
  readonly lookers: readonly PlanLooker[]
  readonly plan: Plan
  /** Who is shown here. */
  readonly people: readonly number[]
  /** Goes to whom somebody has chosen. */
  readonly onGo: (selection: PlanSelection) => void
}

/** On a phone, where one person is shown at a time: who else has the planner open, and what each has chosen. */
export function PhoneLookers({ lookers, plan, people, onGo }: PhoneLookersProps) {
  if (lookers.length === 0) return null
  const lines = new Map(
    lookers.map((one) => {
      const what = one.selection === null ? null : whatOf(plan, one.selection)
      return [`${one.userID} ${what ?? ''}`, { ...one, what }]
    }),
  )
  return (
    <ul className={`${styles.lookers} ${styles.phoneLookers}`} aria-label={TEXT.lookers}>
      {[...lines].map(([key, { userID, userName, selection, what }]) => (
        <li key={key} style={{ '--tint': lookerTint(userID) } as CSSProperties}>
          {selection === null || what === null ? (
            <span>{userName}</span>
          ) : !people.includes(selection.userID) ? (
            <span>{TEXT.chose(userName, what)}</span>
          ) : (
            <button type="button" onClick={() => onGo(selection)}>
              {TEXT.chose(userName, what)}
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}
