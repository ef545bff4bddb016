import { Button, Checkbox, Modal, TextInput } from '@mantine/core'
import { IconChecks } from '@tabler/icons-react'
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  approvedBookings,
  approvedBookingsFile,
  type BookingRequest,
  decideBooking,
  pendingBookings,
} from '#shared/contract/booking.ts'
import { EXPORT_TYPES } from '#shared/contract/exports.ts'
import { needsNote, REASON_MAX, REQUEST_WORDS, type RequestState } from '#shared/domain/booking.ts'
import { numberText } from '#shared/domain/locale.ts'
import { LONDON, londonDayAfter, londonField, momentOfField } from '#shared/domain/london-time.ts'
import { type WaitingAge, waitingAge } from '#shared/domain/waiting-age.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import type { DialogParams } from '../../services/notices/dialogs.ts'
import { saveFile } from '../../services/page/save-file.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { RequestTalkButton } from '../request-talk/index.ts'
import styles from './Calendar.module.css'
import { Consequences } from './Consequences.tsx'
import { CONSEQUENCE_WORDS, STATE_WORDS, BOOKING_WORDS as WORDS } from './text.ts'
import { CALENDAR_KEY, useCalendarNews } from './use-calendar.ts'
import { shortDay, whenOf } from './when.ts'

interface DialogProps {
  readonly opened: boolean
  readonly onClose: () => void
}

type FileType = (typeof EXPORT_TYPES)[number]

/** Days ahead that decided requests are shown for (spec 4 §4.5.7). */
const DECIDED_DAYS = 28

interface PendingDialogProps extends DialogProps {
  /** Only those of one age, where Resource home was pressed there. */
  readonly params?: DialogParams['pending-requests']
}

/** 'Pending requests' (spec 4 §4.5.6): what waits, oldest first. */
export function PendingRequestsDialog({ opened, onClose, params }: PendingDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={WORDS.pending} size={640}>
      {opened ? <Pending first={params?.age ?? null} /> : null}
    </Modal>
  )
}

/** 'Approved requests' (spec 4 §4.5.7): what was decided for the coming weeks. */
export function ApprovedRequestsDialog({ opened, onClose }: DialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={WORDS.approved} size={640}>
      {opened ? <Approved /> : null}
    </Modal>
  )
}

function Pending({ first }: { readonly first: WaitingAge | null }) {
  const { api, now } = useServices()
  const [age, setAge] = useState(first)
  useCalendarNews()
  const query = useQuery({
    queryKey: [CALENDAR_KEY, 'pending'],
    queryFn: ({ signal }) => api.call(pendingBookings, {}, { quiet: true, signal }),
  })
  if (age === null) return <Requests query={query} none={WORDS.noPending} />
  const { data, error, refetch } = query
  const ofAge = data?.filter(({ askedAt }) => waitingAge(Date.parse(askedAt), now()) === age)
  return (
    <>
      <p className={styles.ofAge}>
        {WORDS.ofAge[age]}
        <Button size="compact-sm" variant="subtle" onClick={() => setAge(null)}>
          {WORDS.allAges}
        </Button>
      </p>
      <Requests query={{ data: ofAge, error, refetch }} none={WORDS.noneOfAge} />
    </>
  )
}

/** A time is chosen, that of the coming weeks at first; what is listed can be had as a file. */
function Approved() {
  const { api, now } = useServices()
  useCalendarNews()
  const dayIn = (days: number) => londonField(londonDayAfter(now(), days)).slice(0, 10)
  const [from, setFrom] = useState(dayIn(0))
  const [to, setTo] = useState(dayIn(DECIDED_DAYS - 1))
  const [busy, setBusy] = useState<FileType | null>(null)
  const isTime = from !== '' && to !== '' && from <= to
  const time = () => ({
    start: new Date(momentOfField(from)).toISOString(),
    end: new Date(londonDayAfter(momentOfField(to), 1)).toISOString(),
  })
  const query = useQuery({
    queryKey: [CALENDAR_KEY, 'approved', from, to],
    queryFn: ({ signal }) => api.call(approvedBookings, time(), { quiet: true, signal }),
    enabled: isTime,
  })
  const fetchFile = async (type: FileType) => {
    setBusy(type)
    try {
      saveFile(await api.call(approvedBookingsFile, { ...time(), type }))
    } catch {
      // Why is told by itself.
    }
    setBusy(null)
  }
  return (
    <>
      <div className={styles.requestTimes}>
        <TextInput
          type="date"
          label={WORDS.from}
          value={from}
          onChange={({ currentTarget }) => setFrom(currentTarget.value)}
        />
        <TextInput
          type="date"
          label={WORDS.to}
          value={to}
          onChange={({ currentTarget }) => setTo(currentTarget.value)}
        />
        {EXPORT_TYPES.map((type) => (
          <Button
            key={type}
            variant="default"
            size="sm"
            disabled={!isTime}
            loading={busy === type}
            onClick={() => void fetchFile(type)}
          >
            {WORDS.files[type]}
          </Button>
        ))}
      </div>
      {isTime ? (
        <Requests query={query} none={WORDS.noApproved} />
      ) : (
        <Problem>{from !== '' && to !== '' ? WORDS.badRange : null}</Problem>
      )}
    </>
  )
}

