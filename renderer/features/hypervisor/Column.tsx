import { Menu } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { HypervisorColumn, HypervisorPerson } from '#shared/contract/hypervisor.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { numberText } from '#shared/domain/locale.ts'
import { LONDON } from '#shared/domain/london-time.ts'
import styles from './Hypervisor.module.css'
import { whereIs } from './model.ts'
import { TEXT } from './text.ts'

const TIME = dateFormat({ hour: '2-digit', minute: '2-digit', timeZone: LONDON })

interface ColumnProps {
  /** Null for those on none. */
  readonly project: HypervisorColumn | null
  readonly people: readonly HypervisorPerson[]
  readonly names: ReadonlyMap<number, string>
  readonly choices: readonly HypervisorColumn[]
  readonly mayMove: boolean
  /** Whose card is on its way. */
  readonly carried: number | null
  /** By how much its forecast changes while that is over a column. */
  readonly change: number | null
  readonly isOver: boolean
  readonly against: string
  readonly wasDragged: () => boolean
  readonly onMove: (userID: number, projectID: number) => void
  readonly boost: ReactNode
}

/** A project with its figures, and the cards of who is on it. */
export function Column(props: ColumnProps) {
  const { project, people, isOver, against } = props
  return (
    <section
      className={styles.column}
      aria-label={project?.name ?? TEXT.noProject}
      data-column={project?.id}
      data-over={isOver || undefined}
      data-against={against === '' ? undefined : ''}
    >
      <header className={styles.columnHead}>
        <h3>{project?.name ?? TEXT.noProject}</h3>
        {project === null ? null : <Figures {...props} project={project} />}
      </header>
      <ul className={styles.cards}>
        {people.map((person) => (
          <Card key={person.userID} {...props} person={person} />
        ))}
      </ul>
    </section>
  )
}

function Figures({ project, change, boost, against }: ColumnProps & { readonly project: HypervisorColumn }) {
  const { figures } = TEXT
  const rows: readonly (readonly [label: string, value: string, isBad?: boolean])[] = [
    [figures.planned, String(project.planned)],
    [figures.onIt, String(project.onIt)],
    [figures.elsewhere, String(project.elsewhere), project.elsewhere > 0],
    [figures.absent, String(project.absent), project.absent > 0],
    [figures.waiting, String(project.waiting), project.waiting > 0],
    [figures.due, String(project.appointmentsDue)],
    [figures.sample, project.sampleUsable === null ? '–' : numberText(project.sampleUsable)],
    [
      figures.abandoned,
      project.abandonedRate === null ? '–' : `${numberText(Math.round(project.abandonedRate * 1000) / 10)} %`,
    ],
  ]
  return (
    <>
      <p className={styles.day}>
        <strong>{TEXT.today(project.completesToday, project.targetToday)}</strong>
        <span>
          {TEXT.forecast(project.forecastToday)}
          {change === null ? null : <b data-down={change < 0 || undefined}> {TEXT.change(change)}</b>}
        </span>
      </p>
      {against === '' ? null : <p className={styles.against}>{against}</p>}
      {boost}
      <dl className={styles.figures}>
        {rows.map(([label, value, isBad]) => (
          <div key={label} data-bad={isBad || undefined}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <ol className={styles.hours} aria-label={TEXT.hours}>
        {project.hours.map(({ hour, needed, planned }) => (
          <li
            key={hour}
            data-gap={needed > planned || undefined}
            aria-label={TEXT.hour(TIME.format(Date.parse(hour)), planned, needed)}
            title={TEXT.hour(TIME.format(Date.parse(hour)), planned, needed)}
          >
            <small>{TIME.format(Date.parse(hour)).slice(0, 2)}</small>
            {planned}/{needed}
          </li>
        ))}
      </ol>
      {project.atRisk.length === 0 ? null : (
        <details className={styles.risks}>
          <summary>
            <IconAlertTriangle size={14} aria-hidden="true" /> {TEXT.atRisk(project.atRisk.length)}
          </summary>
          <ul>
            {project.atRisk.map(({ recordID, time, respondentRef, isOverdue }) => (
              <li key={recordID}>{TEXT.risk(TIME.format(Date.parse(time)), respondentRef, isOverdue)}</li>
            ))}
          </ul>
        </details>
      )}
      {project.nearlyFull.map(({ label, remaining }) => (
        <p key={label} className={styles.cell}>
          {TEXT.nearlyFull(label, remaining)}
        </p>
      ))}
    </>
  )
}

const sentence = (activity: string) => activity.charAt(0) + activity.slice(1).toLowerCase()

function Card(props: ColumnProps & { readonly person: HypervisorPerson }) {
  const { person, project, names, choices, mayMove, carried, wasDragged, onMove } = props
  const { userID, name, scheduledProjectID, isAbsent, isOnCall, isWaiting, since, shift } = person
  const planned =
    scheduledProjectID !== null && scheduledProjectID !== (project?.id ?? null)
      ? TEXT.plannedOn(names.get(scheduledProjectID) ?? '–')
      : ''
  const state = isAbsent
    ? TEXT.notIn
    : isOnCall
      ? TEXT.onCall
      : isWaiting
        ? TEXT.waits
        : sentence(person.activity)
  const times = [
    since === null ? '' : TEXT.since(TIME.format(Date.parse(since))),
    shift === null ? '' : TEXT.until(TIME.format(Date.parse(shift.end))),
  ]
    .filter(Boolean)
    .join(' ')
  const words = [state, planned, times].filter(Boolean).join(', ')
  const body = (
    <>
      <span>{name}</span>
      <small>
        {state} <em>{times}</em>
      </small>
      {planned === '' ? null : <small data-planned="">{planned}</small>}
    </>
  )
  if (!mayMove)
    return (
      <li className={styles.card} data-absent={isAbsent || undefined}>
        {body}
      </li>
    )
  return (
    <li>
      <Menu>
        <Menu.Target>
          <button
            type="button"
            className={styles.card}
            data-card={userID}
            data-absent={isAbsent || undefined}
            data-waiting={isWaiting || undefined}
            data-carried={carried === userID || undefined}
            title={words}
            onClickCapture={(click) => {
              if (wasDragged() || carried === userID) click.stopPropagation()
            }}
          >
            {body}
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{TEXT.moveTo}</Menu.Label>
          {choices
            .filter(({ id }) => id !== whereIs(person) || id !== scheduledProjectID)
            .map((one) => (
              <Menu.Item key={one.id} onClick={() => onMove(userID, one.id)}>
                {one.name}
              </Menu.Item>
            ))}
        </Menu.Dropdown>
      </Menu>
    </li>
  )
}
