import { NativeSelect } from '@mantine/core'
import { REMINDER_MINUTES } from '#shared/domain/calendar-settings.ts'
import { REMINDER_WORDS as WORDS } from './text.ts'

interface ReminderProps {
  /** Minutes before it begins, null for not at all, undefined for as usual. */
  readonly value: number | null | undefined
  /** What is usual; absent where this says what is. */
  readonly usual?: number | null
  readonly isAllDay?: boolean
  readonly onChange: (value: number | null | undefined) => void
}

/** 9:00 of the day, and of the day before, in minutes before its midnight. */
const DAYS = [-540, 900] as const

/** How long before an event its person is told. */
export function ReminderSelect({ value, usual, isAllDay = false, onChange }: ReminderProps) {
  const offered: readonly number[] = isAllDay ? DAYS : REMINDER_MINUTES
  const choices =
    value === null || value === undefined || offered.includes(value) ? offered : [value, ...offered]
  const data = [
    // Whole days are told of only where it is asked for.
    ...(usual === undefined || isAllDay ? [] : [{ value: 'usual', label: WORDS.usual(WORDS.before(usual)) }]),
    { value: 'none', label: WORDS.before(null) },
    ...choices.map((minutes) => ({ value: String(minutes), label: WORDS.before(minutes) })),
  ]
  const chosen = value === undefined ? (isAllDay ? 'none' : 'usual') : value === null ? 'none' : String(value)
  return (
    <NativeSelect
      label={WORDS.label}
      data={data}
      value={chosen}
      onChange={({ currentTarget: { value: next } }) =>
        onChange(next === 'usual' ? undefined : next === 'none' ? null : Number(next))
      }
    />
  )
}
