import './mantine-styles.ts'
import { NativeSelect } from '@mantine/core'
import { IconCash } from '@tabler/icons-react'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import { type Earnings, earnings, earningsFile } from '#shared/contract/earnings.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { hoursText, PAY_LINE_WORDS } from '#shared/domain/earnings.ts'
import { LONDON, momentOfField } from '#shared/domain/london-time.ts'
import { poundsText } from '#shared/domain/pounds.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { useLive } from '../../services/live.tsx'
import { saveFile } from '../../services/page/save-file.ts'
import { useSignedIn } from '../../services/signed-in.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { DemoNote } from '../demo-clock/index.ts'
import { FileMenu } from '../file-menu/index.ts'
import { EarnedRow } from './EarnedRow.tsx'
import styles from './Earnings.module.css'
import { goesOn, TEXT } from './text.ts'

const KEY = ['earnings'] as const
const MONTH = dateFormat({ month: 'long', year: 'numeric', timeZone: LONDON })
const DAY = dateFormat({ weekday: 'short', day: 'numeric', month: 'short', timeZone: LONDON })
const TIME = dateFormat({ hour: '2-digit', minute: '2-digit', timeZone: LONDON })
const A_MINUTE_MS = 60_000

const nameOf = ({ from }: { readonly from: string }) => MONTH.format(momentOfField(from))

/** Tracker › My earnings: what one will be paid and why (spec 4 §4.2.3). */
export function EarningsScreen() {
  const { api } = useServices()
  const { workingDayNews } = useLive()
  const { livePanel } = useSignedIn()
  const client = useQueryClient()
  const [params, setParams] = useSearchParams()
  const from = params.get('period')
  useEffect(
    () => workingDayNews.onChange(() => void client.invalidateQueries({ queryKey: KEY })),
    [workingDayNews, client],
  )
  // What became of a ticket that is about a day.
  useEffect(
    () => livePanel.onTicketChange(() => void client.invalidateQueries({ queryKey: KEY })),
    [livePanel, client],
  )
  const known = useQuery({
    queryKey: [...KEY, from ?? 'present'],
    queryFn: async ({ signal }) => {
      const present = await api.call(earnings, {}, { quiet: true, signal })
      const wanted = present.periods.find((one) => one.from === from)
      return wanted === undefined || wanted.from === present.period.from
        ? present
        : api.call(earnings, { from: wanted.from, to: wanted.to }, { quiet: true, signal })
    },
    placeholderData: keepPreviousData,
    // What goes on grows while it is looked at.
    refetchInterval: ({ state }) => (state.data?.days.some(goesOn) ? A_MINUTE_MS : false),
  })
  const { data, error, refetch } = known
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys
    <section className={styles.screen} tabIndex={0} aria-label={TEXT.title}>
      <h2 className="visually-hidden">{TEXT.title}</h2>
      <DemoNote />
      {data ? (
        <>
          <div className={styles.filters}>
            <NativeSelect
              aria-label={TEXT.period}
              data={data.periods.map((one) => ({ value: one.from, label: nameOf(one) }))}
              value={data.period.from}
              onChange={({ currentTarget: { value } }) =>
                setParams(value === data.periods[0]?.from ? {} : { period: value }, { replace: true })
              }
            />
            <FileMenu
              label={TEXT.export}
              isDisabled={data.days.length + data.lines.length === 0}
              onType={async (type) => {
                const { from: first, to } = data.period
                saveFile(await api.call(earningsFile, { from: first, to, type }))
              }}
            />
          </div>
          <Period data={data} onQueried={() => client.invalidateQueries({ queryKey: KEY })} />
        </>
      ) : error ? (
        <LoadFailure
          icon={<IconCash size={26} />}
          title={TEXT.failed}
          reason={reasonOf(error)}
          onRetry={() => void refetch()}
        />
      ) : (
        <div role="status" aria-label={TEXT.loading} className={styles.bones}>
          {[1, 2, 3].map((one) => (
            <Skeleton key={one} width="100%" height={96} />
          ))}
        </div>
      )}
    </section>
  )
}

function Period({ data, onQueried }: { data: Earnings; onQueried: () => Promise<void> }) {
  const { period, days, lines, last, paidHours, overtimeHours, bonus, gross } = data
  const isEstimate = period.state !== 'APPROVED'
  const unrated = days.filter(({ amount, paidHours: hours }) => amount === null && hours > 0).length
  return (
    <>
      <section className={styles.cards} aria-label={TEXT.figures}>
        <Card
          label={period.state === 'OPEN' ? TEXT.paidSoFar : TEXT.paid}
          value={TEXT.hours(hoursText(paidHours))}
          beside={overtimeHours > 0 ? TEXT.ofOvertime(hoursText(overtimeHours)) : TEXT.noOvertime}
        />
        <Card
          label={isEstimate ? TEXT.estimatedGross : TEXT.gross}
          value={poundsText(gross)}
          beside={TEXT.onDays(days.filter(({ paidHours: hours }) => hours > 0).length)}
          isEstimate={isEstimate}
        />
        <Card label={TEXT.bonuses} value={poundsText(bonus)} beside="" isEstimate={isEstimate} />
        <Card
          label={last.state === 'APPROVED' ? TEXT.lastGross : TEXT.lastEstimate}
          value={poundsText(last.gross)}
          beside={nameOf(last)}
          isEstimate={last.state !== 'APPROVED'}
        />
      </section>
      <p className={styles.note}>
        {TEXT.states[period.state]}
        {unrated > 0 ? ` ${TEXT.unrated(unrated)}` : ''}
      </p>
      {days.length === 0 ? (
        <EmptyState icon={<IconCash size={26} />} title={TEXT.none} />
      ) : (
        <section className={styles.paper} aria-labelledby="earned-days">
          <h3 id="earned-days" className="visually-hidden">
            {TEXT.days}
          </h3>
          <div className={styles.head} aria-hidden="true">
            {Object.values(TEXT.columns).map((label) => (
              <span key={label}>{label}</span>
            ))}
            <span />
          </div>
          <ol className={styles.days}>
            {days.map((day) => (
              <EarnedRow key={day.date} day={day} isEstimate={isEstimate} onQueried={onQueried} />
            ))}
          </ol>
        </section>
      )}
      {lines.length === 0 ? null : (
        <section className={styles.lines} aria-labelledby="other-lines">
          <h3 id="other-lines">{TEXT.lines}</h3>
          <ul>
            {lines.map(({ id, date, element, hours, amount }) => (
              <li key={id}>
                <span>{DAY.format(momentOfField(date))}</span>
                <span>{PAY_LINE_WORDS[element]}</span>
                <span>{hours === 0 ? '' : TEXT.hours(hoursText(hours))}</span>
                <b>{poundsText(amount)}</b>
              </li>
            ))}
          </ul>
          <p className={styles.note}>{TEXT.linesLead}</p>
        </section>
      )}
      <p className={styles.asOf}>{TEXT.asOf(TIME.format(Date.parse(data.asOf)))}</p>
    </>
  )
}

interface CardProps {
  readonly label: string
  readonly value: string
  readonly beside: string
  readonly isEstimate?: boolean
}

function Card({ label, value, beside, isEstimate = false }: CardProps) {
  return (
    <div className={styles.card}>
      <span className={styles.label}>{label}</span>
      <span className={styles.value}>{value}</span>
      <span className={styles.beside}>
        {beside}
        {isEstimate ? <span className={styles.estimate}>{TEXT.estimate}</span> : null}
      </span>
    </div>
  )
}
