import { Button, Modal, TextInput } from '@mantine/core'
import { IconCalendarPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { bookSlot, type OpenSlot, openSlots } from '#shared/contract/booking-windows.ts'
import {
  applyForCampaign,
  myApplications,
  type OwnApplication,
  withdrawApplication,
} from '#shared/contract/campaigns.ts'
import { newShiftRequest, type ShiftPickUp, shiftPickUps } from '#shared/contract/shift-requests.ts'
import { REASON_MAX, REASON_MIN } from '#shared/domain/booking.ts'
import { APPLICATION_STATE_WORDS } from '#shared/domain/campaigns.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './Calendar.module.css'
import { PICK_WORDS as WORDS } from './pick-text.ts'
import { SHIFT_WORDS } from './text.ts'
import { CALENDAR_KEY, useCalendarNews } from './use-calendar.ts'
import { londonSpan } from './when.ts'

interface PickUpProps {
  /** The slot that was opened in the calendar, as `{source} {slotID}`: it stands first. */
  readonly first?: string | undefined
  readonly onClose: () => void
}

const keyOf = ({ source, slotID }: Pick<OpenSlot, 'source' | 'slotID'>) => `${source} ${slotID}`

/** 'Pick up' (spec 4 §4.2.2): the hours that somebody may take now. */
export function PickUp({ first, onClose }: PickUpProps) {
  const { api } = useServices()
  const [said, setSaid] = useState('')
  const [hasGivenUp, setGivenUp] = useState(false)
  useCalendarNews()
  const query = useQuery({
    queryKey: [CALENDAR_KEY, 'open-slots'],
    queryFn: ({ signal }) => api.call(openSlots, {}, { quiet: true, signal }),
  })
  const slots = query.data?.slots ?? []
  const shown = [...slots].sort((a, b) => Number(keyOf(b) === first) - Number(keyOf(a) === first))
  return (
    <Modal opened onClose={onClose} title={WORDS.title} size={600}>
      <p role="status">{said}</p>
      <Applications onSaid={setSaid} />
      <GivenUp onSaid={setSaid} onThere={setGivenUp} />
      {query.isError && !query.data ? (
        <LoadFailure
          title={WORDS.failed}
          reason={reasonOf(query.error)}
          onRetry={() => void query.refetch()}
        />
      ) : !query.data ? (
        <div role="status" aria-label={WORDS.loading}>
          <Skeleton width="100%" height={120} />
        </div>
      ) : slots.length === 0 && hasGivenUp ? null : slots.length === 0 ? (
        <EmptyState icon={<IconCalendarPlus size={26} />} title={WORDS.none} />
      ) : (
        <ul className={styles.requests}>
          {shown.map((slot) => (
            <Slot key={keyOf(slot)} slot={slot} onSaid={setSaid} />
          ))}
        </ul>
      )}
    </Modal>
  )
}

/** What the button of a slot does. */
function actOf({ isAtOnce, free, source }: OpenSlot): 'take' | 'ask' | 'wait' | 'apply' {
  if (isAtOnce) return 'take'
  if (source === 'WINDOW') return 'ask'
  return free === 0 ? 'wait' : 'apply'
}

/** What somebody applied for and still waits for, or has. */
function Applications({ onSaid }: { readonly onSaid: (words: string) => void }) {
  const { api } = useServices()
  const queries = useQueryClient()
  const [busy, setBusy] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const { data } = useQuery({
    queryKey: [CALENDAR_KEY, 'applications'],
    queryFn: ({ signal }) => api.call(myApplications, {}, { quiet: true, signal }),
  })
  if (!data || data.applications.length === 0) return null
  const withdraw = async ({ id, start, end }: OwnApplication) => {
    setBusy(id)
    setProblem(null)
    try {
      await api.call(withdrawApplication, { id }, { quiet: true })
      onSaid(WORDS.withdrawn(londonSpan({ start, end })))
    } catch (error) {
      setProblem(reasonOf(error))
    }
    setBusy(null)
    await queries.invalidateQueries({ queryKey: [CALENDAR_KEY] })
  }
  return (
    <section className={styles.asks} aria-label={WORDS.applications}>
      <Problem>{problem}</Problem>
      <ul>
        {data.applications.map((one) => (
          <li key={one.id}>
            <span>
              {londonSpan(one)} · {one.title}
              <small>{APPLICATION_STATE_WORDS[one.state]}</small>
            </span>
            <Button
              size="compact-sm"
              variant="subtle"
              disabled={busy === one.id}
              aria-label={WORDS.withdraw(londonSpan(one))}
              onClick={() => void withdraw(one)}
            >
              {SHIFT_WORDS.withdraw}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Shifts that colleagues give up: a planner decides who gets one (spec 4 §5.1). */
function GivenUp(props: {
  readonly onSaid: (words: string) => void
  readonly onThere: (isThere: boolean) => void
}) {
  const { onSaid, onThere } = props
  const { api } = useServices()
  const { data } = useQuery({
    queryKey: [CALENDAR_KEY, 'pick-ups'],
    queryFn: ({ signal }) => api.call(shiftPickUps, {}, { quiet: true, signal }),
    retry: false,
  })
  const shifts = data?.shifts ?? []
  const isThere = shifts.length > 0
  useEffect(() => onThere(isThere), [isThere, onThere])
  if (!isThere) return null
  return (
    <section aria-label={WORDS.givenUp}>
      <h3 className={styles.givenUp}>{WORDS.givenUp}</h3>
      <ul className={styles.requests}>
        {shifts.map((shift) => (
          <Shift key={shift.shiftID} shift={shift} onSaid={onSaid} />
        ))}
      </ul>
    </section>
  )
}

function Shift({ shift, onSaid }: { readonly shift: ShiftPickUp; readonly onSaid: (words: string) => void }) {
  const { api } = useServices()
  const queries = useQueryClient()
  const [reason, setReason] = useState('')
  const [isAsking, setAsking] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const { shiftID, name, project, location, hours, checks } = shift
  const when = londonSpan(shift)
  const ask = async () => {
    if (!isAsking) return setAsking(true)
    if (reason.trim().length < REASON_MIN) return setProblem(WORDS.sayWhy)
    setBusy(true)
    setProblem(null)
    try {
      await api.call(newShiftRequest, { type: 'PICK_UP', shiftID, reason }, { quiet: true })
      onSaid(WORDS.done.PENDING(when))
    } catch (error) {
      setProblem(reasonOf(error))
    }
    setBusy(false)
    await queries.invalidateQueries({ queryKey: [CALENDAR_KEY] })
  }
  const about = [WORDS.from(name), project ?? '', location === 'HOME' ? WORDS.home : WORDS.office]
  return (
    <li className={styles.request}>
      <strong>{when}</strong>
      <span>{about.filter((part) => part !== '').join(' · ')}</span>
      <small>
        {WORDS.hours(hours)} · {shift.isAsked ? WORDS.waits : WORDS.decided}
      </small>
      {checks.map(({ rule, text }) => (
        <p key={`${rule} ${text}`} className={styles.warning}>
          {text}
        </p>
      ))}
      {isAsking && !shift.isAsked ? (
        <TextInput
          autoFocus
          label={WORDS.whyYou}
          maxLength={REASON_MAX}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
      ) : null}
      <Problem>{problem}</Problem>
      {shift.isAsked ? null : (
        <div className={styles.buttons}>
          <Button
            size="sm"
            variant={isAsking ? 'filled' : 'default'}
            loading={isBusy}
            aria-label={WORDS.button.ask(when)}
            onClick={() => void ask()}
          >
            {isAsking ? WORDS.send : WORDS.ask}
          </Button>
        </div>
      )}
    </li>
  )
}

function Slot({ slot, onSaid }: { readonly slot: OpenSlot; readonly onSaid: (words: string) => void }) {
  const { api } = useServices()
  const queries = useQueryClient()
  const [reason, setReason] = useState('')
  const [isAsking, setAsking] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const when = londonSpan(slot)
  const isWarned = slot.checks.length > 0
  const take = async () => {
    if (isWarned && !isAsking) return setAsking(true)
    if (isWarned && reason.trim().length < REASON_MIN) return setProblem(WORDS.sayWhy)
    setBusy(true)
    setProblem(null)
    try {
      const { slotID, source } = slot
      const { state } =
        source === 'WINDOW'
          ? await api.call(bookSlot, { slotID, reason }, { quiet: true })
          : await api.call(applyForCampaign, { slotID, reason }, { quiet: true })
      onSaid(WORDS.done[state](when))
    } catch (error) {
      setProblem(reasonOf(error))
      setBusy(false)
    }
    // What is left to take is otherwise now, whether or not this was.
    await queries.invalidateQueries({ queryKey: [CALENDAR_KEY] })
  }
  const about = [
    slot.name,
    slot.project ?? '',
    slot.location === 'HOME' ? WORDS.home : (slot.area ?? WORDS.office),
  ]
  const more = [
    WORDS.hours(slot.hours),
    slot.breakMinutes > 0 ? WORDS.pause(slot.breakMinutes) : '',
    WORDS.free(slot.free),
    slot.hoursLeft === null ? '' : WORDS.left(slot.hoursLeft),
    slot.isAtOnce ? '' : WORDS.decided,
  ]
  const pay =
    slot.bonusPerHour === null
      ? slot.rateMultiplier === null
        ? null
        : WORDS.multiplier(slot.rateMultiplier)
      : WORDS.bonus(slot.bonusPerHour)
  const joined = (parts: readonly string[]) => parts.filter((part) => part !== '').join(' · ')
  return (
    <li className={styles.request}>
      <strong>{when}</strong>
      <span>{joined(about)}</span>
      {pay === null ? null : <span>{pay}</span>}
      {slot.text === '' ? null : <p>{slot.text}</p>}
      <small>{joined(more)}</small>
      {slot.checks.map(({ rule, text }) => (
        <p key={`${rule} ${text}`} className={styles.warning}>
          {text}
        </p>
      ))}
      {isAsking ? (
        <TextInput
          autoFocus
          label={WORDS.why}
          maxLength={REASON_MAX}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
      ) : null}
      <Problem>{problem}</Problem>
      <div className={styles.buttons}>
        <Button
          size="sm"
          loading={isBusy}
          aria-label={WORDS.button[actOf(slot)](when)}
          onClick={() => void take()}
        >
          {isAsking ? WORDS.allTheSame : WORDS[actOf(slot)]}
        </Button>
      </div>
    </li>
  )
}
