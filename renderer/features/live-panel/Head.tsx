import { useEffect, useState } from 'react'
import {
  countsOf,
  LIVE_CLASS_NAMES,
  LIVE_CLASSES,
  type LiveClass,
  type LivePerson,
} from '#shared/domain/live-panel.ts'
import { numberText } from '#shared/domain/locale.ts'
import { useServices } from '../../services/context.tsx'
import { type Arrangement, peopleOf } from './arrange.ts'
import styles from './LivePanel.module.css'
import type { LivePeople } from './live-people.ts'
import { ALERT_TEXT, CLASS_WORDS, TEXT } from './text.ts'

const HEAD_MS = 250
const LOOK_MS = 5000

/** Something worked out of everybody, again soon after anybody changes. */
export function useOfAll<T>(
  people: LivePeople,
  read: (all: readonly LivePerson[], now: number) => T,
  key: string,
): T {
  const { now, timers } = useServices()
  const [value, setValue] = useState(() => read(people.all(), now()))
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is read is named by the key
  useEffect(() => {
    let cancel: (() => void) | null = null
    const run = () => {
      cancel = null
      setValue(read(people.all(), now()))
    }
    const soon = () => {
      cancel ??= timers.after(HEAD_MS, run)
    }
    run()
    const ends = [people.onChange(soon), timers.every(LOOK_MS, soon)]
    return () => {
      cancel?.()
      for (const end of ends) end()
    }
  }, [people, now, timers, key])
  return value
}

interface HeadProps {
  /** How many alerts stand that the viewer hasn't seen. */
  readonly alerts: number
  readonly isAlertsOpen: boolean
  readonly onAlerts: () => void
  readonly people: LivePeople
  readonly how: Pick<Arrangement, 'scope' | 'viewer' | 'withOff'>
  /** The classes that are filtered by. */
  readonly chosen: readonly string[]
  readonly isOutChosen: boolean
  readonly onClass: (one: LiveClass) => void
  readonly onOut: () => void
}

function figuresOf(all: readonly LivePerson[], how: HeadProps['how'], now: number) {
  const people = peopleOf(all, how)
  const rates = people.flatMap(({ live }) => live.lastHour.rate ?? [])
  return {
    counts: countsOf(people, now),
    out: people.filter(({ live }) => live.adherence.state === 'OUT').length,
    completes: people.reduce((sum, { live }) => sum + live.completes, 0),
    target: people.some(({ live }) => live.target !== null)
      ? people.reduce((sum, { live }) => sum + (live.target ?? 0), 0)
      : null,
    perHour: rates.length === 0 ? null : rates.reduce((sum, rate) => sum + rate, 0) / rates.length,
  }
}

/** How many do what: each count filters by it, and is read out with the others (spec 4 §4.4.1). */
export function Head({ people, how, chosen, isOutChosen, onClass, onOut, ...rest }: HeadProps) {
  const { counts, out, completes, target, perHour } = useOfAll(
    people,
    (all, now) => figuresOf(all, how, now),
    JSON.stringify(how),
  )
  const said = [
    ...LIVE_CLASS_NAMES.filter((one) => one !== 'NOT_IN' && one !== 'NONE' && counts[one] > 0).map(
      (one) => `${CLASS_WORDS[one]} ${counts[one]}`,
    ),
    `${TEXT.outOfAdherence} ${out}`,
    `${TEXT.notIn} ${counts.NOT_IN}`,
  ].join(', ')
  const label = said.charAt(0).toUpperCase() + said.slice(1)
  return (
    <section className={styles.counts} aria-label={label}>
      {LIVE_CLASS_NAMES.map((one) => (
        <button
          key={one}
          type="button"
          className={styles.count}
          data-class={one}
          aria-pressed={chosen.includes(one)}
          onClick={() => onClass(one)}
        >
          <strong>{counts[one]}</strong>
          <span>{LIVE_CLASSES[one]}</span>
        </button>
      ))}
      <button
        type="button"
        className={styles.count}
        data-class="OUT"
        aria-pressed={isOutChosen}
        onClick={onOut}
      >
        <strong>{out}</strong>
        <span>{TEXT.out}</span>
      </button>
      <button
        type="button"
        className={styles.count}
        data-class={rest.alerts > 0 ? 'OUT' : undefined}
        aria-expanded={rest.isAlertsOpen}
        onClick={rest.onAlerts}
      >
        <strong>{rest.alerts}</strong>
        <span>{ALERT_TEXT.title}</span>
      </button>
      <span className={styles.figure}>
        <strong>{TEXT.completes(completes, target)}</strong>
        <span>{TEXT.completesToday}</span>
      </span>
      <span className={styles.figure}>
        <strong>{perHour === null ? TEXT.none : numberText(Math.round(perHour * 10) / 10)}</strong>
        <span>{TEXT.perHour}</span>
      </span>
    </section>
  )
}
