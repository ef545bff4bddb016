import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Task, TaskChange } from '#shared/contract/task-entities.ts'
import { londonField, momentOfField } from '#shared/domain/london-time.ts'
import { REQUIRED_HOURS_MIN, STORY_POINTS, TASK_PRIORITIES, TESTING_STATUSES } from '#shared/domain/tasks.ts'
import { ticketLabel } from '#shared/domain/tickets.ts'
import { PersonSelect } from '../../../ui/PersonSelect.tsx'
import { RemoteSelect } from '../../../ui/RemoteSelect.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { useTaskSearches } from '../add/AddTaskForm.tsx'
import { usePlanner } from '../planner/planner-context.tsx'
import { ADD_TEXT, TASK_TEXTS, testingLabel } from '../text.ts'
import { dayAndTime } from '../when.ts'
import styles from './TaskPanel.module.css'
import type { Edit } from './use-edit.ts'

interface FactsProps {
  readonly task: Task
  readonly edit: Edit
}

/** The task's fields, each kept as soon as it is chosen or left. */
export function Facts({ task, edit }: FactsProps) {
  const { config, plans } = usePlanner()
  const searches = useTaskSearches()
  const now = useNow()
  const off = !task.mayChange
  const set = (change: TaskChange) => void edit.set(change)
  const listed = (values: readonly string[], value: string) => [
    { value: '', label: ADD_TEXT.none },
    ...[...new Set([...values, value])]
      .filter((one) => one !== '')
      .map((one) => ({ value: one, label: one })),
  ]
  return (
    <section className={styles.facts} aria-label={TASK_TEXTS.facts}>
      <NativeSelect
        label={ADD_TEXT.status}
        disabled={off}
        value={task.status}
        data={[...new Set([...config.statuses.map(({ name }) => name), task.status])]}
        onChange={(event) => set({ status: event.currentTarget.value })}
      />
      <NativeSelect
        label={ADD_TEXT.priority}
        disabled={off}
        value={task.priority}
        data={TASK_PRIORITIES.map((value) => ({ value, label: ticketLabel(value) }))}
        onChange={(event) => {
          const priority = TASK_PRIORITIES.find((one) => one === event.currentTarget.value)
          if (priority) set({ priority })
        }}
      />
      <PersonSelect
        label={ADD_TEXT.person}
        disabled={off || !plans}
        value={{ id: task.userID, name: task.userName }}
        onChange={(person) => person && set({ userID: person.id })}
        stays
      />
      <RemoteSelect
        label={ADD_TEXT.project}
        disabled={off || !plans}
        value={{ id: task.projectID, name: task.projectName }}
        onChange={(project) => project && set({ projectID: project.id, prefixID: null })}
        stays
        search={searches.projects}
      />
      <TimeField
        label={ADD_TEXT.starts}
        at={task.eventStart}
        disabled={off}
        onKeep={(eventStart) => set({ eventStart })}
      />
      <TimeField
        label={ADD_TEXT.ends}
        at={task.eventEnd}
        disabled={off}
        onKeep={(eventEnd) => set({ eventEnd })}
      />
      <TimeField
        label={ADD_TEXT.due}
        at={task.dueDate}
        disabled={off}
        onKeep={(dueDate) => set({ dueDate })}
      />
      <HoursField task={task} disabled={off} onKeep={(requiredHours) => set({ requiredHours })} />
      <NativeSelect
        label={ADD_TEXT.effort}
        disabled={off}
        value={task.storyPoint}
        data={STORY_POINTS.map(({ points, label }) => ({ value: points, label: `${points} ${label}` }))}
        onChange={(event) => {
          const found = STORY_POINTS.find(({ points }) => points === event.currentTarget.value)
          if (found) set({ storyPoint: found.points })
        }}
      />
      <NativeSelect
        label={ADD_TEXT.testing}
        disabled={off}
        value={task.testingStatus}
        data={TESTING_STATUSES.map((value) => ({ value, label: testingLabel(value) }))}
        onChange={(event) => {
          const testingStatus = TESTING_STATUSES.find((one) => one === event.currentTarget.value)
          if (testingStatus) set({ testingStatus })
        }}
      />
      <NativeSelect
        label={ADD_TEXT.sprint}
        disabled={off}
        value={task.sprint}
        data={listed(config.sprints, task.sprint)}
        onChange={(event) => set({ sprint: event.currentTarget.value })}
      />
      <NativeSelect
        label={ADD_TEXT.milestone}
        disabled={off}
        value={task.milestone}
        data={listed(config.milestones, task.milestone)}
        onChange={(event) => set({ milestone: event.currentTarget.value })}
      />
      <Textarea
        className={styles.wide ?? ''}
        label={ADD_TEXT.description}
        autosize
        minRows={3}
        maxRows={14}
        readOnly={off}
        value={edit.text('description')}
        onChange={(event) => edit.type('description', event.currentTarget.value)}
        onBlur={() => void edit.keep('description')}
      />
      <p className={styles.hint}>
        {TASK_TEXTS.madeBy(task.createdByName, dayAndTime(Date.parse(task.createdTime), now))}
        {task.completionTime === null
          ? null
          : ` · ${TASK_TEXTS.finishedAt(dayAndTime(Date.parse(task.completionTime), now))}`}
      </p>
    </section>
  )
}

interface TimeFieldProps {
  readonly label: string
  /** ISO 8601. */
  readonly at: string
  readonly disabled: boolean
  readonly onKeep: (at: string) => void
}

/** A date and time of London, kept when the field is left. */
function TimeField({ label, at, disabled, onKeep }: TimeFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const shown = londonField(Date.parse(at))
  return (
    <TextInput
      type="datetime-local"
      label={label}
      disabled={disabled}
      value={typed ?? shown}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={() => {
        setTyped(null)
        const moment = typed === null ? Number.NaN : momentOfField(typed)
        if (!Number.isNaN(moment) && typed !== shown) onKeep(new Date(moment).toISOString())
      }}
    />
  )
}

interface HoursFieldProps {
  readonly task: Task
  readonly disabled: boolean
  readonly onKeep: (hours: number) => void
}

function HoursField({ task, disabled, onKeep }: HoursFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <TextInput
      type="number"
      min={REQUIRED_HOURS_MIN}
      step={REQUIRED_HOURS_MIN}
      label={ADD_TEXT.hours}
      disabled={disabled}
      value={typed ?? String(task.requiredHours)}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={() => {
        setTyped(null)
        const hours = Number(typed)
        if (typed !== null && hours >= REQUIRED_HOURS_MIN && hours !== task.requiredHours) onKeep(hours)
      }}
    />
  )
}
