import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { attendanceSessions, correctSession, newCorrection } from '#shared/contract/attendance.ts'
import type { ActivityName } from '#shared/domain/activity.ts'
import { ACTIVITY_RULES, ruleOf } from '#shared/domain/activity-rules.ts'
import { ACTIVITY_LABELS } from '#shared/domain/activity-words.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { LONDON, londonField, momentOfField } from '#shared/domain/london-time.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { Problem } from '../../ui/Problem.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './Correction.module.css'
import { CORRECTION_TEXT as TEXT } from './text.ts'

const TIME = dateFormat({ hour: '2-digit', minute: '2-digit', timeZone: LONDON })
const DAY_MS = 86_400_000
const timeOf = (iso: string) => TIME.format(Date.parse(iso))
const CHOICES = ACTIVITY_RULES.filter(
  ({ activity }) => activity !== 'INACTIVE' && activity !== 'SYSTEM ISSUES',
)

interface CorrectionFormProps {
  /** London's, YYYY-MM-DD. */
  readonly date: string
  /** What is wrong, where that is known: a time, in ISO 8601. */
  readonly time?: { readonly from: string; readonly to: string }
  /** Somebody else's day, put right at once; one's own is asked for. */
  readonly userID?: number
  /** The session that is wrong, where that is known. */
  readonly sessionID?: number
  readonly onDone: () => void
  readonly onCancel: () => void
}

/** Another activity, project or time for something that was done on a day (spec 4 §4.2.1). */
export function CorrectionForm({ date, time, userID, sessionID, onDone, onCancel }: CorrectionFormProps) {
  const { api } = useServices()
  const { data, error } = useQuery({
    queryKey: ['attendance-sessions', date, userID ?? null],
    queryFn: ({ signal }) =>
      api.call(
        attendanceSessions,
        { date, ...(userID !== undefined && { userID }) },
        { quiet: true, signal },
      ),
    gcTime: 0,
  })
  if (error) return <Problem>{reasonOf(error)}</Problem>
  if (!data) return <Skeleton width="100%" height={90} />
  return (
    <Fields
      {...{ date, time, userID, wrongID: sessionID, onDone, onCancel }}
      sessions={data.sessions.filter(({ end }) => end !== null)}
      projects={data.projects}
    />
  )
}

type Sessions = Awaited<ReturnType<(typeof attendanceSessions)['response']['parse']>>['sessions']

interface FieldsProps extends Omit<CorrectionFormProps, 'userID' | 'time' | 'sessionID'> {
  readonly wrongID: number | undefined
  readonly time: CorrectionFormProps['time'] | undefined
  readonly userID: number | undefined
  readonly sessions: Sessions
  readonly projects: readonly { readonly id: number; readonly name: string }[]
}

/** A time of the day, or of the next where it is before the other one. */
function moment(date: string, time: string, after = 0): number {
  const at = momentOfField(`${date}T${time}`)
  return at < after ? momentOfField(`${londonField(at + DAY_MS).slice(0, 10)}T${time}`) : at
}

function Fields({ date, time, userID, wrongID, sessions, projects, onDone, onCancel }: FieldsProps) {
  const { api } = useServices()
  // What they did before it is what they likely did.
  const first = time
    ? sessions.findLast(({ end }) => end !== null && end <= time.from)
    : (sessions.find(({ id }) => id === wrongID) ?? sessions[0])
  const [sessionID, setSession] = useState(time ? 0 : (first?.id ?? 0))
  const [activity, setActivity] = useState<ActivityName>(first?.activity ?? 'MEETING')
  const [projectID, setProject] = useState(first?.projectID ?? projects[0]?.id ?? 0)
  const [from, setFrom] = useState(time ? timeOf(time.from) : first ? timeOf(first.start) : '')
  const [to, setTo] = useState(time ? timeOf(time.to) : first?.end ? timeOf(first.end) : '')
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const choose = (id: number) => {
    const session = sessions.find((one) => one.id === id)
    setSession(id)
    if (!session) return
    setActivity(session.activity)
    setProject(session.projectID ?? projectID)
    setFrom(timeOf(session.start))
    setTo(session.end === null ? '' : timeOf(session.end))
  }
  const { needsProject } = ruleOf(activity)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (from === '' || to === '') return setProblem(TEXT.noTimes)
    if (reason.trim().length < 3) return setProblem(TEXT.tooShort)
    const chosen = sessions.find(({ id }) => id === sessionID)
    // Times that weren't touched keep their seconds.
    const [began, ended] = chosen ? [chosen.start, chosen.end] : [time?.from, time?.to]
    const start = began && timeOf(began) === from ? Date.parse(began) : moment(date, from)
    const end = ended && timeOf(ended) === to ? Date.parse(ended) : moment(date, to, start)
    const wanted = {
      sessionID: sessionID === 0 ? null : sessionID,
      requested: {
        activity,
        projectID: needsProject ? projectID : null,
        start: new Date(start).toISOString(),
        end: new Date(end).toISOString(),
      },
      reason: reason.trim(),
    }
    setBusy(true)
    setProblem(null)
    try {
      await (userID === undefined
        ? api.call(newCorrection, wanted, { quiet: true })
        : api.call(correctSession, { ...wanted, userID }, { quiet: true }))
      onDone()
    } catch (failure) {
      setProblem(reasonOf(failure))
      setBusy(false)
    }
  }
  return (
    <form
      className={styles.form}
      aria-label={TEXT.correct}
      onSubmit={(event) => void submit(event)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onCancel()
      }}
    >
      {time ? null : (
        <NativeSelect
          label={TEXT.what}
          autoFocus
          value={String(sessionID)}
          data={[
            ...sessions.map(({ id, activity: was, start, end }) => ({
              value: String(id),
              label: `${ACTIVITY_LABELS[was]}, ${timeOf(start)}–${end === null ? '' : timeOf(end)}`,
            })),
            { value: '0', label: TEXT.emptyTime },
          ]}
          onChange={(event) => choose(Number(event.currentTarget.value))}
        />
      )}
      <div className={styles.fields}>
        <NativeSelect
          label={TEXT.activity}
          value={activity}
          data={CHOICES.map((rule) => ({ value: rule.activity, label: ACTIVITY_LABELS[rule.activity] }))}
          onChange={(event) => setActivity(event.currentTarget.value as ActivityName)}
        />
        {needsProject ? (
          <NativeSelect
            label={TEXT.project}
            value={String(projectID)}
            data={projects.map(({ id, name }) => ({ value: String(id), label: name }))}
            onChange={(event) => setProject(Number(event.currentTarget.value))}
          />
        ) : null}
        <TextInput
          type="time"
          label={TEXT.timeFrom}
          value={from}
          onChange={(event) => setFrom(event.currentTarget.value)}
        />
        <TextInput
          type="time"
          label={TEXT.timeTo}
          value={to}
          onChange={(event) => setTo(event.currentTarget.value)}
        />
      </div>
      <Textarea
        label={TEXT.why}
        value={reason}
        maxLength={1000}
        autosize
        minRows={2}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      {problem === null ? null : <Problem>{problem}</Problem>}
      <div className={styles.buttons}>
        <Button variant="default" onClick={onCancel}>
          {TEXT.cancel}
        </Button>
        <Button type="submit" loading={isBusy}>
          {userID === undefined ? TEXT.ask : TEXT.correct}
        </Button>
      </div>
    </form>
  )
}
