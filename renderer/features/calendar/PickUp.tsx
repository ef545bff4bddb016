import { Button, Modal, TextInput } from '@mantine/core'
import { IconCalendarPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
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
import { type SaidOfSent, useDecidedWords } from './use-sent.ts'
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
  const [said, setSaid] = useState<SaidOfSent>({ words: '', sent: null })
  const decided = useDecidedWords(said.sent)
  useCalendarNews()
  const query = useQuery({
    queryKey: [CALENDAR_KEY, 'open-slots'],
    queryFn: ({ signal }) => api.call(openSlots, {}, { quiet: true, signal }),
  })
  const givenUp = useQuery({
    queryKey: [CALENDAR_KEY, 'pick-ups'],
    queryFn: ({ signal }) => api.call(shiftPickUps, {}, { quiet: true, signal }),
    retry: false,
  })
  const shifts = givenUp.data?.shifts ?? []
  const slots = query.data?.slots ?? []
  const shown = [...slots].sort((a, b) => Number(keyOf(b) === first) - Number(keyOf(a) === first))
  return (
    <Modal opened onClose={onClose} title={WORDS.title} size={600}>
      <p role="status">{decided ?? said.words}</p>
      <Applications onSaid={(words) => setSaid({ words, sent: null })} />
      {shifts.length === 0 ? null : (
        <section aria-label={WORDS.givenUp}>
          <h3 className={styles.givenUp}>{WORDS.givenUp}</h3>
          <ul className={styles.requests}>
            {shifts.map((shift) => (
              <Shift key={shift.shiftID} shift={shift} onSaid={setSaid} />
            ))}
          </ul>
        </section>
      )}
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
      ) : slots.length === 0 ? (
        shifts.length > 0 ? null : (
          <EmptyState icon={<IconCalendarPlus size={26} />} title={WORDS.none} />
        )
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

type OnSaid = (said: SaidOfSent) => void

/** What asks for hours or a shift: where a reason is wanted the first press opens its field, the next one sends. */
function useAsking(asked: {
  readonly wantsReason: boolean
  /** Gives what came of it. */
  readonly send: (reason: string) => Promise<SaidOfSent>
  readonly onSaid: OnSaid
}) {
  const queries = useQueryClient()
  const [reason, setReason] = useState('')
  const [isAsking, setAsking] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const press = async () => {
    if (asked.wantsReason && !isAsking) return setAsking(true)
    if (asked.wantsReason && reason.trim().length < REASON_MIN) return setProblem(WORDS.sayWhy)
    setBusy(true)
    setProblem(null)
    try {
      asked.onSaid(await asked.send(reason))
    } catch (error) {
      setProblem(reasonOf(error))
      setBusy(false)
    }
    // What is left to take is otherwise now, whether or not this was.
    await queries.invalidateQueries({ queryKey: [CALENDAR_KEY] })
    setBusy(false)
  }
  return { reason, setReason, isAsking, problem, isBusy, press }
}

interface AskingProps {
  readonly asking: ReturnType<typeof useAsking>
  readonly checks: OpenSlot['checks']
  readonly label: string
}

/** What is against it, the reason that is asked for, and what went wrong. */
function Asking({ asking, checks, label }: AskingProps) {
  const { reason, setReason, isAsking, problem } = asking
  return (
    <>
      {checks.map(({ rule, text }) => (
        <p key={`${rule} ${text}`} className={styles.warning}>
          {text}
        </p>
      ))}
      {isAsking ? (
        <TextInput
          autoFocus
          label={label}
          maxLength={REASON_MAX}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
      ) : null}
      <Problem>{problem}</Problem>
    </>
  )
}

const joined = (parts: readonly string[]) => parts.filter((part) => part !== '').join(' · ')

/** A shift that a colleague gives up: a planner decides who gets it (spec 4 §5.1). */
function Shift({ shift, onSaid }: { readonly shift: ShiftPickUp; readonly onSaid: OnSaid }) {
  const { api } = useServices()
  const { shiftID, name, project, location, hours, checks, isAsked } = shift
  const when = londonSpan(shift)
  const asking = useAsking({
    wantsReason: true,
    send: async (reason) => {
      const ask = { type: 'PICK_UP', shiftID, reason } as const
      const request = await api.call(newShiftRequest, ask, { quiet: true })
      return { words: WORDS.done.PENDING(when), sent: { kind: 'shift', request } }
    },
    onSaid,
  })
  // Once it is asked for there is nothing more to say.
  const shown = isAsked ? { ...asking, isAsking: false } : asking
  const about = [WORDS.from(name), project ?? '', location === 'HOME' ? WORDS.home : WORDS.office]
  return (
    <li className={styles.request}>
      <strong>{when}</strong>
      <span>{joined(about)}</span>
      <small>
        {WORDS.hours(hours)} · {isAsked ? WORDS.waits : WORDS.decided}
      </small>
      <Asking asking={shown} checks={checks} label={WORDS.whyYou} />
      {isAsked ? null : (
        <div className={styles.buttons}>
          <Button
            size="sm"
            variant={asking.isAsking ? 'filled' : 'default'}
            loading={asking.isBusy}
            aria-label={WORDS.button.ask(when)}
            onClick={() => void asking.press()}
          >
            {asking.isAsking ? WORDS.send : WORDS.ask}
          </Button>
        </div>
      )}
    </li>
  )
}

function Slot({ slot, onSaid }: { readonly slot: OpenSlot; readonly onSaid: OnSaid }) {
  const { api } = useServices()
  const when = londonSpan(slot)
  const asking = useAsking({
    wantsReason: slot.checks.length > 0,
    send: async (reason) => {
      const { slotID, source, start, end } = slot
      if (source === 'CAMPAIGN') {
        const { state } = await api.call(applyForCampaign, { slotID, reason }, { quiet: true })
        return { words: WORDS.done[state](when), sent: null }
      }
      const { state, requestID: id } = await api.call(bookSlot, { slotID, reason }, { quiet: true })
      const words = WORDS.done[state](when)
      return { words, sent: id === null ? null : { kind: 'slot', request: { id, start, end } } }
    },
    onSaid,
  })
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
  return (
    <li className={styles.request}>
      <strong>{when}</strong>
      <span>{joined(about)}</span>
      {pay === null ? null : <span>{pay}</span>}
      {slot.text === '' ? null : <p>{slot.text}</p>}
      <small>{joined(more)}</small>
      <Asking asking={asking} checks={slot.checks} label={WORDS.why} />
      <div className={styles.buttons}>
        <Button
          size="sm"
          loading={asking.isBusy}
          aria-label={WORDS.button[actOf(slot)](when)}
          onClick={() => void asking.press()}
        >
          {asking.isAsking ? WORDS.allTheSame : WORDS[actOf(slot)]}
        </Button>
      </div>
    </li>
  )
}
