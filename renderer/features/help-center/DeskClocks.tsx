import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { TicketDesk } from '#shared/contract/help-center.ts'
import { RESOLUTION_MAX, RESPONSE_MAX } from '#shared/domain/ticket-clocks.ts'
import { PRIORITIES, type Priority, ticketLabel } from '#shared/domain/tickets.ts'
import styles from './HelpCenter.module.css'
import { TEXT } from './text.ts'

/** A type as it is edited; `was` is its name as it is kept, null for a new one. */
export type DraftType = TicketDesk['types'][number] & { readonly was: string | null }

/** What is edited together. */
export interface DeskDraft extends Pick<TicketDesk, 'clocks' | 'teams'> {
  readonly types: readonly DraftType[]
}

export interface DeskPart {
  readonly desk: DeskDraft
  readonly isReadOnly: boolean
  readonly put: (part: Partial<DeskDraft>) => void
}

type Span = 'response' | 'resolution'
const SPANS = ['response', 'resolution'] as const
const MAXIMUM: Readonly<Record<Span, number>> = { response: RESPONSE_MAX, resolution: RESOLUTION_MAX }

/** What is wrong with clocks, by priority and span. */
export function clockFaults(clocks: TicketDesk['clocks']): Readonly<Record<string, string>> {
  const faults = PRIORITIES.flatMap((priority) => {
    const clock = clocks[priority]
    const wrong = SPANS.filter((span) => !(clock[span] >= 1 && clock[span] <= MAXIMUM[span]))
    const named = wrong.map((span) => [`${priority} ${span}`, TEXT.spanLimits[span]])
    if (wrong.length > 0 || clock.response <= clock.resolution) return named
    return [[`${priority} resolution`, TEXT.resolvedFirst]]
  })
  return Object.fromEntries(faults)
}

/** How soon tickets of each priority are answered and resolved; the most urgent first. */
export function Clocks({ desk, isReadOnly, put }: DeskPart) {
  const faults = clockFaults(desk.clocks)
  return (
    <section aria-label={TEXT.clocks}>
      <h2>{TEXT.clocks}</h2>
      <p className={styles.lead}>{TEXT.clocksLead}</p>
      <ul className={styles.deskRows}>
        {PRIORITIES.toReversed().map((priority) => (
          <li key={priority} className={styles.clockRow}>
            <strong>{ticketLabel(priority)}</strong>
            {SPANS.map((span) => (
              <Minutes
                key={span}
                label={TEXT.span[span]}
                name={TEXT.spanOf[span](ticketLabel(priority))}
                value={desk.clocks[priority][span]}
                fault={faults[`${priority} ${span}`]}
                isReadOnly={isReadOnly}
                onChange={(minutes) => put({ clocks: withMinutes(desk.clocks, priority, span, minutes) })}
              />
            ))}
          </li>
        ))}
      </ul>
    </section>
  )
}

const withMinutes = (clocks: TicketDesk['clocks'], priority: Priority, span: Span, minutes: number) => ({
  ...clocks,
  [priority]: { ...clocks[priority], [span]: minutes },
})

interface MinutesProps {
  readonly label: string
  readonly name: string
  readonly value: number
  readonly fault: string | undefined
  readonly isReadOnly: boolean
  readonly onChange: (minutes: number) => void
}

const isWhole = (minutes: number) => minutes > 0 && minutes % 60 === 0

/** A time in minutes or hours. An empty field is 0, which is out of the limits. */
function Minutes({ label, name, value, fault, isReadOnly, onChange }: MinutesProps) {
  const [chosen, setChosen] = useState<'minutes' | 'hours' | null>(null)
  // What isn't whole hours is shown in minutes, whatever was chosen.
  const unit = chosen === 'minutes' || !(isWhole(value) || value === 0) ? 'minutes' : 'hours'
  const size = unit === 'hours' ? 60 : 1
  if (isReadOnly)
    return (
      <p className={styles.read}>
        <small>{label}</small> {`${value / size} ${TEXT[unit]}`}
      </p>
    )
  return (
    <div className={styles.minutes}>
      <TextInput
        label={label}
        aria-label={name}
        // Not the kit's number field: with it, pages that share its part would outgrow their size.
        inputMode="numeric"
        maxLength={6}
        value={value === 0 ? '' : String(value / size)}
        error={fault ?? null}
        onChange={(event) => onChange(Number(event.currentTarget.value.replace(/\D/g, '')) * size)}
      />
      <NativeSelect
        aria-label={TEXT.unitOf(name)}
        data={[
          { value: 'minutes', label: TEXT.minutes },
          { value: 'hours', label: TEXT.hours },
        ]}
        value={unit}
        onChange={(event) => {
          const next = event.currentTarget.value === 'hours' ? 'hours' : 'minutes'
          setChosen(next)
          if (next === 'hours' && !isWhole(value)) onChange(Math.ceil(value / 60) * 60)
        }}
      />
    </div>
  )
}
