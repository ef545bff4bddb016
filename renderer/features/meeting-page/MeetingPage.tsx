import { Button, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconCalendarPlus, IconRepeat, IconSearch, IconUsers } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import type { MyMeeting } from '#shared/contract/meetings.ts'
import { MEETING_TIMES, MEETING_WORDS, type MeetingTime } from '#shared/domain/meetings.ts'
import { FILTER_DEBOUNCE_MS, filterTerm } from '#shared/domain/searching.ts'
import { useSession } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { useLive } from '../../services/live.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { MeetingForm } from './MeetingForm.tsx'
import styles from './MeetingPage.module.css'
import { MeetingPanel } from './MeetingPanel.tsx'
import { TEXT } from './text.ts'
import { useMeetings } from './use-meetings.ts'
import { lengthText, whenText } from './words.ts'

const EMPTY: Readonly<Record<MeetingTime, string>> = {
  NOW: TEXT.noneNow,
  UPCOMING: TEXT.none,
  PAST: TEXT.nonePast,
}

/** Connect plus › Meeting: the person's meetings, planned, held and to come (spec 6 §2.3). */
export function MeetingPage() {
  const [query, setQuery] = useSearchParams()
  const mayPlan = useSession(({ permissions }) => permissions.can('CAN_CREATE_ONE_TO_ONE_MEETINGS'))
  const [typed, setTyped] = useState('')
  const [debounced] = useDebouncedValue(typed, FILTER_DEBOUNCE_MS)
  const [isPlanning, setPlanning] = useState(false)
  const when = MEETING_TIMES.find((time) => time === query.get('when')) ?? 'UPCOMING'
  const opened = Number(query.get('open') ?? 0)
  const open = (meetingID: number) =>
    setQuery((old) => {
      const next = new URLSearchParams(old)
      if (meetingID === 0) next.delete('open')
      else next.set('open', String(meetingID))
      return next
    })
  return (
    <div className={styles.screen}>
      <header className={styles.head}>
        <h2>{TEXT.title}</h2>
        <nav className={styles.times} aria-label={TEXT.timesLabel}>
          {MEETING_TIMES.map((time) => (
            <Link key={time} to={`?when=${time}`} aria-current={time === when ? 'page' : undefined}>
              {TEXT.times[time]}
            </Link>
          ))}
        </nav>
        <TextInput
          className={styles.search ?? ''}
          aria-label={TEXT.search}
          placeholder={TEXT.search}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'Escape' && setTyped('')}
          leftSection={<IconSearch size={16} stroke={1.8} aria-hidden="true" />}
        />
        {mayPlan ? (
          <Button
            leftSection={<IconCalendarPlus size={17} aria-hidden="true" />}
            onClick={() => setPlanning(true)}
          >
            {TEXT.new}
          </Button>
        ) : null}
      </header>
      <Meetings when={when} term={typed === '' ? '' : filterTerm(debounced)} onOpen={open} />
      {/* Whom one can choose comes with the chat, which may be on its way: the list stays meanwhile. */}
      <Suspense>
        {isPlanning ? <MeetingForm onClose={() => setPlanning(false)} /> : null}
        {opened > 0 ? <MeetingPanel key={opened} meetingID={opened} onClose={() => open(0)} /> : null}
      </Suspense>
    </div>
  )
}

interface MeetingsProps {
  readonly when: MeetingTime
  readonly term: string
  readonly onOpen: (meetingID: number) => void
}

function Meetings({ when, term, onOpen }: MeetingsProps) {
  const { data, error, refetch } = useMeetings(when, term)
  if (error && !data)
    return <LoadFailure title={TEXT.failed} reason={reasonOf(error)} onRetry={() => void refetch()} />
  if (!data)
    return (
      <div className={styles.wait} role="status" aria-label={TEXT.title}>
        <Skeleton width="100%" height={44} />
        <Skeleton width="100%" height={44} />
        <Skeleton width="100%" height={44} />
      </div>
    )
  if (data.length === 0)
    return (
      <EmptyState
        icon={<IconUsers size={26} stroke={1.6} />}
        title={term === '' ? EMPTY[when] : TEXT.noneFound}
      />
    )
  return (
    <div className={styles.table}>
      <table>
        <thead>
          <tr>
            {Object.entries(TEXT.columns).map(([column, label]) => (
              <th key={column} scope="col">
                {label}
              </th>
            ))}
            <th scope="col">
              <span className="visually-hidden">{TEXT.join}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {data.map((meeting) => (
            <Row key={meeting.meetingID} meeting={meeting} onOpen={onOpen} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Row({ meeting, onOpen }: { meeting: MyMeeting; onOpen: (meetingID: number) => void }) {
  const { meetings } = useLive()
  const { meetingID, subject, host, start, end, people, guests, state, repeats } = meeting
  return (
    <tr data-state={state}>
      <th scope="row">
        <button type="button" aria-label={TEXT.open(subject)} onClick={() => onOpen(meetingID)}>
          <span>{subject}</span>
          {repeats === null ? null : (
            <span className={styles.repeats} title={MEETING_WORDS.repeat[repeats]}>
              <IconRepeat size={14} stroke={2} aria-label={MEETING_WORDS.repeat[repeats]} />
            </span>
          )}
        </button>
      </th>
      <td data-label={TEXT.columns.host}>{host}</td>
      <td data-label={TEXT.columns.start}>
        <time dateTime={start}>{whenText(start)}</time>
      </td>
      <td data-label={TEXT.columns.length}>{lengthText(start, end)}</td>
      <td data-label={TEXT.columns.people}>
        {[String(people), guests === 0 ? '' : TEXT.guests(guests)].filter((part) => part !== '').join(' + ')}
      </td>
      <td data-label={TEXT.columns.answers}>
        {TEXT.answers(meeting.coming, meeting.tentative, meeting.notComing)}
      </td>
      <td data-label={TEXT.columns.state}>
        <span className={styles.state} data-state={state}>
          {MEETING_WORDS.state[state]}
        </span>
      </td>
      <td>
        {state === 'LIVE' ? (
          <Button
            size="compact-sm"
            aria-label={TEXT.joinOf(subject)}
            onClick={() => meetings.join({ ID: meetingID, screenShare: false })}
          >
            {TEXT.join}
          </Button>
        ) : null}
      </td>
    </tr>
  )
}
