import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { ResponseOf } from '#shared/contract/http-call.ts'
import {
  assignPattern,
  type listPatterns,
  retirePattern,
  type ShiftPattern,
  savePattern,
} from '#shared/contract/shift-patterns.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { londonDayAfter, londonField } from '#shared/domain/london-time.ts'
import { meanHours, PATTERN_WEEKS_MAX } from '#shared/domain/shift-patterns.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { PersonSelect } from '../../ui/PersonSelect.tsx'
import { Problem } from '../../ui/Problem.tsx'
import type { RemoteOption } from '../../ui/RemoteSelect.tsx'
import { FormModal } from '../ask-dialog/index.ts'
import styles from './ShiftPatterns.module.css'
import { TEXT } from './text.ts'

const DAY = dateFormat({ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
const dayText = (day: string): string => DAY.format(Date.parse(day))

type Day = ShiftPattern['days'][number]
type Known = ResponseOf<typeof listPatterns>

interface PatternFormProps {
  readonly known: Known
  /** Null for a new one. */
  readonly pattern: ShiftPattern | null
  readonly mayEdit: boolean
  readonly onChanged: () => Promise<unknown>
  readonly onClose: () => void
}

const USUAL = { start: '09:00', end: '17:00', breakMinutes: 30, location: 'OFFICE' } as const
type Values = Pick<
  ShiftPattern,
  'name' | 'colour' | 'areaID' | 'contractTypeID' | 'projectID' | 'weeks' | 'days'
>

const FRESH: Values = {
  ...{ name: '', colour: 'TEAL', areaID: null, contractTypeID: null, projectID: null, weeks: 1 },
  days: [1, 2, 3, 4, 5].map((weekday): Day => ({ ...USUAL, week: 0, weekday })),
}

/** A pattern with its weeks, whose it is, and to whom it is given. */
export function PatternForm({ known, pattern, mayEdit, onChanged, onClose }: PatternFormProps) {
  const { api, notices, now } = useServices()
  const tomorrow = londonField(londonDayAfter(now(), 1)).slice(0, 10)
  const [values, setValues] = useState<Values>(() => {
    const { name, colour, areaID, contractTypeID, projectID, weeks, days } = pattern ?? FRESH
    return { name, colour, areaID, contractTypeID, projectID, weeks, days: [...days] }
  })
  const [from, setFrom] = useState(tomorrow)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const isLocked = !mayEdit || pattern?.status === 'RETIRED'
  const set = (more: Partial<typeof values>) => setValues((before) => ({ ...before, ...more }))
  const setDay = (week: number, weekday: number, more: Partial<Day> | null) => {
    const isIt = (day: Day) => day.week === week && day.weekday === weekday
    const old = values.days.find(isIt)
    const like = values.days.findLast((day) => day.weekday < weekday) ?? USUAL
    const others = values.days.filter((day) => !isIt(day))
    set({ days: more === null ? others : [...others, { ...like, ...old, week, weekday, ...more }] })
  }
  const attempt = async (work: () => Promise<unknown>) => {
    setBusy(true)
    setProblem(null)
    try {
      await work()
      await onChanged()
      return true
    } catch (error) {
      setProblem(reasonOf(error))
      return false
    } finally {
      setBusy(false)
    }
  }
  const save = async () => {
    if (values.name.trim() === '') return setProblem(TEXT.noName)
    if (from === '') return setProblem(TEXT.noDay)
    const seen = pattern === null ? {} : { id: pattern.id, version: pattern.version }
    const days = values.days.filter(({ week }) => week < values.weeks)
    const isDone = await attempt(async () => {
      const answer = await api.call(savePattern, { ...values, days, from, ...seen }, { quiet: true })
      notices.show('success', TEXT.saved(answer.pattern.name, answer.changed, answer.left))
    })
    if (isDone) onClose()
  }
  const idOf = (value: string) => (value === '' ? null : Number(value))
  const choice = (
    label: string,
    value: number | null,
    none: string,
    list: Known['areas'],
    put: (id: number | null) => void,
  ) => (
    <NativeSelect
      label={label}
      value={String(value ?? '')}
      data={[{ value: '', label: none }, ...list.map(({ id, name }) => ({ value: String(id), label: name }))]}
      onChange={(event) => put(idOf(event.currentTarget.value))}
    />
  )
  const hours = meanHours({
    weeks: values.weeks,
    days: values.days.filter(({ week }) => week < values.weeks),
  })
  const off = (pattern?.people ?? []).filter(
    ({ weeklyHours }) => weeklyHours !== null && Math.abs(hours - weeklyHours) > 0.01,
  )
  return (
    <FormModal opened onClose={onClose} title={pattern === null ? TEXT.new : TEXT.edit} size={1040} centered>
      {(leave) => (
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault()
            void save()
          }}
        >
          <fieldset disabled={isLocked} className={styles.fields}>
            <TextInput
              data-autofocus
              label={TEXT.fields.name}
              value={values.name}
              maxLength={100}
              onChange={(event) => set({ name: event.currentTarget.value })}
            />
            <NativeSelect
              label={TEXT.fields.weeks}
              value={String(values.weeks)}
              data={Array.from({ length: PATTERN_WEEKS_MAX }, (_, at) => String(at + 1))}
              onChange={(event) => set({ weeks: Number(event.currentTarget.value) })}
            />
            <NativeSelect
              label={TEXT.fields.colour}
              value={values.colour}
              data={Object.entries(TEXT.colours).map(([value, label]) => ({ value, label }))}
              onChange={(event) => set({ colour: event.currentTarget.value as ShiftPattern['colour'] })}
            />
            {choice(TEXT.fields.area, values.areaID, TEXT.theirs, known.areas, (areaID) => set({ areaID }))}
            {choice(
              TEXT.fields.contract,
              values.contractTypeID,
              TEXT.any,
              known.contractTypes,
              (contractTypeID) => set({ contractTypeID }),
            )}
            {choice(TEXT.fields.project, values.projectID, TEXT.noProject, known.projects, (projectID) =>
              set({ projectID }),
            )}
          </fieldset>
          <fieldset disabled={isLocked} className={styles.weeks}>
            {Array.from({ length: values.weeks }, (_, at) => at).map((week) => (
              <section key={week} aria-label={TEXT.week(week)}>
                {values.weeks > 1 ? <h3>{TEXT.week(week)}</h3> : null}
                <div className={styles.week}>
                  {TEXT.weekdays.map((name, at) => (
                    <DayFields
                      key={name}
                      week={week}
                      name={name}
                      day={values.days.find((one) => one.week === week && one.weekday === at + 1)}
                      onChange={(more) => setDay(week, at + 1, more)}
                    />
                  ))}
                </div>
              </section>
            ))}
          </fieldset>
          <p className={styles.sum}>
            <b>{TEXT.sum(hours)}</b>
            {off.slice(0, 5).map(({ userID, name, weeklyHours }) => (
              <span key={userID}>{TEXT.against(name, hours - (weeklyHours ?? 0))}</span>
            ))}
          </p>
          {isLocked ? null : (
            <TextInput
              type="date"
              w={240}
              label={TEXT.fields.from}
              description={pattern === null ? undefined : TEXT.fields.fromHint}
              value={from}
              onChange={(event) => setFrom(event.currentTarget.value)}
            />
          )}
          {pattern === null ? null : (
            <People pattern={pattern} isLocked={isLocked} tomorrow={tomorrow} attempt={attempt} />
          )}
          {problem === null ? null : <Problem>{problem}</Problem>}
          <div className={styles.buttons}>
            {pattern !== null && !isLocked ? (
              <Button
                variant="subtle"
                color="red"
                onClick={() => {
                  const { id, version } = pattern
                  void attempt(() => api.call(retirePattern, { id, version }, { quiet: true })).then(
                    (isDone) => isDone && onClose(),
                  )
                }}
              >
                {TEXT.retire}
              </Button>
            ) : null}
            <span className={styles.grow} />
            <Button variant="default" onClick={leave}>
              {isLocked ? TEXT.close : TEXT.cancel}
            </Button>
            {isLocked ? null : (
              <Button type="submit" loading={isBusy}>
                {TEXT.save}
              </Button>
            )}
          </div>
        </form>
      )}
    </FormModal>
  )
}

