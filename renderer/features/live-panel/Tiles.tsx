import { useEffect, useRef, useState } from 'react'
import { ACTIVITY_LABELS } from '#shared/domain/activity-words.ts'
import { classOf } from '#shared/domain/live-panel.ts'
import { useServices } from '../../services/context.tsx'
import { COLUMNS, cellText } from './columns.ts'
import { usePerson } from './LiveGrid.tsx'
import styles from './LivePanel.module.css'
import type { LivePeople } from './live-people.ts'
import { TEXT } from './text.ts'
import { useCounting } from './ticker.ts'

interface PeopleProps {
  readonly people: LivePeople
  readonly shown: readonly number[]
  readonly asOf: string | null
  /** Why an alert of theirs stands, by person. */
  readonly alerts: ReadonlyMap<number, string>
  readonly onOpen: (id: number) => void
}

/** Pages of a wall screen turn so often (spec 4 §4.4.1), in milliseconds. */
const TURN_MS = 15_000
const TILE = { width: 190, height: 92 } as const

/** For a wall screen: name, activity and time, page after page, without a scroll bar (spec 4 §4.4.1). */
export function Tiles({ people, shown, asOf, alerts, onOpen }: PeopleProps) {
  const { timers } = useServices()
  const box = useRef<HTMLDivElement>(null)
  const [fits, setFits] = useState(shown.length)
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    const measure = () => {
      const { clientWidth = 0, clientHeight = 0 } = box.current ?? {}
      const rows = Math.max(1, Math.floor(clientHeight / TILE.height))
      setFits(Math.max(1, Math.floor(clientWidth / TILE.width)) * rows)
    }
    measure()
    window.addEventListener('resize', measure)
    return () => window.removeEventListener('resize', measure)
  }, [])
  useEffect(() => timers.every(TURN_MS, () => setTurn((at) => at + 1)), [timers])
  const pages = Math.max(1, Math.ceil(shown.length / fits))
  const page = turn % pages
  return (
    <div ref={box} className={styles.tiles}>
      <ul aria-label={TEXT.table}>
        {shown.slice(page * fits, (page + 1) * fits).map((id) => (
          <li key={id}>
            <Person
              {...{ people, id, onOpen }}
              alert={alerts.get(id) ?? null}
              fields={['time']}
              className={styles.tile}
            />
          </li>
        ))}
      </ul>
      <p>{[pages > 1 ? TEXT.page(page + 1, pages) : null, asOf].filter(Boolean).join(' · ')}</p>
    </div>
  )
}

/** Fields of a card below its title (spec 4 §1.11). */
const FIELDS = 4

/** The same on a phone: a card for each person. */
export function PeopleCards({
  people,
  shown,
  fields,
  alerts,
  onOpen,
}: PeopleProps & { fields: readonly string[] }) {
  const others = fields.filter((field) => field !== 'person' && field !== 'activity').slice(0, FIELDS)
  return (
    <ul className={styles.cards} aria-label={TEXT.table}>
      {shown.map((id) => (
        <li key={id}>
          <Person
            {...{ people, id, onOpen }}
            alert={alerts.get(id) ?? null}
            fields={others}
            className={styles.card}
          />
        </li>
      ))}
    </ul>
  )
}

interface PersonProps {
  readonly people: LivePeople
  readonly id: number
  readonly fields: readonly string[]
  readonly alert: string | null
  readonly className: string | undefined
  readonly onOpen: (id: number) => void
}

function Person({ people, id, fields, alert, className, onOpen }: PersonProps) {
  const { now } = useServices()
  const person = usePerson(people, id)
  if (!person) return null
  return (
    <button
      type="button"
      data-row={id}
      className={className}
      data-class={classOf(person.live, now())}
      data-alert={alert !== null || undefined}
      onClick={() => onOpen(id)}
    >
      <strong>{person.stats.userName}</strong>
      <span className={styles.chip}>{ACTIVITY_LABELS[person.live.currentActivity]}</span>
      {alert === null ? null : <span className={styles.alertWords}>{alert}</span>}
      <span className={styles.fields}>
        {fields.map((field) => (
          <Field key={field} field={field} people={people} id={id} />
        ))}
      </span>
    </button>
  )
}

function Field({ field, people, id }: { field: string; people: LivePeople; id: number }) {
  const { now } = useServices()
  const column = COLUMNS[field]
  const person = usePerson(people, id)
  const text = useCounting<HTMLSpanElement>((element, at) => {
    if (column && person) element.textContent = cellText(column, person, at)
  })
  if (!column || !person) return null
  return (
    <span>
      <small>{column.label} </small>
      <span ref={text}>{cellText(column, person, now())}</span>
    </span>
  )
}
