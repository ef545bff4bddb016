import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { openBrief } from '#shared/contract/briefs.ts'
import type { MyDay } from '#shared/contract/my-day.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { GRADE_LABELS } from '#shared/domain/device-grading.ts'
import { LONDON, londonField } from '#shared/domain/london-time.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { useLive } from '../../services/live.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { useNow } from '../../ui/use-now.ts'
import type { Wanted } from './Switcher.tsx'
import styles from './TrackerHome.module.css'
import { TEXT } from './text.ts'

const TIME = dateFormat({ hour: '2-digit', minute: '2-digit', timeZone: LONDON })
const DAY_TIME = dateFormat({ weekday: 'short', hour: '2-digit', minute: '2-digit', timeZone: LONDON })

const SECOND_MS = 1000
const JOIN_BEFORE_MS = 60_000

/** With the weekday where that isn't today. */
const whenOf = (at: string, now: number) =>
  londonField(Date.parse(at)).slice(0, 10) === londonField(now).slice(0, 10)
    ? TIME.format(Date.parse(at))
    : DAY_TIME.format(Date.parse(at))

interface ForYouProps {
  readonly day: MyDay
  readonly isBusy: boolean
  readonly onGo: (wanted: Wanted) => Promise<void>
}

/** What waits for the person today: a brief that they haven't read, their next appointments and so on (spec 4 §4.2.1). */
export function ForYou({ day, isBusy, onGo }: ForYouProps) {
  const { brief, appointments, tickets, tasksDue, grade } = day
  const now = useNow(SECOND_MS)
  const waits = tickets.length + tasksDue > 0 || grade !== null
  const joins = day.start === null ? day.joins.filter((one) => isToJoin(one, now)) : []
  const [text, setText] = useState<{ project: string; text: string } | null>(null)
  if (!brief && !text && appointments.length === 0 && joins.length === 0 && !waits) return null
  return (
    <section className={styles.forYou} aria-label={TEXT.messages}>
      {joins.map((one) => (
        <JoinCard key={`${one.kind} ${one.id}`} one={one} isBusy={isBusy} onGo={onGo} />
      ))}
      {text ? (
        <article className={styles.brief} aria-label={TEXT.briefUnread(text.project)}>
          <h3>{TEXT.briefUnread(text.project)}</h3>
          <p>{text.text}</p>
          <Button size="xs" onClick={() => setText(null)}>
            {TEXT.closeBrief}
          </Button>
        </article>
      ) : brief ? (
        <BriefCard brief={brief} onOpen={setText} />
      ) : null}
      {appointments.length > 0 ? (
        <Appointments appointments={appointments} isBusy={isBusy} isOff={day.start !== null} onGo={onGo} />
      ) : null}
      {waits ? (
        <Waits tickets={tickets.length} tasks={tasksDue} grade={grade && GRADE_LABELS[grade]} />
      ) : null}
    </section>
  )
}

interface WaitsProps {
  readonly tickets: number
  readonly tasks: number
  /** Of the person's machine, where it is below Grade C. */
  readonly grade: string | null
}

/** Open tickets, tasks that are due, and a machine that isn't good enough, each with the way to it (spec 4 §4.2.1). */
function Waits({ tickets, tasks, grade }: WaitsProps) {
  const { dialogs } = useServices()
  const navigate = useNavigate()
  const mayTest = useSession(({ permissions }) => permissions.can('MY_PROFILE_CAN_SEE_HARDWARE_TESTING'))
  const openTasks = () => {
    void navigate({ search: '?task-tab=due' }, { replace: true })
    dialogs.open('tasks')
  }
  const line = (what: string, button: string, open: (() => void) | null) => (
    <li>
      <span>{what}</span>
      {open ? (
        <Button size="compact-sm" variant="light" aria-label={`${button}: ${what}`} onClick={open}>
          {button}
        </Button>
      ) : null}
    </li>
  )
  return (
    <div className={styles.card}>
      <ul aria-label={TEXT.waiting}>
        {tickets > 0 ? line(TEXT.ticketsOpen(tickets), TEXT.showIt, () => dialogs.open('tickets')) : null}
        {tasks > 0 ? line(TEXT.tasksDue(tasks), TEXT.showIt, openTasks) : null}
        {grade === null
          ? null
          : line(TEXT.machine(grade), TEXT.fixThis, mayTest ? () => dialogs.open('hardware') : null)}
      </ul>
    </div>
  )
}

