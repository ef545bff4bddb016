import { Button, Checkbox, NativeSelect } from '@mantine/core'
import { IconChecks, IconClockHour4 } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import {
  type AttendedDay,
  answerDay,
  approveDays,
  attendanceDays,
  type Correction,
  type DayExceptionRow,
  decideCorrection,
  excuseException,
} from '#shared/contract/attendance.ts'
import { londonDayAfter, londonField } from '#shared/domain/london-time.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PageTabs } from '../../ui/PageTabs.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { LazyCorrectionForm } from '../correction/index.ts'
import styles from './Attendance.module.css'
import { correctionLine } from './Attendance.tsx'
import { DayCard } from './DayCard.tsx'
import { LoadedPart } from './LoadedPart.tsx'
import { SayWhy } from './SayWhy.tsx'
import { TeamShifts } from './TeamShifts.tsx'
import { Today } from './Today.tsx'
import { RESOURCE_TEXT as TEXT } from './text.ts'

const TABS = ['today', 'adherence', 'days', 'shifts'] as const
type Tab = (typeof TABS)[number]
/** Whether it is about days that were. */
const isOfDays = (tab: Tab) => tab === 'adherence' || tab === 'days'
const KEY = 'supervisor-attendance'
const RANGES = [1, 7, 14, 28] as const

interface Read {
  readonly days: readonly AttendedDay[]
  readonly corrections: readonly Correction[]
}

/** Supervisor › Resource: exceptions to excuse and days to approve, of the people of one's scope (spec 4 §4.4.4). */
export function SupervisorResourceScreen() {
  const { api, now } = useServices()
  const [address] = useSearchParams()
  const tab: Tab = TABS.find((one) => one === address.get('tab')) ?? 'today'
  const [length, setLength] = useState<number>(7)
  const query = useQuery({
    queryKey: [KEY, length],
    queryFn: ({ signal }) => {
      const day = (at: number) => londonField(at).slice(0, 10)
      const range = { from: day(londonDayAfter(now(), 1 - length)), to: day(now()) }
      return api.call(attendanceDays, range, { quiet: true, signal })
    },
    refetchInterval: 60_000,
    enabled: isOfDays(tab),
  })
  return (
    <PageTabs label={TEXT.title} tabs={TABS} current={tab} words={TEXT.tabs}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys */}
      <section className={styles.page} data-wide={!isOfDays(tab)} tabIndex={0} aria-label={TEXT.tabs[tab]}>
        <div className={styles.head}>
          <h2>{TEXT.tabs[tab]}</h2>
          {isOfDays(tab) ? (
            <NativeSelect
              aria-label={TEXT.range}
              value={String(length)}
              data={RANGES.map((days) => ({ value: String(days), label: TEXT.lastDays(days) }))}
              onChange={(event) => setLength(Number(event.currentTarget.value))}
            />
          ) : null}
        </div>
        {tab === 'today' ? (
          <Today />
        ) : tab === 'shifts' ? (
          <TeamShifts />
        ) : (
          <LoadedPart query={query} icon={<IconClockHour4 size={26} />} words={TEXT}>
            {(read: Read) => (tab === 'days' ? <Days {...read} /> : <Adherence days={read.days} />)}
          </LoadedPart>
        )}
      </section>
    </PageTabs>
  )
}

function useAgain() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: [KEY] })
}

/** Whether somebody still has to say something about it. */
const isOut = ({ excusedSeconds, seconds, kind }: DayExceptionRow) =>
  excusedSeconds < seconds && kind !== 'WRONG_PROJECT'

function Adherence({ days }: { days: readonly AttendedDay[] }) {
  const [isAll, setAll] = useState(false)
  const shown = days
    .filter(({ state }) => isAll || (state !== 'APPROVED' && state !== 'LOCKED'))
    .map((day) => ({ ...day, exceptions: day.exceptions.filter((one) => isAll || isOut(one)) }))
    .filter(({ exceptions }) => exceptions.length > 0)
    .toSorted((a, b) => (a.date === b.date ? 0 : a.date < b.date ? 1 : -1))
  return (
    <div className={styles.parts}>
      <Checkbox
        label={TEXT.showAll}
        checked={isAll}
        onChange={(event) => setAll(event.currentTarget.checked)}
      />
      {shown.length === 0 ? (
        <EmptyState icon={<IconChecks size={26} />} title={TEXT.nothingOut} />
      ) : (
        <ul className={styles.days}>
          {shown.map((day) => (
            <ExcusableDay key={day.id} day={day} />
          ))}
        </ul>
      )}
    </div>
  )
}

function ExcusableDay({ day }: { day: AttendedDay }) {
  const { api } = useServices()
  const again = useAgain()
  const [open, setOpen] = useState<DayExceptionRow | null>(null)
  return (
    <DayCard
      day={day}
      isNamed
      onException={(exception) => (
        <Button variant="subtle" size="compact-sm" onClick={() => setOpen(exception)}>
          {exception.kind === 'UNSCHEDULED' ? TEXT.approveTime : TEXT.excuse}
        </Button>
      )}
    >
      {open ? (
        <SayWhy
          key={open.id}
          label={open.kind === 'UNSCHEDULED' ? TEXT.approveTime : TEXT.excuse}
          question={TEXT.excuseWhy}
          send={open.kind === 'UNSCHEDULED' ? TEXT.approveTime : TEXT.excuse}
          minutes={{ label: TEXT.minutes, max: Math.ceil(open.seconds / 60) }}
          onCancel={() => setOpen(null)}
          onSend={async (reason, minutes) => {
            await api.call(excuseException, { exceptionID: open.id, minutes, reason }, { quiet: true })
            setOpen(null)
            await again()
          }}
        />
      ) : null}
    </DayCard>
  )
}

