import { Button, NativeSelect, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useStore } from 'zustand'
import type { MyDay } from '#shared/contract/my-day.ts'
import type { ActivityName } from '#shared/domain/activity.ts'
import { projectsOf } from '#shared/domain/activity-rules.ts'
import { SHIFT_LOCATIONS } from '#shared/domain/shifts.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { useLive } from '../../services/live.tsx'
import { Problem } from '../../ui/Problem.tsx'
import styles from './TrackerHome.module.css'
import { NAMES, TEXT } from './text.ts'

const REASON_MIN = 3
/** Nobody begins their shift with these. */
const LATER: readonly ActivityName[] = ['BREAK', 'PERSONAL', 'SYSTEM ISSUES', 'INACTIVE']

/** What a shift is begun with. */
export interface WantedStart {
  readonly location: 'OFFICE' | 'HOME'
  readonly reason?: string
  readonly activity: ActivityName
  readonly project?: string
}

interface ShiftStartProps {
  readonly day: MyDay
  readonly isBusy: boolean
  /** What isn't fit for work, by the passport check of the last try. */
  readonly unfit: readonly string[]
  readonly onStart: (wanted: WantedStart) => Promise<void>
}

/** Stands in place of the switch until the shift is begun (spec 4 §4.2.1). */
export function ShiftStart({ day, isBusy, unfit, onStart }: ShiftStartProps) {
  const { start, shift, choices, projects } = day
  const { activity: live } = useLive()
  const { dialogs } = useServices()
  const mayTest = useSession(({ permissions }) => permissions.can('MY_PROFILE_CAN_SEE_HARDWARE_TESTING'))
  const scheduled = useStore(live.store, ({ master }) => master?.scheduledProject ?? null)
  const planned = shift?.project ?? scheduled
  const namesOf = (one: ActivityName) => projectsOf(one, projects).map(({ name }) => name)
  const offered = choices.filter(
    ({ activity, needsProject }) =>
      !LATER.includes(activity) &&
      (!needsProject || namesOf(activity).length > 0 || activity === 'AVAILABLE'),
  )
  const usual = offered.find(
    ({ activity }) => activity === 'AVAILABLE' && (planned !== null || namesOf(activity).length > 0),
  )
  const first = usual ?? offered.find(({ needsProject }) => !needsProject) ?? offered[0]
  const [activity, setActivity] = useState<ActivityName>(first?.activity ?? 'MEETING')
  const [project, setProject] = useState(planned ?? '')
  const [location, setLocation] = useState(shift?.location ?? 'OFFICE')
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  if (start === 'NOT_YET')
    return shift ? (
      <section className={styles.switcher} aria-label={TEXT.startTitle}>
        <p className={styles.locked}>{TEXT.notYet}</p>
      </section>
    ) : null
  const rule = choices.find((choice) => choice.activity === activity)
  // A shift's own project needs no choosing.
  const names = namesOf(activity)
  const chosen = names.includes(project) ? project : (names[0] ?? '')
  const asksProject = rule?.needsProject === true && !(activity === 'AVAILABLE' && planned !== null)
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (start === 'WITHOUT' && reason.trim().length < REASON_MIN) return setProblem(TEXT.tooShort)
    setProblem(null)
    void onStart({
      ...{ location, activity },
      ...(start === 'WITHOUT' && { reason: reason.trim() }),
      ...(asksProject && { project: chosen }),
    })
  }
  const isShift = start === 'SHIFT'
  return (
    <form className={styles.start} aria-label={TEXT.startTitle} onSubmit={send}>
      {isShift ? null : (
        <Textarea
          label={TEXT.withoutWhy}
          value={reason}
          maxLength={1000}
          autosize
          minRows={2}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
      {problem === null ? null : <Problem>{problem}</Problem>}
      {unfit.length === 0 ? null : (
        <div className={styles.unfit}>
          <Problem>{TEXT.unfit(unfit)}</Problem>
          {mayTest ? (
            <Button variant="default" size="xs" onClick={() => dialogs.open('hardware')}>
              {TEXT.hardware}
            </Button>
          ) : null}
        </div>
      )}
      <div className={styles.startFields}>
        <NativeSelect
          label={TEXT.beginWith}
          value={activity}
          data={offered.map((choice) => ({ value: choice.activity, label: NAMES[choice.activity] }))}
          onChange={(event) => setActivity(event.currentTarget.value as ActivityName)}
        />
        {asksProject ? (
          <NativeSelect
            label={TEXT.project}
            value={chosen}
            data={names}
            onChange={(event) => setProject(event.currentTarget.value)}
          />
        ) : null}
        <NativeSelect
          label={TEXT.where}
          value={location}
          data={SHIFT_LOCATIONS.map((place) => ({ value: place, label: TEXT.locations[place] }))}
          onChange={(event) => setLocation(event.currentTarget.value === 'HOME' ? 'HOME' : 'OFFICE')}
        />
        <Button type="submit" size="md" loading={isBusy}>
          {isShift ? TEXT.start : TEXT.startWithout}
        </Button>
      </div>
    </form>
  )
}