interface RequestsProps {
  readonly query: Pick<UseQueryResult<BookingRequest[]>, 'data' | 'error' | 'refetch'>
  /** Where there are none. */
  readonly none: string
}

function Requests({ query, none }: RequestsProps) {
  const [said, setSaid] = useState('')
  if (query.error)
    return (
      <LoadFailure title={WORDS.failed} reason={reasonOf(query.error)} onRetry={() => void query.refetch()} />
    )
  if (!query.data)
    return (
      <div role="status" aria-label={WORDS.loading}>
        <Skeleton width="100%" height={120} />
      </div>
    )
  return (
    <>
      <p role="status">{said}</p>
      {query.data.length === 0 ? (
        <EmptyState icon={<IconChecks size={26} />} title={none} />
      ) : (
        <ul className={styles.requests}>
          {query.data.map((request) => (
            <Request key={request.id} request={request} onSaid={setSaid} />
          ))}
        </ul>
      )}
    </>
  )
}

/** What can be decided on a request in a state, and what the button says. */
const CHOICES: Readonly<Record<RequestState, readonly (readonly [RequestState, string])[]>> = {
  PENDING: [
    ['APPROVED', WORDS.approve],
    ['DECLINED', WORDS.decline],
  ],
  REQUESTED_CANCELATION: [
    ['CANCELLED', WORDS.cancelIt],
    ['APPROVED', WORDS.keep],
  ],
  APPROVED: [['CANCELLED', WORDS.takeBack]],
  DECLINED: [['PENDING', WORDS.reopen]],
  CANCELLED: [],
}

const timesOf = ({
  start,
  end,
  type,
  dayPart,
}: Pick<BookingRequest, 'start' | 'end' | 'type' | 'dayPart'>): string => {
  const isAllDay = type === 'HOLIDAY' && dayPart === 'DAY'
  const meta = { isAllDay, zone: LONDON } as Parameters<typeof whenOf>[0]['meta']
  return whenOf({ eventStart: start, eventEnd: end, meta }, LONDON)
}
const momentOf = (time: string): string => {
  const meta = { isAllDay: false, zone: LONDON } as Parameters<typeof whenOf>[0]['meta']
  return whenOf({ eventStart: time, eventEnd: time, meta }, LONDON).split(' – ')[0] ?? ''
}

const HOUR_MS = 3_600_000
const percent = (share: number): string => `${numberText(Math.round(share * 100))} %`

interface DaysProps {
  readonly userName: string
  readonly work: readonly string[]
  /** The approved days; null for all of them. */
  readonly days: readonly string[] | null
  readonly onChange: (days: readonly string[] | null) => void
}

/** Which days of a holiday are approved, where not all. */
function DaysChosen({ userName, work, days, onChange }: DaysProps) {
  if (days === null)
    return (
      <Button size="compact-sm" variant="subtle" className={styles.some} onClick={() => onChange(work)}>
        {WORDS.some}
      </Button>
    )
  return (
    <Checkbox.Group
      label={WORDS.daysOf(userName)}
      value={[...days]}
      onChange={(chosen) => onChange(work.filter((day) => chosen.includes(day)))}
    >
      <div className={styles.days}>
        {work.map((day) => (
          <Checkbox key={day} value={day} label={shortDay(day)} />
        ))}
      </div>
    </Checkbox.Group>
  )
}

