import { Button, TextInput } from '@mantine/core'
import {
  IconBolt,
  IconBriefcase,
  IconCalendarDue,
  IconCalendarEvent,
  IconClock,
  IconFlag,
  IconGauge,
  IconPlus,
  IconUser,
} from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { STORY_POINTS } from '#shared/domain/tasks.ts'
import { ticketLabel } from '#shared/domain/tickets.ts'
import { Problem } from '../../../ui/Problem.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { ADD_TEXT } from '../text.ts'
import { dayAndTime, hoursWords, shortDay } from '../when.ts'
import styles from './AddTask.module.css'
import { type FoundPart, useQuickRow } from './use-quick-row.ts'

interface QuickRowProps {
  /** The task that a new one is to be part of. */
  readonly parent?: number | undefined
  readonly label?: string
}

/** The quick row of 'Add task' (spec 3 §2): a line of plain words, whose parts show before it is added. */
export function QuickRow({ parent, label = ADD_TEXT.lineLabel }: QuickRowProps) {
  const row = useQuickRow(parent)
  const help = useId()
  return (
    <form
      className={styles.quick}
      onSubmit={(event) => {
        event.preventDefault()
        void row.add()
      }}
    >
      <TextInput
        className={styles.quickLine ?? ''}
        data-quick-line
        aria-label={label}
        aria-describedby={help}
        placeholder={parent === undefined ? ADD_TEXT.line : ADD_TEXT.addSubtask}
        autoComplete="off"
        maxLength={400}
        value={row.text}
        leftSection={<IconBolt size={17} stroke={1.7} aria-hidden="true" />}
        onFocus={row.prepare}
        onChange={(event) => row.type(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
            // A button that is off would swallow it.
            event.preventDefault()
            void row.add()
          }
          if (event.key !== 'Escape' || row.text === '') return
          // The line is cleared first; the dialog around it closes with the next.
          event.stopPropagation()
          event.preventDefault()
          row.type('')
        }}
      />
      <Button
        type="submit"
        variant="light"
        className={styles.quickAdd ?? ''}
        leftSection={<IconPlus size={16} aria-hidden="true" />}
        loading={row.busy}
        disabled={!row.isReady}
      >
        <span>{ADD_TEXT.add}</span>
      </Button>
      <p id={help} className="visually-hidden">
        {ADD_TEXT.help}
      </p>
      {row.line ? <Parts row={row} /> : null}
      <Problem>{row.problem}</Problem>
    </form>
  )
}

/** The parts that were found in the line, as they will be kept. */
function Parts({ row }: { row: ReturnType<typeof useQuickRow> }) {
  const now = useNow()
  const { line, times, project, person } = row
  if (!line || !times) return null
  const icon = (Icon: typeof IconClock) => <Icon size={14} stroke={1.8} aria-hidden="true" />
  const start = line.hasHour ? dayAndTime(times.eventStart, now) : shortDay(times.eventStart, now)
  const effort = STORY_POINTS.find(({ points }) => points === line.points)
  return (
    <ul className={styles.parts} aria-label={ADD_TEXT.parts} aria-live="polite">
      <Part icon={icon(IconCalendarEvent)} isSaid={line.start !== null}>
        {ADD_TEXT.start(start)}
      </Part>
      <Part icon={icon(IconCalendarDue)} isSaid={line.due !== null}>
        {ADD_TEXT.dueOn(shortDay(times.dueDate, now))}
      </Part>
      <Part icon={icon(IconClock)} isSaid={line.hours !== null}>
        {ADD_TEXT.lasts(hoursWords(line.hours ?? 1))}
      </Part>
      <Found icon={icon(IconBriefcase)} part={project} />
      <Found icon={icon(IconUser)} part={person} />
      <Part icon={icon(IconFlag)} isSaid={line.priority !== null}>
        {ticketLabel(line.priority ?? 'LOW')}
      </Part>
      {effort ? (
        <Part icon={icon(IconGauge)} isSaid>
          {effort.label}
        </Part>
      ) : null}
    </ul>
  )
}

function Part({
  icon,
  isSaid,
  isWrong = false,
  children,
}: {
  icon: ReactNode
  isSaid: boolean
  isWrong?: boolean
  children: ReactNode
}) {
  return (
    <li className={styles.part} data-said={isSaid} data-wrong={isWrong}>
      {icon}
      {children}
    </li>
  )
}

function Found({ icon, part }: { icon: ReactNode; part: FoundPart }) {
  const words = {
    default: part.name,
    searching: ADD_TEXT.searching(part.name),
    missing: ADD_TEXT.notFound(part.name),
    found: part.isOneOfSeveral ? ADD_TEXT.several(part.name) : part.name,
  }
  return (
    <Part icon={icon} isSaid={part.state !== 'default'} isWrong={part.state === 'missing'}>
      {words[part.state]}
    </Part>
  )
}
