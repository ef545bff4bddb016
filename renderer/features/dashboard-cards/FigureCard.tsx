import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import type { DashboardFigures } from '#shared/contract/dashboard.ts'
import { ABSENCE_WORDS } from '#shared/domain/absence.ts'
import { ACTIVITY_LABELS } from '#shared/domain/activity-words.ts'
import { APPLICANT_STAGES } from '#shared/domain/applicants.ts'
import { EXCEPTION_WORDS } from '#shared/domain/attendance-words.ts'
import { REQUEST_WORDS } from '#shared/domain/booking.ts'
import type { FigureCard as CardName } from '#shared/domain/dashboard.ts'
import { valueText } from '#shared/domain/interview-text.ts'
import { numberText } from '#shared/domain/locale.ts'
import type { PowerKind } from '#shared/domain/power-report.ts'
import { powerText } from '#shared/domain/power-text.ts'
import { SHIFT_REQUEST_WORDS } from '#shared/domain/shift-requests.ts'
import { ticketLabel } from '#shared/domain/tickets.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { useLiveIfAny } from '../../services/live.tsx'
import { useSignedIn } from '../../services/signed-in.tsx'
import { useNow } from '../../ui/use-now.ts'
import styles from './Cards.module.css'
import { dayOf, momentText, spanText, timeOf } from './moments.ts'
import { ShiftCard } from './ShiftCard.tsx'
import { figureTarget, pinTarget, useTargets } from './targets.ts'
import { DAY_OUTCOMES, EMPTY, FIGURES, STATES, TEXT } from './text.ts'

type Row = DashboardFigures['rows'][number]

const wordOf = (words: Readonly<Record<string, string>>, key: string): string => words[key] ?? key

interface Shown {
  readonly title: string
  readonly detail?: string
  readonly mark?: string
  readonly isBad?: boolean
  /** The mark is a number that the row is about. */
  readonly isFigure?: boolean
  /** A rate of few data (spec 4 §2.5). */
  readonly isFew?: boolean
}

const isLate = (iso: string | null, now: number) => iso !== null && Date.parse(iso) < now

/** How a row of a card reads. */
function shownRow(
  card: CardName,
  { title, kind, detail, at, until, count, isFew = false }: Row,
  now: number,
): Shown {
  switch (card) {
    case 'appointment':
      return {
        title,
        detail: at === null ? '' : momentText(at, now),
        mark:
          at === null
            ? ''
            : isLate(at, now)
              ? TEXT.ago(spanText(now - Date.parse(at)))
              : TEXT.inTime(spanText(Date.parse(at) - now)),
        isBad: isLate(at, now),
      }
    case 'coverage':
      return {
        title,
        detail: TEXT.coverage(numberText(Number(detail)), numberText(Number(kind))),
        mark: count ? TEXT.gap(numberText(count)) : '',
        isBad: (count ?? 0) > 0,
      }
    case 'behind':
      return {
        title,
        detail: TEXT.behind(numberText(Number(detail)), numberText(Number(kind))),
        mark: TEXT.share(count ?? 0),
        isBad: true,
      }
    case 'atRisk':
      return { title, mark: at === null ? '' : momentText(at, now), isBad: isLate(at, now) }
    case 'opportunities':
      return {
        title,
        detail: at && until ? `${momentText(at, now)}–${timeOf(until)}` : detail,
        mark: count === null ? '' : TEXT.hours(numberText(count)),
      }
    case 'requests':
      return {
        title: wordOf({ ...REQUEST_WORDS, ...SHIFT_REQUEST_WORDS }, kind),
        detail: [at && dayOf(at), until && at && dayOf(until) !== dayOf(at) ? dayOf(until) : '']
          .filter(Boolean)
          .join(' – '),
        mark: wordOf(STATES, detail),
      }
    case 'deciding':
      return {
        title,
        detail: wordOf(REQUEST_WORDS, kind),
        mark: at === null ? '' : spanText(now - Date.parse(at)),
      }
    case 'tickets':
      return {
        title,
        detail: [detail, at && momentText(at, now)].filter(Boolean).join(', '),
        mark: ticketLabel(kind as Parameters<typeof ticketLabel>[0]),
      }
    case 'ticketsToHandle':
      return {
        title,
        detail,
        mark: at === null ? ticketLabel(kind as Parameters<typeof ticketLabel>[0]) : momentText(at, now),
        isBad: isLate(at, now),
      }
    case 'tasks':
      return { title, detail, mark: at === null ? '' : momentText(at, now), isBad: isLate(at, now) }
    case 'acknowledge':
      return {
        title: kind === 'DAY' ? dayOf(`${title}T12:00:00Z`) : title,
        detail: wordOf(TEXT.waits, kind),
        mark: kind === 'DAY' ? wordOf(DAY_OUTCOMES, detail) : at === null ? '' : dayOf(at),
      }
    case 'meetings':
      return { title, detail, mark: at && until ? `${timeOf(at)}–${timeOf(until)}` : '' }
    case 'out':
      return {
        title,
        detail: [wordOf(EXCEPTION_WORDS, kind), wordOf(ACTIVITY_LABELS, detail)].filter(Boolean).join(', '),
        mark: at === null ? '' : spanText(now - Date.parse(at)),
        isBad: true,
      }
    case 'quality':
      return { title, detail, mark: TEXT.due(count ?? 0) }
    case 'people':
      return {
        title,
        detail: [
          kind === 'IN' ? TEXT.isIn : TEXT.isOut,
          at === null ? TEXT.never : TEXT.lastSpoken(spanText(now - Date.parse(at))),
        ].join(', '),
        mark: count === null ? '' : TEXT.free(numberText(Math.round(count * 10) / 10)),
      }
    case 'absence':
      return {
        title,
        detail: [wordOf(ABSENCE_WORDS.kind, kind), at && momentText(at, now)].filter(Boolean).join(', '),
        mark: wordOf(ABSENCE_WORDS.state, detail),
        isBad: kind === 'NO_SHOW',
      }
    case 'pay':
      return {
        ...{ title, detail: dayOf(`${detail}T12:00:00Z`) },
        mark: ticketLabel(kind as Parameters<typeof ticketLabel>[0]),
      }
    case 'pins':
      return {
        ...{ title, detail, isFew },
        mark: powerText((kind.split(':')[1] ?? 'count') as PowerKind, count),
        isFigure: true,
      }
    case 'training':
      return {
        title,
        detail: [at && until ? `${momentText(at, now)}–${timeOf(until)}` : '', detail]
          .filter(Boolean)
          .join(', '),
        mark: TEXT.places(count ?? 0),
      }
    case 'agency':
      return { title, detail: at === null ? '' : timeOf(at), mark: TEXT.lateBy(count ?? 0), isBad: true }
    case 'installation':
      return { title, detail: at === null ? '' : momentText(at, now), isBad: true }
    default:
      return { title, detail }
  }
}