interface DayFieldsProps {
  readonly week: number
  readonly name: string
  readonly day: Day | undefined
  readonly onChange: (more: Partial<Day> | null) => void
}

function DayFields({ week, name, day, onChange }: DayFieldsProps) {
  return (
    <div className={styles.day} data-works={day !== undefined || undefined}>
      <Checkbox
        label={name}
        aria-label={TEXT.works(week, name)}
        checked={day !== undefined}
        onChange={(event) => onChange(event.currentTarget.checked ? {} : null)}
      />
      {day === undefined ? null : (
        <>
          <TextInput
            size="xs"
            type="time"
            step={900}
            aria-label={TEXT.start(name)}
            value={day.start}
            onChange={(event) => onChange({ start: event.currentTarget.value })}
          />
          <TextInput
            size="xs"
            type="time"
            step={900}
            aria-label={TEXT.end(name)}
            value={day.end}
            onChange={(event) => onChange({ end: event.currentTarget.value })}
          />
          <TextInput
            size="xs"
            type="number"
            min={0}
            max={240}
            step={5}
            aria-label={TEXT.break(name)}
            title={TEXT.break(name)}
            value={String(day.breakMinutes)}
            onChange={(event) => onChange({ breakMinutes: Math.round(Number(event.currentTarget.value)) })}
          />
          <NativeSelect
            size="xs"
            aria-label={TEXT.location(name)}
            value={day.location}
            data={Object.entries(TEXT.locations).map(([value, label]) => ({ value, label }))}
            onChange={(event) =>
              onChange({ location: event.currentTarget.value === 'HOME' ? 'HOME' : 'OFFICE' })
            }
          />
        </>
      )}
    </div>
  )
}

