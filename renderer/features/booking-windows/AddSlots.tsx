import { Button, Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ALLOCATION_DAYS_MAX, allocationBoard } from '#shared/contract/allocation.ts'
import { type NeededDay, type PlannedSlot, slotsOfNeed, slotsOfRule } from '#shared/domain/booking-windows.ts'
import { londonDayAfter, londonDaysBetween, londonField, momentOfField } from '#shared/domain/london-time.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import styles from './BookingWindows.module.css'
import { TEXT } from './text.ts'
import { spanOf } from './when.ts'

const londonDay = (at: number) => londonField(at).slice(0, 10)

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
  /** Whose needed people are copied; null for all projects'. */
  readonly projectID: number | null
  readonly onAdd: (slots: readonly FormSlot[]) => void
}

/** Slots that are alike on some weekdays, or those for the people whom projects need. */
export function AddSlots({ from, to, slots, projectID, onAdd }: AddSlotsProps) {
  const { api } = useServices()
  const maySeeNeed = useSession(({ permissions }) =>
    permissions.canAny(['IRESOURCE_CAN_SEE_ALLOCATION', 'IRESOURCE_CAN_USE_ALLOCATOR']),
  )
  const [isBusy, setBusy] = useState(false)
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
    put(slotsOfRule(wanted, from, to))
  }
  const put = (planned: readonly PlannedSlot[]) => {
    const there = new Set(slots.map(({ start, end }) => `${start} ${end}`))
    const fresh = planned
      .map((slot) => ({
        ...{ ...slot, taken: 0 },
        ...{ start: new Date(slot.start).toISOString(), end: new Date(slot.end).toISOString() },
      }))
      .filter(({ start, end }) => !there.has(`${start} ${end}`))
    setSaid(TEXT.added(fresh.length))
    if (fresh.length > 0) onAdd([...slots, ...fresh])
  }
  /** The board of allocation has so many days at once. */
  const copyNeed = async () => {
    if (from === '' || to === '' || to < from) return setSaid(TEXT.noDays)
    setBusy(true)
    try {
      const rows: NeededDay[] = []
      for (let at = momentOfField(from); londonDay(at) <= to; at = londonDayAfter(at, ALLOCATION_DAYS_MAX)) {
        const days = Math.min(ALLOCATION_DAYS_MAX, londonDaysBetween(at, momentOfField(to)) + 1)
        const projects = projectID === null ? {} : { projects: [projectID] }
        const board = await api.call(
          allocationBoard,
          { day: londonDay(at), days, ...projects },
          { quiet: true },
        )
        rows.push(...board.needed)
      }
      const planned = slotsOfNeed(rows)
      if (planned.length === 0) setSaid(TEXT.noNeed)
      else put(planned)
    } catch (error) {
      setSaid(reasonOf(error))
    }
    setBusy(false)
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
        <div className={styles.ruleActions}>
          <Button variant="default" onClick={add}>
            {TEXT.add}
          </Button>
          {maySeeNeed ? (
            <Button variant="default" loading={isBusy} onClick={() => void copyNeed()}>
              {TEXT.copyNeed}
            </Button>
          ) : null}
        </div>
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