type Join = MyDay['joins'][number]

/** From 1 minute before it up to its end. */
const isToJoin = ({ start, end }: Join, now: number) =>
  Date.parse(start) - JOIN_BEFORE_MS <= now && now < Date.parse(end)

interface JoinCardProps extends Pick<ForYouProps, 'isBusy' | 'onGo'> {
  readonly one: Join
}

/** A meeting or session that begins now: one click goes over to it, or into the meeting (spec 4 §4.2.1). */
function JoinCard({ one, isBusy, onGo }: JoinCardProps) {
  const { meetings } = useLive()
  const { kind, id, subject, start, end } = one
  const join = () => {
    // Who is in the meeting goes over by that, and goes back to what they did when they leave.
    if (kind === 'MEETING') meetings.join({ ID: id, screenShare: false })
    else void onGo({ activity: kind })
  }
  return (
    <div className={styles.card} data-strong>
      <p role="status">
        <strong>{subject}</strong>
        <span>{TEXT.joinFrom(TIME.format(Date.parse(start)), TIME.format(Date.parse(end)))}</span>
      </p>
      <Button size="xs" disabled={isBusy} onClick={join}>
        {TEXT.join(subject)}
      </Button>
    </div>
  )
}

interface BriefCardProps {
  readonly brief: NonNullable<MyDay['brief']>
  readonly onOpen: (brief: { readonly project: string; readonly text: string }) => void
}

function BriefCard({ brief: { projectID, project, isRequired }, onOpen }: BriefCardProps) {
  const { api } = useServices()
  const client = useQueryClient()
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const open = async () => {
    setBusy(true)
    setProblem(null)
    try {
      onOpen(await api.call(openBrief, { projectID }, { quiet: true }))
      await client.invalidateQueries({ queryKey: ['my-day'] })
    } catch (error) {
      setProblem(reasonOf(error))
      setBusy(false)
    }
  }
  return (
    <div className={styles.card} data-strong={isRequired}>
      <p>
        <strong>{TEXT.briefUnread(project)}</strong>
        <span>{isRequired ? TEXT.briefRequired : TEXT.briefNew}</span>
      </p>
      <Button
        size="xs"
        variant={isRequired ? 'filled' : 'default'}
        loading={isBusy}
        onClick={() => void open()}
      >
        {TEXT.readBrief}
      </Button>
      {problem === null ? null : <Problem>{problem}</Problem>}
    </div>
  )
}

interface AppointmentsProps extends Pick<ForYouProps, 'isBusy' | 'onGo'> {
  readonly appointments: MyDay['appointments']
  /** The person isn't working. */
  readonly isOff: boolean
}

function Appointments({ appointments, isBusy, isOff, onGo }: AppointmentsProps) {
  const { now } = useServices()
  return (
    <div className={styles.card}>
      <h3>{TEXT.appointments}</h3>
      <ul>
        {appointments.map(({ id, at, project, mayCall }) => (
          <li key={id}>
            <time dateTime={at}>{whenOf(at, now())}</time>
            <span>
              {project}
              {Date.parse(at) < now() ? <em> {TEXT.overdue}</em> : null}
            </span>
            {mayCall && !isOff ? (
              <Button
                size="compact-sm"
                variant="light"
                disabled={isBusy}
                aria-label={`${TEXT.callNow}: ${project}, ${whenOf(at, now())}`}
                onClick={() => void onGo({ activity: 'AVAILABLE', project, category: 'Appointments' })}
              >
                {TEXT.callNow}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </div>
  )
}