interface PeopleProps {
  readonly pattern: ShiftPattern
  readonly isLocked: boolean
  readonly tomorrow: string
  readonly attempt: (work: () => Promise<unknown>) => Promise<boolean>
}

function People({ pattern, isLocked, tomorrow, attempt }: PeopleProps): ReactNode {
  const { api } = useServices()
  const [person, setPerson] = useState<RemoteOption | null>(null)
  const [from, setFrom] = useState(tomorrow)
  const [startWeek, setStartWeek] = useState(0)
  return (
    <section className={styles.people}>
      <h3>{TEXT.peopleTitle}</h3>
      {pattern.people.length === 0 ? (
        <p className={styles.hint}>{TEXT.nobody}</p>
      ) : (
        <ul>
          {pattern.people.map(({ userID, name, from: since, to }) => (
            <li key={`${userID} ${since}`}>
              {name} <small>{TEXT.since(dayText(since), to === null ? null : dayText(to))}</small>
            </li>
          ))}
        </ul>
      )}
      {isLocked ? null : (
        <div className={styles.give}>
          <PersonSelect label={TEXT.assign} value={person} onChange={setPerson} />
          <TextInput
            type="date"
            label={TEXT.assignFrom}
            value={from}
            onChange={(event) => setFrom(event.currentTarget.value)}
          />
          {pattern.weeks > 1 ? (
            <NativeSelect
              label={TEXT.startWeek}
              value={String(startWeek)}
              data={Array.from({ length: pattern.weeks }, (_, week) => ({
                value: String(week),
                label: TEXT.week(week),
              }))}
              onChange={(event) => setStartWeek(Number(event.currentTarget.value))}
            />
          ) : null}
          <Button
            variant="default"
            disabled={person === null || from === ''}
            onClick={() => {
              if (person === null) return
              const wanted = { id: pattern.id, people: [person.id], from, startWeek }
              void attempt(() => api.call(assignPattern, wanted, { quiet: true })).then(
                (isDone) => isDone && setPerson(null),
              )
            }}
          >
            {TEXT.give}
          </Button>
        </div>
      )}
    </section>
  )
}