function Request({ request, onSaid }: { request: BookingRequest; onSaid: (words: string) => void }) {
  const { api, now: clock } = useServices()
  const queries = useQueryClient()
  const { id, type, userName, state, hours, reason, askedAt, decidedBy, decidedAt, decisionNote } = request
  const { overlaps, yearHours, workingDays: work, balance, coverage, teamOff, shifts, checks } = request
  const [days, setDays] = useState<readonly string[] | null>(null)
  const [note, setNote] = useState('')
  const [override, setOverride] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const what = REQUEST_WORDS[type]
  const needsOverride =
    (balance !== null && balance.after < 0) ||
    checks.some(({ rule, blocks }) => !blocks && rule !== 'CONTRACT')
  const choices = CHOICES[state]
  const decide = async (to: RequestState) => {
    setBusy(true)
    setProblem(null)
    try {
      const only = to === 'APPROVED' && days !== null && days.length < work.length ? { days: [...days] } : {}
      const shown = overlaps.length === 0 ? {} : { seen: overlaps.map((one) => one.id) }
      const now = await api.call(
        decideBooking,
        { id, state: to, from: state, note, ...only, ...shown, ...(override === '' ? {} : { override }) },
        { quiet: true },
      )
      onSaid(WORDS.done(userName, STATE_WORDS[now.state]))
      await queries.invalidateQueries({ queryKey: [CALENDAR_KEY] })
    } catch (error) {
      // The note stays; what somebody else decided meanwhile comes by itself.
      setProblem(reasonOf(error))
      await queries.invalidateQueries({ queryKey: [CALENDAR_KEY] })
    } finally {
      setBusy(false)
    }
  }
  return (
    <li className={styles.request}>
      <strong>
        {userName} · {what}
      </strong>
      <span>
        {timesOf(request)} · {WORDS.hours(hours)}
      </span>
      <p>{reason}</p>
      {balance === null && shifts.length === 0 ? null : (
        <Consequences isOwn={false} {...{ balance, teamOff, shifts }} />
      )}
      {coverage === null ? null : (
        <small>{WORDS.coverage(percent(coverage.before), percent(coverage.after))}</small>
      )}
      {yearHours === null || balance !== null ? null : (
        <small>{WORDS.yearHours(yearHours.approved, yearHours.pending)}</small>
      )}
      {checks.map(({ rule, text, blocks }) => (
        <p key={rule} className={styles.warning} data-blocks={blocks || undefined}>
          {text}
        </p>
      ))}
      {overlaps.length === 0 ? null : (
        <p className={styles.warning}>
          {WORDS.alsoOff}{' '}
          {overlaps
            .map((one) => WORDS.offThen(one.userName, timesOf({ ...one, type: 'HOLIDAY', dayPart: 'DAY' })))
            .join(', ')}
        </p>
      )}
      <small>
        {WORDS.asked(
          momentOf(askedAt),
          WORDS.age(Math.max(0, Math.floor((clock() - Date.parse(askedAt)) / HOUR_MS))),
        )}
        {state === 'REQUESTED_CANCELATION' ? ` · ${WORDS.cancels}` : null}
      </small>
      {request.urged ? (
        <p className={styles.warning}>{WORDS.urged(request.urged.by, momentOf(request.urged.at))}</p>
      ) : null}
      {decidedBy !== null && decidedAt !== null ? (
        <small>
          {WORDS.decided(STATE_WORDS[state], decidedBy, momentOf(decidedAt))}
          {decisionNote === '' ? null : ` · ${decisionNote}`}
        </small>
      ) : null}
      {choices.length === 0 ? null : request.mayDecide ? (
        <>
          {choices.some(([to]) => needsNote(state, to)) ? (
            <TextInput
              label={WORDS.note}
              aria-label={WORDS.noteFor(userName)}
              maxLength={REASON_MAX}
              value={note}
              onChange={({ currentTarget }) => setNote(currentTarget.value)}
            />
          ) : null}
          {needsOverride ? (
            <TextInput
              label={CONSEQUENCE_WORDS.override}
              maxLength={REASON_MAX}
              value={override}
              onChange={({ currentTarget }) => setOverride(currentTarget.value)}
            />
          ) : null}
          {state === 'PENDING' && work.length > 1 ? (
            <DaysChosen {...{ userName, work, days }} onChange={setDays} />
          ) : null}
          <Problem>{problem}</Problem>
          <div className={styles.buttons}>
            <RequestTalkButton kind="booking" id={id} what={`${userName}, ${what}`} isSubtle />
            {choices.map(([to, words], place) => (
              <Button
                key={to}
                size="sm"
                variant={place === 0 ? 'filled' : 'default'}
                disabled={isBusy || (to === 'APPROVED' && days?.length === 0)}
                aria-label={WORDS.button(words, userName, what)}
                onClick={() => void decide(to)}
              >
                {to === 'APPROVED' && days !== null && days.length < work.length
                  ? WORDS.approveSome(days.length, work.length)
                  : words}
              </Button>
            ))}
          </div>
        </>
      ) : (
        <small>{WORDS.notYours}</small>
      )}
    </li>
  )
}
