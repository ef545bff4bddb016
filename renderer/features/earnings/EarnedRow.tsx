import { Button, Textarea, UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { type EarnedDay, queryEarnings } from '#shared/contract/earnings.ts'
import { ACTIVITY_LABELS } from '#shared/domain/activity-words.ts'
import { DAY_STATE_WORDS } from '#shared/domain/attendance-words.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { hoursText, PAY_ELEMENT_WORDS, stepText } from '#shared/domain/earnings.ts'
import { LONDON, momentOfField } from '#shared/domain/london-time.ts'
import { poundsText } from '#shared/domain/pounds.ts'
import { TICKET_PARAMETER } from '#shared/domain/ticket-address.ts'
import { ticketLabel } from '#shared/domain/tickets.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { Problem } from '../../ui/Problem.tsx'
import styles from './Earnings.module.css'
import { lengthText, TEXT } from './text.ts'

const DAY = dateFormat({ weekday: 'short', day: 'numeric', month: 'short', timeZone: LONDON })
const TIME = dateFormat({ hour: '2-digit', minute: '2-digit', timeZone: LONDON })
const REASON = { min: 3, max: 1000 } as const

const timeOf = (iso: string) => TIME.format(Date.parse(iso))
const moneyOf = (pence: number | null) => (pence === null ? '–' : poundsText(pence))
/** With what comes to it on that day. */
const rateOf = (rate: number | null, multiplier: number) =>
  rate === null ? TEXT.noRate : `${poundsText(rate)}${multiplier === 1 ? '' : ` × ${multiplier}`}`

interface EarnedRowProps {
  readonly day: EarnedDay
  readonly isEstimate: boolean
  readonly onQueried: () => Promise<void>
}

/** A day: what it comes to, and opened each step of the sum with the sessions it is counted from. */
export function EarnedRow({ day, isEstimate, onQueried }: EarnedRowProps) {
  const [isOpen, setOpen] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const id = useId()
  const ask = useRef<HTMLButtonElement>(null)
  const name = DAY.format(momentOfField(day.date))
  const { columns } = TEXT
  const stop = () => {
    setAsking(false)
    // Where the person was before.
    requestAnimationFrame(() => ask.current?.focus())
  }
  return (
    <li className={styles.day} data-open={isOpen}>
      <div className={styles.row}>
        <h4 className={styles.date}>
          <UnstyledButton
            className={styles.opener}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
          >
            <IconChevronRight size={16} aria-hidden="true" />
            <span>
              {name}
              <small>
                {day.scheduledStart === null || day.scheduledEnd === null
                  ? TEXT.noShift
                  : `${timeOf(day.scheduledStart)}–${timeOf(day.scheduledEnd)}`}
              </small>
            </span>
          </UnstyledButton>
        </h4>
        <dl className={styles.facts}>
          <Fact name={columns.worked}>{lengthText(day.workedSeconds)}</Fact>
          <Fact name={columns.breakOver}>
            {day.breakOverSeconds === 0 ? '–' : lengthText(day.breakOverSeconds)}
          </Fact>
          <Fact name={columns.paidHours}>{TEXT.hours(hoursText(day.paidHours))}</Fact>
          <Fact name={columns.rate}>{rateOf(day.rate, day.multiplier)}</Fact>
          <Fact name={columns.overtime}>
            {day.overtimeHours === 0
              ? '–'
              : TEXT.at(hoursText(day.overtimeHours), rateOf(day.rate, day.overtimeMultiplier))}
          </Fact>
          <Fact name={columns.bonus}>{day.bonus === 0 ? '–' : moneyOf(day.bonus)}</Fact>
          <Fact name={columns.amount}>
            <b>{moneyOf(day.amount)}</b>
            {isEstimate && day.amount !== null ? (
              <span className={styles.estimate}>{TEXT.estimate}</span>
            ) : null}
          </Fact>
          <Fact name={columns.state}>{DAY_STATE_WORDS[day.state]}</Fact>
        </dl>
        <div className={styles.act}>
          {day.query === null ? null : (
            <Link
              className={styles.ticket}
              data-done={day.query.status === 'RESOLVED'}
              to={`?${TICKET_PARAMETER}=${day.query.ticketID}`}
            >
              {TEXT.ticket(day.query.ticketID, ticketLabel(day.query.status))}
            </Link>
          )}
          {day.mayQuery && !isAsking ? (
            <Button
              ref={ask}
              size="compact-sm"
              variant="default"
              aria-label={TEXT.queryLabel(name)}
              onClick={() => {
                setOpen(true)
                setAsking(true)
              }}
            >
              {day.query === null ? TEXT.query : TEXT.queryAgain}
            </Button>
          ) : null}
        </div>
      </div>
      <div id={id} hidden={!isOpen} className={styles.more}>
        {isOpen ? (
          <>
            {isAsking ? (
              <QueryForm
                day={day}
                label={TEXT.queryLabel(name)}
                onCancel={stop}
                onRaised={async () => {
                  await onQueried()
                  setAsking(false)
                }}
              />
            ) : null}
            <Counted day={day} />
            <Sessions day={day} />
          </>
        ) : null}
      </div>
    </li>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** The formula with the day's numbers in it. */
function Counted({ day }: { day: EarnedDay }) {
  return (
    <section>
      <h5>{TEXT.counted}</h5>
      <p className={styles.note}>{TEXT.upTo(lengthText(day.paidSeconds), hoursText(day.paidHours))}</p>
      {day.amount === null ? (
        <p className={styles.note}>{TEXT.noRateHint}</p>
      ) : (
        <>
          <ul className={styles.steps}>
            {day.steps.map((step) => (
              <li key={`${step.element} ${step.title} ${step.rate} ${step.multiplier}`}>
                <span>
                  {PAY_ELEMENT_WORDS[step.element]}
                  {step.title === '' ? '' : ` (${step.title})`}
                </span>
                <span>{stepText(step)}</span>
              </li>
            ))}
            <li>
              <b>{TEXT.sum}</b>
              <b>{poundsText(day.amount)}</b>
            </li>
          </ul>
          <p className={styles.formula}>{TEXT.formula}</p>
        </>
      )}
    </section>
  )
}

function Sessions({ day: { sessions } }: { day: EarnedDay }) {
  return (
    <section>
      <h5>{TEXT.sessions}</h5>
      {sessions.length === 0 ? (
        <p className={styles.note}>{TEXT.noSessions}</p>
      ) : (
        <table className={styles.sessions}>
          <thead>
            <tr>
              <th scope="col">{TEXT.activity}</th>
              <th scope="col">{TEXT.time}</th>
              <th scope="col">{TEXT.paidOf}</th>
            </tr>
          </thead>
          <tbody>
            {sessions.map(({ activity, project, start, end, paidSeconds }) => (
              <tr key={start}>
                <th scope="row">
                  {ACTIVITY_LABELS[activity]}
                  {project === null ? null : <small>{project}</small>}
                </th>
                <td>
                  {timeOf(start)}–{end === null ? TEXT.now : timeOf(end)}
                </td>
                <td>{paidSeconds === 0 ? '–' : lengthText(paidSeconds)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

interface QueryFormProps {
  readonly day: EarnedDay
  readonly label: string
  readonly onCancel: () => void
  readonly onRaised: () => Promise<void>
}

/** Raises the ticket; what was typed stays where it is refused. */
function QueryForm({ day, label, onCancel, onRaised }: QueryFormProps) {
  const { api, notices } = useServices()
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (reason.trim().length < REASON.min) return setProblem(TEXT.tooShort)
    setBusy(true)
    setProblem(null)
    try {
      const { ticketID } = await api.call(queryEarnings, { date: day.date, reason }, { quiet: true })
      notices.show('success', TEXT.raised(ticketID))
      await onRaised()
    } catch (error) {
      setProblem(reasonOf(error))
      setBusy(false)
    }
  }
  return (
    <form
      className={styles.form}
      aria-label={label}
      onSubmit={(event) => void submit(event)}
      onKeyDown={({ key }) => {
        if (key === 'Escape') onCancel()
      }}
    >
      <Textarea
        label={TEXT.queryWhat}
        value={reason}
        maxLength={REASON.max}
        autosize
        minRows={2}
        autoFocus
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      {problem === null ? null : <Problem>{problem}</Problem>}
      <div className={styles.buttons}>
        <Button variant="default" onClick={onCancel}>
          {TEXT.cancel}
        </Button>
        <Button type="submit" loading={isBusy}>
          {TEXT.send}
        </Button>
      </div>
    </form>
  )
}
