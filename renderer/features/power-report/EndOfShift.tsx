import { Button, NativeSelect, TextInput } from '@mantine/core'
import { IconArrowLeft, IconSend } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import {
  endOfShift,
  endOfShiftFile,
  endOfShiftMail,
  type EndOfShift as Report,
  type SavedPowerReport,
  sendEndOfShift,
  shiftRooms,
} from '#shared/contract/power-report.ts'
import { ACTIVITY_LABELS } from '#shared/domain/activity-words.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { LONDON, londonField } from '#shared/domain/london-time.ts'
import { powerText } from '#shared/domain/power-text.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { Chart } from '../../ui/chart/Chart.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { FileButtons } from './FileButtons.tsx'
import styles from './PowerReport.module.css'
import { ScheduleDialog } from './ScheduleDialog.tsx'
import { TEXT } from './text.ts'

const CLOCK = dateFormat({ hour: '2-digit', minute: '2-digit', timeZone: LONDON })
const hours = (seconds: number) => powerText('rate', seconds / 3600)

/** The ready report ‘End of shift’ (spec 4 §4.4.8): what an area's or the team's shift came to. */
export function EndOfShift() {
  const { api, now } = useServices()
  const [params, setParams] = useSearchParams()
  const date = params.get('date') ?? londonField(now()).slice(0, 10)
  const areaID = Number(params.get('area')) || null
  const shift = params.get('shift')
  const managerID = Number(params.get('manager')) || null
  const projectID = Number(params.get('project')) || null
  const isShift = shift !== null && /^\d\d:\d\d–\d\d:\d\d$/.test(shift)
  const asked = { date, areaID, managerID, projectID, shift: isShift ? shift : null }
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: ['end-of-shift', asked],
    queryFn: ({ signal }) => api.call(endOfShift, asked, { quiet: true, signal }),
    placeholderData: keepPreviousData,
  })
  const set = (values: Readonly<Record<string, string>>) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        for (const [name, value] of Object.entries(values)) {
          if (value === '') after.delete(name)
          else after.set(name, value)
        }
        return after
      },
      { replace: true },
    )
  const [mailed, setMailed] = useState<SavedPowerReport | null>(null)
  const schedule = async () => {
    try {
      setMailed(await api.call(endOfShiftMail, asked))
    } catch {
      // Why is told by itself.
    }
  }
  const [title] = TEXT.endOfShift
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys
    <section className={styles.page} tabIndex={0} aria-label={title}>
      <header className={styles.head}>
        <Link to="?" className={styles.back} aria-label={TEXT.all} title={TEXT.all}>
          <IconArrowLeft size={18} stroke={1.8} aria-hidden="true" />
        </Link>
        <h2>{title}</h2>
        <FileButtons isOff={!data} fetchFile={(type) => api.call(endOfShiftFile, { ...asked, type })} />
        <Button size="xs" variant="default" onClick={() => void schedule()}>
          {TEXT.schedule}
        </Button>
        {mailed ? <ScheduleDialog report={mailed} first="DAY" onClose={() => setMailed(null)} /> : null}
        <Send asked={asked} />
      </header>
      <div className={styles.filters}>
        <TextInput
          size="xs"
          type="date"
          aria-label={TEXT.date}
          value={date}
          max="9999-12-31"
          onChange={({ currentTarget }) => {
            if (currentTarget.value !== '') set({ date: currentTarget.value, shift: '' })
          }}
        />
        <NativeSelect
          size="xs"
          aria-label={TEXT.area}
          value={areaID === null ? '' : String(areaID)}
          data={[
            { value: '', label: managerID === null ? TEXT.myTeam : TEXT.anyOf(TEXT.area) },
            ...choices(data?.areas),
          ]}
          onChange={({ currentTarget }) => set({ area: currentTarget.value, shift: '' })}
        />
        <NativeSelect
          size="xs"
          aria-label={TEXT.manager}
          value={managerID === null ? '' : String(managerID)}
          data={[{ value: '', label: TEXT.anyOf(TEXT.manager) }, ...choices(data?.managers)]}
          onChange={({ currentTarget }) => set({ manager: currentTarget.value, shift: '' })}
        />
        <NativeSelect
          size="xs"
          aria-label={TEXT.project}
          value={projectID === null ? '' : String(projectID)}
          data={[{ value: '', label: TEXT.anyOf(TEXT.project) }, ...choices(data?.projectChoices)]}
          onChange={({ currentTarget }) => set({ project: currentTarget.value, shift: '' })}
        />
        <NativeSelect
          size="xs"
          aria-label={TEXT.shift}
          value={asked.shift ?? ''}
          data={[
            { value: '', label: TEXT.wholeDay },
            ...(data?.shifts ?? []).map(({ key, people }) => ({
              value: key,
              label: TEXT.shiftOf(key, people),
            })),
          ]}
          onChange={({ currentTarget }) => set({ shift: currentTarget.value })}
        />
      </div>
      {error && !data ? (
        <LoadFailure title={TEXT.runFailed} reason={reasonOf(error)} onRetry={() => void refetch()} />
      ) : !data ? (
        <div role="status" aria-label={TEXT.loading}>
          <Skeleton width="100%" height={320} />
        </div>
      ) : data.due === 0 && data.activities.length === 0 ? (
        <EmptyState title={TEXT.none} />
      ) : (
        <div className={styles.result} data-old={isPlaceholderData || undefined}>
          <Figures report={data} />
        </div>
      )}
    </section>
  )
}

