import './mantine-styles.ts'
import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { saveCalendarSettings } from '#shared/contract/calendar.ts'
import type { CalendarSettings as Settings } from '#shared/domain/calendar-settings.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { Problem } from '../../ui/Problem.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './Calendar.module.css'
import { FeedAddress } from './FeedDialog.tsx'
import { ReminderSelect } from './ReminderSelect.tsx'
import { CALENDAR_WORDS, FEED_WORDS, SETTINGS_WORDS as WORDS } from './text.ts'
import { CALENDAR_KEY, useCalendarSettings } from './use-calendar.ts'
import { VIEWS } from './when.ts'

/** The settings' tab 'calendar' (spec 1 §3). */
export function CalendarSettings() {
  const settings = useCalendarSettings()
  return (
    <div className={styles.settings}>
      {settings.data === undefined ? (
        <div role="status" aria-label={CALENDAR_WORDS.loading}>
          <Skeleton width="100%" height={260} />
        </div>
      ) : (
        <Form settings={settings.data} />
      )}
      <section>
        <h3>{FEED_WORDS.title}</h3>
        <FeedAddress />
      </section>
    </div>
  )
}

const field = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** Each zone that the browser knows, London's first. */
const zones = (): string[] => Intl.supportedValuesOf('timeZone')

function Form({ settings }: { settings: Settings }) {
  const { api } = useServices()
  const queries = useQueryClient()
  const [draft, setDraft] = useState(settings)
  const [problem, setProblem] = useState<string | null>(null)
  const [said, setSaid] = useState('')
  const [isBusy, setBusy] = useState(false)
  const put = (change: Partial<Settings>) => {
    setDraft({ ...draft, ...change })
    setSaid('')
  }
  const submit = async (form: FormEvent) => {
    form.preventDefault()
    setProblem(null)
    setBusy(true)
    try {
      const kept = await api.call(
        saveCalendarSettings,
        { ...draft, workDays: [...draft.workDays] },
        { quiet: true },
      )
      queries.setQueryData([CALENDAR_KEY, 'settings'], kept)
      void queries.invalidateQueries({ queryKey: [CALENDAR_KEY, 'events'] })
      setSaid(WORDS.saved)
    } catch (error) {
      // What was chosen stays.
      setProblem(reasonOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className={styles.form} onSubmit={(form) => void submit(form)}>
      <div className={styles.pair}>
        <NativeSelect
          label={WORDS.view}
          value={draft.view ?? ''}
          data={[
            { value: '', label: WORDS.byScreen },
            ...VIEWS.map((value) => ({ value, label: CALENDAR_WORDS.views[value] })),
          ]}
          onChange={({ currentTarget }) =>
            put({ view: VIEWS.find((view) => view === currentTarget.value) ?? null })
          }
        />
        <NativeSelect
          label={WORDS.firstDay}
          value={String(draft.firstDay)}
          data={([1, 6, 0] as const).map((day) => ({ value: String(day), label: WORDS.days[day] }))}
          onChange={({ currentTarget }) =>
            put({ firstDay: ([0, 1, 6] as const).find((day) => String(day) === currentTarget.value) ?? 1 })
          }
        />
        <TextInput
          type="time"
          label={WORDS.workStart}
          value={field(draft.workStart)}
          onChange={({ currentTarget }) => put({ workStart: minutesOf(currentTarget.value) })}
        />
        <TextInput
          type="time"
          label={WORDS.workEnd}
          value={field(draft.workEnd)}
          onChange={({ currentTarget }) => put({ workEnd: minutesOf(currentTarget.value) })}
        />
      </div>
      <Checkbox.Group
        label={WORDS.workDays}
        value={draft.workDays.map(String)}
        onChange={(days) => put({ workDays: days.map(Number).sort() })}
      >
        <div className={styles.days}>
          {[1, 2, 3, 4, 5, 6, 0].map((day) => (
            <Checkbox key={day} value={String(day)} label={WORDS.days[day]} />
          ))}
        </div>
      </Checkbox.Group>
      <div className={styles.pair}>
        <ReminderSelect value={draft.reminder} onChange={(reminder) => put({ reminder: reminder ?? null })} />
        <NativeSelect
          label={WORDS.secondZone}
          value={draft.secondZone ?? ''}
          data={[{ value: '', label: WORDS.none }, ...zones()]}
          onChange={({ currentTarget }) =>
            put({ secondZone: currentTarget.value === '' ? null : currentTarget.value })
          }
        />
      </div>
      <Problem>{problem}</Problem>
      <div className={styles.buttons}>
        <span role="status">{said}</span>
        <Button type="submit" loading={isBusy}>
          {CALENDAR_WORDS.save}
        </Button>
      </div>
    </form>
  )
}
