import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { londonField, momentOfField } from '#shared/domain/london-time.ts'
import { AGENDA_MAX } from '#shared/domain/one-to-ones.ts'
import { useServices } from '../../services/context.tsx'
import styles from './TalkPlan.module.css'

const DAY_MS = 86_400_000
const QUARTER_MS = 900_000
const MINUTES = ['15', '30', '45', '60']

const TEXT = {
  start: 'Start',
  minutes: 'Minutes',
  agenda: 'What you want to talk about',
  noTime: 'Say when.',
} as const

interface Filled {
  readonly start: string
  readonly minutes: string
  readonly agenda: string
}

export interface TalkPlan {
  /** What keeps it from being planned, in words; null for nothing. */
  readonly fault: string | null
  /** Something would be lost by closing. */
  readonly isTyped: boolean
  /** As calls take it; only where there is no fault. */
  readonly times: () => { readonly start: string; readonly minutes: number; readonly agenda: string }
  readonly filled: Filled
  readonly change: (part: Partial<Filled>) => void
}

/** When a talk of two is to be, and about what: in a day's time, at a quarter of the hour, until it is changed. */
export function useTalkPlan(): TalkPlan {
  const { now } = useServices()
  const [filled, setFilled] = useState<Filled>(() => ({
    start: londonField(Math.ceil((now() + DAY_MS) / QUARTER_MS) * QUARTER_MS).slice(0, 16),
    minutes: '30',
    agenda: '',
  }))
  const { start, minutes, agenda } = filled
  const at = momentOfField(start)
  return {
    fault: Number.isNaN(at) ? TEXT.noTime : null,
    isTyped: agenda !== '',
    times: () => ({ start: new Date(at).toISOString(), minutes: Number(minutes), agenda }),
    filled,
    change: (part) => setFilled((before) => ({ ...before, ...part })),
  }
}

export function TalkFields({ plan: { filled, change } }: { readonly plan: TalkPlan }) {
  return (
    <>
      <div className={styles.fields}>
        <TextInput
          type="datetime-local"
          label={TEXT.start}
          value={filled.start}
          onChange={({ currentTarget }) => change({ start: currentTarget.value })}
        />
        <NativeSelect
          label={TEXT.minutes}
          value={filled.minutes}
          data={MINUTES}
          onChange={({ currentTarget }) => change({ minutes: currentTarget.value })}
        />
      </div>
      <Textarea
        label={TEXT.agenda}
        data-autofocus
        autosize
        minRows={3}
        maxLength={AGENDA_MAX}
        value={filled.agenda}
        onChange={({ currentTarget }) => change({ agenda: currentTarget.value })}
      />
    </>
  )
}