const choices = (all: readonly { readonly id: number; readonly name: string }[] = []) =>
  all.map(({ id, name }) => ({ value: String(id), label: name }))

function Figures({ report }: { readonly report: Report }) {
  const { due, absent, activities, projects, lost, incidents, reviews, from, to } = report
  const time = `${CLOCK.format(Date.parse(from))}–${CLOCK.format(Date.parse(to))}`
  const cards = [
    [TEXT.peopleIn, TEXT.inOf(report.in, due)],
    [TEXT.lostHours, `${hours(lost.seconds)} h`],
    [TEXT.lostRecords, powerText('count', lost.records)],
    [TEXT.incidents, powerText('count', incidents)],
    [TEXT.reviews, powerText('count', reviews.count)],
    [TEXT.qcScore, powerText('score', reviews.score)],
  ]
  return (
    <>
      <dl className={styles.figures}>
        {cards.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {absent.length > 0 ? (
        <p className={styles.note}>{TEXT.notIn(absent.map(({ name }) => name).join(', '))}</p>
      ) : null}
      {activities.length > 0 ? (
        <div className={styles.paper}>
          <Chart
            kind="stacked"
            title={TEXT.hoursByActivity}
            summary={TEXT.hoursByActivity}
            rowLabel={TEXT.activity}
            series={[{ key: 'hours', label: TEXT.hours, colour: 'var(--fw-primary)' }]}
            rows={activities.map(({ activity, seconds }) => ({
              name: ACTIVITY_LABELS[activity],
              values: { hours: seconds / 3600 },
            }))}
            format={(value) => powerText('rate', value)}
          />
        </div>
      ) : null}
      {projects.length > 0 ? (
        <div className={styles.paper}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys */}
          <section className={styles.tableBox} aria-label={TEXT.byProject} tabIndex={0}>
            <table className={styles.table}>
              <thead>
                <tr>
                  {[TEXT.project, TEXT.completes, TEXT.target, TEXT.attempts, TEXT.interviewingHours].map(
                    (label) => (
                      <th key={label} scope="col">
                        {label}
                      </th>
                    ),
                  )}
                </tr>
              </thead>
              <tbody>
                {projects.map(({ id, name, completes, target, attempts, interviewingSeconds }) => (
                  <tr key={id}>
                    <th scope="row">{name}</th>
                    <td>{powerText('count', completes)}</td>
                    <td>{powerText('count', target)}</td>
                    <td>{powerText('count', attempts)}</td>
                    <td>{hours(interviewingSeconds)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
          <p className={styles.note}>{time}</p>
        </div>
      ) : null}
    </>
  )
}

interface Asked {
  readonly date: string
  readonly areaID: number | null
  readonly managerID: number | null
  readonly projectID: number | null
  readonly shift: string | null
}

/** Sends it to a room. */
function Send({ asked }: { readonly asked: Asked }) {
  const { api, notices } = useServices()
  const mayWrite = useSession(({ permissions }) => permissions.can('GENERAL_CAN_USE_TEAM_CHAT'))
  const [room, setRoom] = useState('')
  const [isBusy, setBusy] = useState(false)
  const { data } = useQuery({
    queryKey: ['end-of-shift-rooms'],
    queryFn: ({ signal }) => api.call(shiftRooms, undefined, { quiet: true, signal }),
    enabled: mayWrite,
  })
  if (!mayWrite || !data || data.rooms.length === 0) return null
  const send = async () => {
    setBusy(true)
    try {
      await api.call(sendEndOfShift, { ...asked, roomID: Number(room) })
      notices.show('success', TEXT.sent)
      setRoom('')
    } catch {
      // Why is told by itself.
    }
    setBusy(false)
  }
  return (
    <div className={styles.actions}>
      <NativeSelect
        size="xs"
        aria-label={TEXT.room}
        value={room}
        data={[
          { value: '', label: TEXT.chooseRoom },
          ...data.rooms.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={({ currentTarget }) => setRoom(currentTarget.value)}
      />
      <Button
        size="xs"
        variant="default"
        leftSection={<IconSend size={14} aria-hidden="true" />}
        disabled={room === ''}
        loading={isBusy}
        onClick={() => void send()}
      >
        {TEXT.send}
      </Button>
    </div>
  )
}