/** Where a click on a row leads. */
function useRowAction(card: CardName): (row: Row) => (() => void) | null {
  const open = useTargets()
  const { dialogs } = useServices()
  const idOf = ({ id }: Row) => Number(id.split(':')[1] ?? id)
  return (row) => {
    switch (card) {
      case 'tickets':
      case 'ticketsToHandle':
        return () => dialogs.open('tickets', { ticketID: Number(row.id) })
      case 'tasks':
        return () => dialogs.open('tasks', { taskID: Number(row.id) })
      case 'acknowledge':
        if (row.kind === 'REVIEW') return open({ page: 'tracker.my-quality', search: `?open=${idOf(row)}` })
        if (row.kind === 'TRAINING') return open({ page: 'tracker.my-development', search: '?tab=training' })
        if (row.kind === 'NOTE') return open({ page: 'tracker.my-development', search: '?tab=notes' })
        if (row.kind === 'DAY') return open({ page: 'tracker.my-attendance' })
        return open({ page: 'tracker.my-development', search: '?tab=coaching' })
      case 'out':
        return open({ page: 'supervisor.live-panel', search: `?open=${row.id}` })
      case 'opportunities':
        return open({ page: 'tracker.my-calendar', search: `?pick-up=${row.id}` })
      case 'requests':
        return open({ page: 'tracker.my-calendar' })
      case 'pins':
        return open(pinTarget(row.kind, row.id))
      case 'deciding':
        return open({ dialog: 'pending-requests' })
      case 'quality':
        return open({ page: 'supervisor.quality', search: '?tab=due' })
      case 'installation':
        return open({ page: 'admin.configuration.background-services' })
      default:
        return null
    }
  }
}

const NAMES_OF_FIGURES: Readonly<Record<string, string>> = {
  ...FIGURES,
  ...REQUEST_WORDS,
  ...APPLICANT_STAGES,
}
/** Figures that are bad unless they are nothing. */
const BAD: ReadonlySet<string> = new Set([
  'gap',
  'notIn',
  'overdue',
  'late',
  'failedServices',
  'devices',
  'noShows',
])

