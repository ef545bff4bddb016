import { ActionIcon, Button } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconPlus } from '@tabler/icons-react'
import { dateFormat } from '#shared/domain/date-format.ts'
import { LONDON, londonDayAfter } from '#shared/domain/london-time.ts'
import { adjustedText } from './adjusted-text.ts'
import { timesText } from './board-ghost.ts'
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
}: PersonPlanListProps) {
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
      <ol className={styles.phoneDays}>
        {daysOf(range).map((day) => {
          const date = dayOf(day)
          const next = londonDayAfter(day, 1)
          const events = own.events.filter(
            ({ start, end }) => Date.parse(start) < next && Date.parse(end) > day,
          )
          return (
            <li key={date}>
              <span>{DAY.format(day)}</span>
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
              {(shifts.get(date) ?? []).map((shift) => (
                <Button
                  key={shift.id}
                  fullWidth
                  variant="default"
                  className={styles.phoneShift}
                  data-state={shift.state}
                  onClick={() => actions.open(shift)}
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
              ))}
              {mayEdit ? (
                <ActionIcon
                  size={44}
                  variant="subtle"
                  aria-label={`${TEXT.new}, ${DAY.format(day)}`}
                  onClick={() => actions.begin(person.userID, date)}
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
