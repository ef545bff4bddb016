import { SegmentedControl, TextInput } from '@mantine/core'
import { useSearchParams } from 'react-router-dom'
import { londonDayAfter, londonField, startOfLondonWeek } from '#shared/domain/london-time.ts'
import { useServices } from '../../services/context.tsx'
import { TEXT } from './text.ts'

type Time = keyof typeof TEXT.times

const dayOf = (at: number) => londonField(at).slice(0, 10)

function daysOf(
  time: Time,
  from: string | null,
  to: string | null,
  now: number,
): { from: string; to: string } {
  const today = dayOf(now)
  switch (time) {
    case 'WEEK':
      return { from: dayOf(startOfLondonWeek(now)), to: today }
    case 'WEEKS':
      return { from: dayOf(londonDayAfter(now, -27)), to: today }
    case 'OWN':
      return { from: from ?? today, to: to ?? today }
    default:
      return { from: today, to: today }
  }
}

export const oneOf = <T extends string>(value: string | null, all: readonly T[], otherwise: T): T =>
  all.find((one) => one === value) ?? otherwise

/** The days that a page of figures is about, as its address says them. */
export function useTime() {
  const { now } = useServices()
  const [params, setParams] = useSearchParams()
  const time = oneOf(params.get('time'), Object.keys(TEXT.times) as Time[], 'WEEK')
  const days = daysOf(time, params.get('from'), params.get('to'), now())
  const set = (values: Readonly<Record<string, string | null>>) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        for (const [name, value] of Object.entries(values)) {
          if (value === null) after.delete(name)
          else after.set(name, value)
        }
        return after
      },
      { replace: true },
    )
  return { time, days, set, params, isToday: days.to === dayOf(now()) }
}

/** Today, this week, four weeks or own days. */
export function TimeFilter() {
  const { time, days, set } = useTime()
  return (
    <>
      <SegmentedControl
        aria-label={TEXT.time}
        data={Object.entries(TEXT.times).map(([value, label]) => ({ value, label }))}
        value={time}
        onChange={(value) => set({ time: value, from: null, to: null })}
      />
      {time === 'OWN' ? (
        <>
          <DayField label={TEXT.from} value={days.from} onDay={(from) => set({ from, to: days.to })} />
          <DayField label={TEXT.to} value={days.to} onDay={(to) => set({ from: days.from, to })} />
        </>
      ) : null}
    </>
  )
}

function DayField({ label, value, onDay }: { label: string; value: string; onDay: (day: string) => void }) {
  return (
    <TextInput
      type="date"
      aria-label={label}
      value={value}
      max="9999-12-31"
      onChange={({ currentTarget }) => {
        if (currentTarget.value !== '') onDay(currentTarget.value)
      }}
    />
  )
}