function Days({ days, corrections }: Read) {
  const { api, notices } = useServices()
  const again = useAgain()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [refusals, setRefusals] = useState<readonly string[]>([])
  const [isBusy, setBusy] = useState(false)
  const waiting = days.filter(({ state }) => state !== 'APPROVED' && state !== 'LOCKED')
  const ready = waiting.filter(({ state }) => state === 'CONFIRMED')
  const ids = ready.map(({ id }) => id).filter((id) => chosen.has(id))
  const approve = async () => {
    setBusy(true)
    try {
      const { results } = await api.call(approveDays, { ids }, { quiet: true })
      const done = results.filter((one) => one.done).length
      notices.show('info', TEXT.approvedOf(done, results.length))
      setRefusals([...new Set(results.flatMap((one) => (one.done ? [] : [one.reason])))])
      setChosen(new Set())
    } catch (error) {
      notices.show('error', reasonOf(error))
    }
    setBusy(false)
    await again()
  }
  return (
    <div className={styles.parts}>
      {corrections.length === 0 ? null : (
        <section aria-label={TEXT.corrections}>
          <h3>{TEXT.corrections}</h3>
          <ul className={styles.days}>
            {corrections.map((correction) => (
              <WaitingCorrection key={correction.id} correction={correction} />
            ))}
          </ul>
        </section>
      )}
      {refusals.map((reason) => (
        <Problem key={reason}>{reason}</Problem>
      ))}
      {waiting.length === 0 ? (
        <EmptyState icon={<IconChecks size={26} />} title={TEXT.noDays} />
      ) : (
        <>
          <div className={styles.actions}>
            <Checkbox
              label={TEXT.chooseAll(ready.length)}
              disabled={ready.length === 0}
              checked={ready.length > 0 && ids.length === ready.length}
              indeterminate={ids.length > 0 && ids.length < ready.length}
              onChange={(event) =>
                setChosen(event.currentTarget.checked ? new Set(ready.map(({ id }) => id)) : new Set())
              }
            />
            <Button loading={isBusy} disabled={ids.length === 0} onClick={() => void approve()}>
              {TEXT.approve(ids.length)}
            </Button>
          </div>
          <ul className={styles.days}>
            {waiting.map((day) => (
              <DayToApprove
                key={day.id}
                day={day}
                isChosen={chosen.has(day.id)}
                onChoose={(isChosen) => {
                  const next = new Set(chosen)
                  if (isChosen) next.add(day.id)
                  else next.delete(day.id)
                  setChosen(next)
                }}
              />
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

interface DayToApproveProps {
  readonly day: AttendedDay
  readonly isChosen: boolean
  readonly onChoose: (isChosen: boolean) => void
}

function DayToApprove({ day, isChosen, onChoose }: DayToApproveProps) {
  const { api } = useServices()
  const again = useAgain()
  const [open, setOpen] = useState<'answer' | 'correct' | null>(null)
  return (
    <DayCard day={day} isNamed>
      {open === 'answer' ? (
        <SayWhy
          label={TEXT.answer}
          question={TEXT.answerWhat}
          send={TEXT.answer}
          onCancel={() => setOpen(null)}
          onSend={async (note) => {
            await api.call(answerDay, { id: day.id, note }, { quiet: true })
            setOpen(null)
            await again()
          }}
        />
      ) : open === 'correct' ? (
        <LazyCorrectionForm
          date={day.date}
          userID={day.userID}
          onCancel={() => setOpen(null)}
          onDone={() => {
            setOpen(null)
            void again()
          }}
        />
      ) : (
        <div className={styles.actions}>
          {day.state === 'CONFIRMED' ? (
            <Checkbox
              label={TEXT.choose}
              aria-label={TEXT.chooseDay(day.name, day.date)}
              checked={isChosen}
              onChange={(event) => onChoose(event.currentTarget.checked)}
            />
          ) : null}
          {day.state === 'QUERIED' ? (
            <Button variant="default" size="compact-sm" onClick={() => setOpen('answer')}>
              {TEXT.answer}
            </Button>
          ) : null}
          <Button variant="subtle" size="compact-sm" onClick={() => setOpen('correct')}>
            {TEXT.correct}
          </Button>
        </div>
      )}
    </DayCard>
  )
}

function WaitingCorrection({ correction }: { correction: Correction }) {
  const { api, notices } = useServices()
  const again = useAgain()
  const [isDeclining, setDeclining] = useState(false)
  const decide = (state: 'APPROVED' | 'DECLINED', note: string) =>
    api.call(decideCorrection, { id: correction.id, state, note }, { quiet: true })
  return (
    <li className={styles.line}>
      <span>
        <strong>{correction.name}</strong> {correctionLine(correction)}
        <small>{correction.reason}</small>
      </span>
      {isDeclining ? (
        <SayWhy
          label={TEXT.decline}
          question={TEXT.declineWhy}
          send={TEXT.decline}
          onCancel={() => setDeclining(false)}
          onSend={async (note) => {
            await decide('DECLINED', note)
            await again()
          }}
        />
      ) : (
        <span className={styles.actions}>
          <Button
            variant="default"
            size="compact-sm"
            onClick={() =>
              void decide('APPROVED', '')
                .catch((error: unknown) => notices.show('error', reasonOf(error)))
                .then(again)
            }
          >
            {TEXT.approveOne}
          </Button>
          <Button variant="subtle" size="compact-sm" onClick={() => setDeclining(true)}>
            {TEXT.decline}
          </Button>
        </span>
      )}
    </li>
  )
}
