import { ActionIcon, Button } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconPlus } from '@tabler/icons-react'
import { Fragment, useEffect, useRef } from 'react'
import { dateFormat } from '#shared/domain/date-format.ts'
import { LONDON, londonDayAfter } from '#shared/domain/london-time.ts'
import type { PlanLooker, PlanSelection } from '#shared/hubs/plan-looks.ts'
import { adjustedText } from './adjusted-text.ts'
import { timesText } from './board-ghost.ts'
import { chosenBy, namesOf } from './Lookers.tsx'
import { dayOf, daysOf, type Plan, type Range, shiftsIn, totalsOf } from './model.ts'
import styles from './Planner.module.css'
import { TEXT } from './text.ts'
import type { BoardActions } from './use-board-keys.ts'

const DAY = dateFormat({ weekday: 'long', day: 'numeric', month: 'short', timeZone: LONDON })

interface PersonPlanListProps {
  readonly plan: Plan
  readonly range: Range
  readonly people: readonly number[]
  readonly chosen: number | null
  readonly onChoose: (id: number) => void
  readonly actions: BoardActions
  readonly mayEdit: boolean
  readonly lookers?: readonly PlanLooker[]
  /** Somebody's day or shift was opened here, which other planners are told. */
  readonly onLook?: (selection: PlanSelection) => void
  /** The day that is to be seen; another object goes there again. */
  readonly goal?: { readonly day: string } | null
}

/** On a phone: one person a time, day by day (spec 4 §1.11). */
export function PersonPlanList({
  plan,
  range,
  people,
  chosen,
  onChoose,
  actions,
  mayEdit,
  lookers = [],
  onLook,
  goal = null,
}: PersonPlanListProps) {
  const days = useRef<HTMLOListElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever is gone to is shown by then
  useEffect(() => {
    if (goal === null) return
    days.current?.querySelector(`[data-day="${goal.day}"]`)?.scrollIntoView?.({ block: 'center' })
  }, [goal, chosen])
  const at = Math.max(0, people.indexOf(chosen ?? 0))
  const own = plan.people.get(people[at] ?? 0)
  if (!own) return null
  const { person } = own
  const { planned, contracted } = totalsOf(own, range)
  const step = (by: number) => onChoose(people[(at + by + people.length) % people.length] ?? 0)
  const shifts = Map.groupBy(shiftsIn(own, range), ({ start }) => dayOf(start))
  return (
    <div className={styles.phone}>
      <div className={styles.phoneHead}>
        <ActionIcon size={44} variant="subtle" aria-label={TEXT.previousPerson} onClick={() => step(-1)}>
          <IconChevronLeft />
        </ActionIcon>
        <div>
          <h3>{person.name}</h3>
          <small>
            {TEXT.hours(planned)}
            {contracted === null ? '' : ` / ${TEXT.hours(contracted)}`}
          </small>
          {person.adjusted ? <small>{adjustedText(person.adjusted)}</small> : null}
        </div>
        <ActionIcon size={44} variant="subtle" aria-label={TEXT.nextPerson} onClick={() => step(1)}>
          <IconChevronRight />
        </ActionIcon>
      </div>
      <ol ref={days} className={styles.phoneDays}>
        {daysOf(range).map((day) => {
          const date = dayOf(day)
          const next = londonDayAfter(day, 1)
          const events = own.events.filter(
            ({ start, end }) => Date.parse(start) < next && Date.parse(end) > day,
          )
          const here = shifts.get(date) ?? []
          const there = lookers.filter(
            ({ selection }) => selection?.userID === person.userID && selection.day === date,
          )
          const onDay = there.filter(({ selection }) => !here.some(({ id }) => id === selection?.shiftID))
          return (
            <li key={date} data-day={date}>
              <span>{DAY.format(day)}</span>
              <ChosenBy lookers={onDay} />
              {events.map((event) => (
                <small key={`${event.kind} ${event.start}`} className={styles.phoneEvent}>
                  {[
                    event.kind === 'SHIFT' ? event.text : TEXT.events[event.kind],
                    event.isWaiting ? TEXT.waiting : '',
                  ]
                    .filter(Boolean)
                    .join(', ')}
                </small>
              ))}
              {here.map((shift) => (
                <Fragment key={shift.id}>
                  <Button
                    fullWidth
                    variant="default"
                    className={styles.phoneShift}
                    data-state={shift.state}
                    onClick={() => {
                      onLook?.({ userID: person.userID, day: date, shiftID: shift.id })
                      actions.open(shift)
                    }}
                  >
                    <b>{timesText(shift).replace(/^\D+\d+ \D+ /, '')}</b>
                    <span>
                      {[
                        plan.projects.get(shift.projectID ?? 0),
                        shift.isCancelled
                          ? TEXT.toCancel
                          : shift.isChanged && shift.state === 'PUBLISHED'
                            ? TEXT.changed
                            : TEXT.states[shift.state],
                      ]
                        .filter(Boolean)
                        .join(' · ')}
                    </span>
                  </Button>
                  <ChosenBy lookers={there.filter(({ selection }) => selection?.shiftID === shift.id)} />
                </Fragment>
              ))}
              {mayEdit ? (
                <ActionIcon
                  size={44}
                  variant="subtle"
                  aria-label={`${TEXT.new}, ${DAY.format(day)}`}
                  onClick={() => {
                    onLook?.({ userID: person.userID, day: date, shiftID: null })
                    actions.begin(person.userID, date)
                  }}
                >
                  <IconPlus size={18} />
                </ActionIcon>
              ) : null}
            </li>
          )
        })}
      </ol>
    </div>
  )
}

/** Who else has chosen a day or shift; nothing where nobody has. */
function ChosenBy({ lookers }: { readonly lookers: readonly PlanLooker[] }) {
  const marked = chosenBy(lookers)
  if (marked === null) return null
  return (
    <small className={styles.phoneChosen} style={marked.style}>
      {TEXT.chosenBy(namesOf(lookers))}
    </small>
  )
}
