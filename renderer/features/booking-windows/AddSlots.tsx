import { Button, Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'
import { slotsOfRule } from '#shared/domain/booking-windows.ts'
import styles from './BookingWindows.module.css'
import { TEXT } from './text.ts'
import { spanOf } from './when.ts'

/** A slot as a form has it. */
export interface FormSlot {
  readonly start: string
  readonly end: string
  readonly breakMinutes: number
  readonly capacity: number
  readonly taken: number
}

export const byStart = (a: FormSlot, b: FormSlot): number =>
  a.start.localeCompare(b.start) || a.end.localeCompare(b.end)

interface AddSlotsProps {
  readonly from: string
  readonly to: string
  readonly slots: readonly FormSlot[]
  readonly onAdd: (slots: readonly FormSlot[]) => void
}

/** Slots that are alike on some weekdays. */
export function AddSlots({ from, to, slots, onAdd }: AddSlotsProps) {
  const [rule, setRule] = useState({
    ...{ weekdays: [1, 2, 3, 4, 5] as readonly number[], start: '17:00', end: '21:00' },
    ...{ breakMinutes: '0', capacity: '5' },
  })
  const [said, setSaid] = useState('')
  const set = (more: Partial<typeof rule>) => setRule((before) => ({ ...before, ...more }))
  const add = () => {
    if (from === '' || to === '') return setSaid(TEXT.noDays)
    if (rule.weekdays.length === 0) return setSaid(TEXT.noWeekday)
    if (rule.start === '' || rule.end === '') return setSaid(TEXT.noTimes)
    const wanted = { ...rule, breakMinutes: Number(rule.breakMinutes), capacity: Number(rule.capacity) }
    const there = new Set(slots.map(({ start, end }) => `${start} ${end}`))
    const fresh = slotsOfRule(wanted, from, to)
      .map((slot) => ({
        ...{ ...slot, taken: 0 },
        ...{ start: new Date(slot.start).toISOString(), end: new Date(slot.end).toISOString() },
      }))
      .filter(({ start, end }) => !there.has(`${start} ${end}`))
    setSaid(TEXT.added(fresh.length))
    if (fresh.length > 0) onAdd([...slots, ...fresh])
  }
  const number = (key: 'breakMinutes' | 'capacity', min: number, max: number) => (
    <TextInput
      type="number"
      {...{ min, max }}
      label={TEXT.fields[key]}
      value={rule[key]}
      onChange={({ currentTarget }) => set({ [key]: currentTarget.value })}
    />
  )
  return (
    <>
      <h3>{TEXT.addSlots}</h3>
      <div className={styles.weekdays}>
        {TEXT.weekdays.map((name, at) => (
          <Checkbox
            key={name}
            label={name}
            checked={rule.weekdays.includes(at + 1)}
            onChange={({ currentTarget }) =>
              set({
                weekdays: currentTarget.checked
                  ? [...rule.weekdays, at + 1]
                  : rule.weekdays.filter((one) => one !== at + 1),
              })
            }
          />
        ))}
      </div>
      <div className={styles.rule}>
        {(['start', 'end'] as const).map((key) => (
          <TextInput
            key={key}
            type="time"
            step={900}
            label={TEXT.fields[key]}
            value={rule[key]}
            onChange={({ currentTarget }) => set({ [key]: currentTarget.value })}
          />
        ))}
        {number('breakMinutes', 0, 240)}
        {number('capacity', 1, 500)}
        <Button variant="default" onClick={add}>
          {TEXT.add}
        </Button>
      </div>
      <p role="status">{said}</p>
    </>
  )
}

interface SlotListProps {
  readonly slots: readonly FormSlot[]
  readonly onChange: (slots: readonly FormSlot[]) => void
}

/** The slots of a form, with their places. */
export function SlotList({ slots, onChange }: SlotListProps) {
  if (slots.length === 0) return <p>{TEXT.noSlots}</p>
  const places = slots.reduce((sum, { capacity }) => sum + capacity, 0)
  return (
    <>
      <h3>{TEXT.slotsTitle(slots.length, places)}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys */}
      <ul className={styles.slots} tabIndex={0} aria-label={TEXT.slots}>
        {slots.map((slot) => (
          <SlotRow
            key={`${slot.start} ${slot.end}`}
            slot={slot}
            onPlaces={(capacity) =>
              onChange(slots.map((one) => (one === slot ? { ...slot, capacity } : one)))
            }
            onRemove={() => onChange(slots.filter((one) => one !== slot))}
          />
        ))}
      </ul>
    </>
  )
}

interface SlotRowProps {
  readonly slot: FormSlot
  readonly onPlaces: (capacity: number) => void
  readonly onRemove: () => void
}

function SlotRow({ slot, onPlaces, onRemove }: SlotRowProps) {
  const when = spanOf(slot.start, slot.end)
  return (
    <li>
      <span>
        {when} {slot.taken > 0 ? <small>{TEXT.places(slot.taken, slot.capacity)}</small> : null}
      </span>
      <TextInput
        size="xs"
        type="number"
        min={Math.max(1, slot.taken)}
        max={500}
        aria-label={TEXT.capacityOf(when)}
        value={String(slot.capacity)}
        onChange={({ currentTarget }) => onPlaces(Math.max(0, Math.round(Number(currentTarget.value))))}
      />
      <Button
        size="compact-sm"
        variant="subtle"
        color="red"
        aria-label={TEXT.removeSlot(when)}
        disabled={slot.taken > 0}
        onClick={onRemove}
      >
        {TEXT.remove}
      </Button>
    </li>
  )
}