/** What a card with figures and rows shows, under its heading (spec 4 §4.1). */
export function FigureCard({ card, data }: { readonly card: CardName; readonly data: DashboardFigures }) {
  const now = useNow()
  const open = useTargets()
  const actionOf = useRowAction(card)
  const permissions = useSession((session) => session.permissions)
  if (data.rows.length === 0 && data.figures.length === 0)
    return <p className={styles.empty}>{EMPTY[card]}</p>
  if (card === 'shift') return <ShiftCard rows={data.rows} now={now} />
  if (card === 'dayFigures') return <DayFigures data={data} />
  const isNothing = data.rows.length === 0 && data.figures.every(({ value }) => !value)
  if (isNothing) return <p className={styles.empty}>{EMPTY[card]}</p>
  return (
    <div className={styles.card}>
      {data.figures.length > 0 ? (
        <ul className={styles.figures}>
          {data.figures.map(({ name, value }) => (
            <li key={name}>
              <Figure
                label={wordOf(NAMES_OF_FIGURES, name)}
                value={value === null ? '–' : numberText(value)}
                isBad={BAD.has(name) && (value ?? 0) > 0}
                onOpen={open(figureTarget(card, name, permissions))}
              />
            </li>
          ))}
        </ul>
      ) : null}
      {data.rows.length > 0 ? (
        <ul className={styles.rows}>
          {data.rows.map((row) => (
            <li key={row.id}>
              <RowLine shown={shownRow(card, row, now)} onOpen={actionOf(row)} />
              <RowTools card={card} row={row} now={now} />
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}

function Figure(props: {
  readonly label: string
  readonly value: ReactNode
  readonly isBad?: boolean
  readonly isFew?: boolean
  readonly onOpen?: (() => void) | null
}) {
  const { label, value, isBad = false, isFew = false, onOpen = null } = props
  const inside = (
    <>
      <strong>{value}</strong>
      <span>{label}</span>
    </>
  )
  const marks = { 'data-bad': isBad || undefined, 'data-few': isFew || undefined }
  return onOpen ? (
    <button type="button" className={styles.figure} {...marks} onClick={onOpen}>
      {inside}
    </button>
  ) : (
    <div className={styles.figure} {...marks}>
      {inside}
    </div>
  )
}

function RowLine({ shown, onOpen }: { readonly shown: Shown; readonly onOpen: (() => void) | null }) {
  const { title, detail = '', mark = '', isBad = false, isFigure = false, isFew = false } = shown
  const inside = (
    <>
      <span>
        <b>{title}</b>
        {detail === '' ? null : (
          <small>
            {detail}
            {isFew ? `, ${TEXT.fewData}` : ''}
          </small>
        )}
      </span>
      {mark === '' ? null : (
        <span
          className={styles.mark}
          data-bad={isBad || undefined}
          data-figure={isFigure || undefined}
          data-few={isFew || undefined}
        >
          {mark}
        </span>
      )}
    </>
  )
  return onOpen ? (
    <button type="button" className={styles.row} onClick={onOpen}>
      {inside}
    </button>
  ) : (
    <div className={styles.row}>{inside}</div>
  )
}

const JOIN_BEFORE_MS = 10 * 60_000

/** What can be done with a row beside opening it. */
function RowTools({ card, row, now }: { readonly card: CardName; readonly row: Row; readonly now: number }) {
  const live = useLiveIfAny()
  if (card === 'out') return <MessageTo userID={Number(row.id)} name={row.title} />
  if (card !== 'meetings' || !live || row.at === null || now < Date.parse(row.at) - JOIN_BEFORE_MS)
    return null
  return (
    <Button
      size="compact-sm"
      variant="light"
      onClick={() => live.meetings.join({ ID: Number(row.id), screenShare: false })}
    >
      {TEXT.join}
    </Button>
  )
}

function MessageTo({ userID, name }: { readonly userID: number; readonly name: string }) {
  const { conversations } = useSignedIn()
  const { pathname } = useLocation()
  const permissions = useSession((session) => session.permissions)
  const own = useSession((session) => session.user?.id)
  if (userID === own || !permissions.can('CAN_SEND_MESSAGE')) return null
  return (
    <Button
      size="compact-sm"
      variant="light"
      aria-label={TEXT.messageTo(name)}
      onClick={() => void conversations.open(userID, pathname)}
    >
      {TEXT.message}
    </Button>
  )
}

/** Today's interviewing beside the target and the project's; rates of few data are faint (spec 4 §2.5). */
function DayFigures({ data }: { readonly data: DashboardFigures }) {
  const value = (name: string) => data.figures.find((one) => one.name === name)?.value ?? null
  const target = value('target')
  const isFew = value('fewData') === 1
  const rate = (name: string) => valueText('completesPerHour', value(name))
  const done = numberText(value('completes') ?? 0)
  return (
    <div className={styles.card}>
      <ul className={styles.figures}>
        <li>
          <Figure
            label={TEXT.completes}
            value={target === null ? done : TEXT.ofTarget(done, numberText(target))}
          />
        </li>
        <li>
          <Figure label={TEXT.lastHour} value={rate('lastHour')} isFew={isFew} />
        </li>
        <li>
          <Figure label={TEXT.today} value={rate('completesPerHour')} isFew={isFew} />
        </li>
        <li>
          <Figure label={TEXT.project} value={rate('projectRate')} />
        </li>
        <li>
          <Figure
            label={TEXT.refusals}
            value={valueText('refusalRate', value('refusalRate'))}
            isFew={isFew}
          />
        </li>
      </ul>
      {isFew ? <span className={styles.few}>{TEXT.fewData}</span> : null}
    </div>
  )
}
