import { Chip, Switch, TextInput } from '@mantine/core'
import { dateFormat } from '#shared/domain/date-format.ts'
import '@mantine/core/styles/Chip.layer.css'
import { useEffect, useId, useState } from 'react'
import { QUIET_TIME, type QuietHours } from '#shared/domain/chat-quiet.ts'
import { useChat, useChatState } from '../chat-context.tsx'
import styles from './Status.module.css'
import { TEXT } from './text.ts'

/** Days of the week in the order in which they are worked, 0 for Sunday. */
const DAYS = [1, 2, 3, 4, 5, 6, 0]
const DAY_NAME = dateFormat({ weekday: 'short', timeZone: 'UTC' })
/** 1 November 2026 is a Sunday. */
const nameOf = (day: number) => DAY_NAME.format(Date.UTC(2026, 10, 1 + day))

/** When the person is not to be disturbed: by this machine's clock, on chosen days. */
export function QuietHoursForm() {
  const chat = useChat<'loadQuietHours' | 'saveQuietHours'>()
  const hours = useChatState((state) => state.quietHours)
  const note = useId()
  useEffect(() => void chat.loadQuietHours(), [chat])
  const save = (patch: Partial<QuietHours>) => void chat.saveQuietHours({ ...hours, ...patch })
  return (
    <fieldset className={styles.channel}>
      <legend className={styles.legend}>{TEXT.quietHours}</legend>
      <Switch
        size="xs"
        label={TEXT.enabled}
        aria-describedby={note}
        checked={hours.isEnabled}
        onChange={(event) => save({ isEnabled: event.currentTarget.checked })}
      />
      <p className={styles.note} id={note}>
        {TEXT.quietNote}
      </p>
      {hours.isEnabled ? (
        <>
          <div className={styles.times}>
            <TimeField label={TEXT.quietFrom} value={hours.from} onChange={(from) => save({ from })} />
            <TimeField label={TEXT.quietTo} value={hours.to} onChange={(to) => save({ to })} />
          </div>
          <Chip.Group
            multiple
            value={hours.days.map(String)}
            onChange={(days) => save({ days: days.map(Number) })}
          >
            {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is around it already */}
            <div className={styles.days} role="group" aria-label={TEXT.quietDays}>
              {DAYS.map((day) => (
                <Chip key={day} size="xs" value={String(day)} classNames={{ label: styles.day ?? '' }}>
                  {nameOf(day)}
                </Chip>
              ))}
            </div>
          </Chip.Group>
        </>
      ) : null}
    </fieldset>
  )
}

interface TimeFieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
}

/** A time of day, taken once it is whole and the person goes on. */
function TimeField({ label, value, onChange }: TimeFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <TextInput
      type="time"
      size="xs"
      label={label}
      value={typed ?? value}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={() => {
        if (typed !== null && typed !== value && QUIET_TIME.test(typed)) onChange(typed)
        setTyped(null)
      }}
    />
  )
}
