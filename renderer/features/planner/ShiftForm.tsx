import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { londonDayAfter, londonField, momentOfField } from '#shared/domain/london-time.ts'
import { Problem } from '../../ui/Problem.tsx'
import { FormModal } from '../ask-dialog/index.ts'
import { Checks } from './Checks.tsx'
import { checksOf, HOUR_MS, isOpen, type Plan, type Shift, type ShiftValues } from './model.ts'
import styles from './Planner.module.css'
import { TEXT } from './text.ts'

const NOTE_MAX = 1000

interface ShiftFormProps {
  readonly plan: Plan
  /** Null for a new one. */
  readonly shift: Shift | null
  readonly initial: ShiftValues
  readonly mayEdit: boolean
  readonly maySplit: boolean
  readonly onSave: (values: ShiftValues) => void
  readonly onDelete: () => void
  readonly onSplit: (at: number) => void
  readonly onClose: () => void
}

const timeOf = (at: number) => londonField(at).slice(11, 16)
const dayOf = (at: number) => londonField(at).slice(0, 10)

/** A shift with all that can be said of it; what is against it shows while it is typed. */
export function ShiftForm(props: ShiftFormProps) {
  const { plan, shift, initial, mayEdit, maySplit, onClose } = props
  const [values, setValues] = useState(initial)
  const [times, setTimes] = useState({
    ...{ day: dayOf(initial.start), start: timeOf(initial.start), end: timeOf(initial.end) },
    split: timeOf(initial.start + Math.round((initial.end - initial.start) / HOUR_MS / 2) * HOUR_MS),
  })
  const [problem, setProblem] = useState<string | null>(null)
  const isLocked = !mayEdit || (shift !== null && (!isOpen(shift) || shift.isCancelled))
  const set = (more: Partial<ShiftValues>) => setValues((before) => ({ ...before, ...more }))
  const setTime = (more: Partial<typeof times>) => setTimes((before) => ({ ...before, ...more }))
  const start = momentOfField(`${times.day}T${times.start}`)
  const sameDay = momentOfField(`${times.day}T${times.end}`)
  // What ends before it begins ends on the next day.
  const end =
    sameDay > start ? sameDay : momentOfField(`${dayOf(londonDayAfter(start || 0, 1))}T${times.end}`)
  const isWhole = !Number.isNaN(start) && !Number.isNaN(end)
  const wanted = { ...values, start, end }
  const checks = isWhole && !isLocked ? checksOf(plan, wanted, shift?.id ?? null) : []
  const people = [...plan.people.values()]
    .filter(({ person }) => person.isActive || person.userID === values.userID)
    .map(({ person }) => ({ value: String(person.userID), label: person.name }))
  const idOf = (value: string) => (value === '' ? null : Number(value))
  const projects = plan.week.projects.filter(({ id, isLive }) => isLive || id === values.projectID)
  const title = shift === null ? TEXT.new : TEXT.edit
  return (
    <FormModal opened onClose={onClose} title={title} size={480} centered>
      {(leave) => (
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault()
            if (!isWhole) return setProblem(TEXT.badTimes)
            props.onSave(wanted)
          }}
        >
          {shift !== null && isLocked && mayEdit ? (
            <p className={styles.hint}>
              {TEXT.locked(shift.isCancelled ? TEXT.toCancel : TEXT.states[shift.state])}
            </p>
          ) : null}
          <fieldset disabled={isLocked} className={styles.fields}>
            <NativeSelect
              className={styles.wide}
              label={TEXT.fields.person}
              value={String(values.userID)}
              data={people}
              onChange={(event) => set({ userID: Number(event.currentTarget.value) })}
            />
            <TextInput
              className={styles.wide}
              type="date"
              label={TEXT.fields.day}
              value={times.day}
              onChange={(event) => setTime({ day: event.currentTarget.value })}
            />
            <TextInput
              data-autofocus
              type="time"
              step={900}
              label={TEXT.fields.start}
              value={times.start}
              onChange={(event) => setTime({ start: event.currentTarget.value })}
            />
            <TextInput
              type="time"
              step={900}
              label={TEXT.fields.end}
              value={times.end}
              onChange={(event) => setTime({ end: event.currentTarget.value })}
            />
            <TextInput
              type="number"
              label={TEXT.fields.breakMinutes}
              min={0}
              max={240}
              step={5}
              value={String(values.breakMinutes)}
              onChange={(event) =>
                set({
                  breakMinutes: Math.max(0, Math.min(240, Math.round(Number(event.currentTarget.value)))),
                })
              }
            />
            <NativeSelect
              label={TEXT.fields.location}
              value={values.location}
              data={Object.entries(TEXT.locations).map(([value, label]) => ({ value, label }))}
              onChange={(event) =>
                set({ location: event.currentTarget.value === 'HOME' ? 'HOME' : 'OFFICE' })
              }
            />
            <NativeSelect
              label={TEXT.fields.project}
              value={String(values.projectID ?? '')}
              data={[
                { value: '', label: TEXT.noProject },
                ...projects.map(({ id, name }) => ({ value: String(id), label: name })),
              ]}
              onChange={(event) => set({ projectID: idOf(event.currentTarget.value) })}
            />
            <NativeSelect
              label={TEXT.fields.area}
              value={String(values.areaID ?? '')}
              data={[
                { value: '', label: TEXT.fields.noArea },
                ...plan.week.areas.map(({ id, name }) => ({ value: String(id), label: name })),
              ]}
              onChange={(event) => set({ areaID: idOf(event.currentTarget.value) })}
            />
            <Textarea
              className={styles.wide}
              label={TEXT.fields.note}
              value={values.note}
              maxLength={NOTE_MAX}
              rows={2}
              onChange={(event) => set({ note: event.currentTarget.value })}
            />
          </fieldset>
          {maySplit && !isLocked && shift !== null && shift.end - shift.start >= 2 * HOUR_MS ? (
            <span className={styles.split}>
              <TextInput
                type="time"
                step={900}
                label={TEXT.fields.splitAt}
                value={times.split}
                onChange={(event) => setTime({ split: event.currentTarget.value })}
              />
              <Button
                variant="default"
                onClick={() => {
                  const at = momentOfField(`${dayOf(shift.start)}T${times.split}`)
                  if (Number.isNaN(at)) setProblem(TEXT.badTimes)
                  else
                    props.onSplit(at > shift.start ? at : momentOfField(`${dayOf(shift.end)}T${times.split}`))
                }}
              >
                {TEXT.split}
              </Button>
            </span>
          ) : null}
          <div aria-live="polite">
            <Checks checks={checks} />
          </div>
          {problem === null ? null : <Problem>{problem}</Problem>}
          <div className={styles.buttons}>
            {shift !== null && !isLocked ? (
              <Button variant="subtle" color="red" onClick={props.onDelete}>
                {TEXT.delete}
              </Button>
            ) : null}
            <span className={styles.grow} />
            <Button variant="default" onClick={leave}>
              {isLocked ? TEXT.close : TEXT.cancel}
            </Button>
            {isLocked ? null : (
              <Button type="submit" disabled={checks.some(({ blocks }) => blocks)}>
                {shift === null ? TEXT.add : TEXT.save}
              </Button>
            )}
          </div>
        </form>
      )}
    </FormModal>
  )
}
