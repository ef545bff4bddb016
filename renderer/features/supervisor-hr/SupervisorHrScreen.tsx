import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { SupervisorHr } from '#shared/contract/supervisor-hr.ts'
import { lazyCode } from '../../ui/fetch-code.ts'
import { PageTabs } from '../../ui/PageTabs.tsx'
import { Card, Cards } from './Cards.tsx'
import { Plans } from './Plans.tsx'
import { Returns } from './Returns.tsx'
import styles from './SupervisorHr.module.css'
import { Talks } from './Talks.tsx'
import { TEXT } from './text.ts'
import { type Hr, useAgain, useHr } from './use-hr.ts'
import { dayText, line, whenText } from './words.ts'

const TABS = ['talks', 'returns', 'absence', 'plans', 'notes', 'probation'] as const
type Tab = (typeof TABS)[number]
const NoteDialog = lazyCode(async () => (await import('../interactions/index.ts')).loadNoteDialog())

/** How much of each waits for the viewer, as its tab says. */
function waitingOf({ talks, returns, plans, team }: Hr): Readonly<Record<Tab, number>> {
  const open = (team.data?.cases ?? []).filter(({ step }) => step !== 'NOTHING')
  return {
    talks: (talks.data?.talks ?? []).filter(({ isLate, status }) => isLate || status === 'DUE').length,
    returns: (returns.data?.forms ?? []).filter(
      ({ status, answers }) => answers !== null && (status === 'DUE' || status === 'DRAFT'),
    ).length,
    absence: open.length,
    plans: (plans.data?.plans ?? []).filter(({ state }) => state === 'ACTIVE' || state === 'EXTENDED').length,
    notes: 0,
    probation: team.data?.probations.length ?? 0,
  }
}

/** Supervisor › HR (spec 4 §4.4.6). */
export function SupervisorHrScreen() {
  const [address] = useSearchParams()
  const hr = useHr()
  const tab = TABS.find((one) => one === address.get('tab')) ?? 'talks'
  const waiting = waitingOf(hr)
  const words = Object.fromEntries(
    TABS.map((one) => [one, TEXT.counted(TEXT.tabs[one], waiting[one])]),
  ) as Record<Tab, string>
  return (
    <PageTabs label={TEXT.title} tabs={TABS} current={tab} words={words}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys */}
      <section className={styles.page} tabIndex={0} aria-label={TEXT.tabs[tab]}>
        <div className={styles.head}>
          <h2>{TEXT.tabs[tab]}</h2>
          {tab === 'notes' ? <WriteNote people={hr.team.data?.people ?? []} /> : null}
        </div>
        {tab === 'talks' ? <Talks query={hr.talks} /> : null}
        {tab === 'returns' ? <Returns query={hr.returns} /> : null}
        {tab === 'absence' ? <Absence query={hr.team} /> : null}
        {tab === 'plans' ? <Plans query={hr.plans} /> : null}
        {tab === 'notes' ? <Notes query={hr.team} /> : null}
        {tab === 'probation' ? <Probations query={hr.team} /> : null}
      </section>
    </PageTabs>
  )
}

interface PartProps {
  readonly query: Hr['team']
}

/** Cases of the team, to read: stage and next step. */
function Absence({ query }: PartProps) {
  return (
    <Cards
      label={TEXT.tabs.absence}
      query={query}
      rows={({ cases }) =>
        cases.toSorted((a, b) => Number(a.step === 'NOTHING') - Number(b.step === 'NOTHING'))
      }
    >
      {({ id, name, day, start, end, kind, state, lateMinutes, step, stepAt }) => (
        <Card
          key={id}
          name={name}
          chip={TEXT.stage[state]}
          isBad={step === 'WELFARE_CHECK'}
          about={line(
            TEXT.kind[kind],
            lateMinutes !== null && TEXT.lateBy(lateMinutes),
            `${dayText(day)}, ${whenText(start).slice(-5)}–${whenText(end).slice(-5)}`,
          )}
        >
          <p>{stepAt === null ? TEXT.step[step] : `${TEXT.step[step]} ${TEXT.by(whenText(stepAt))}`}</p>
        </Card>
      )}
    </Cards>
  )
}

function Notes({ query }: PartProps) {
  return (
    <Cards label={TEXT.tabs.notes} query={query} rows={({ notes }) => notes}>
      {({ id, name, kind, by, at, text, reply, acknowledgedAt }) => (
        <Card
          key={id}
          name={name}
          chip={TEXT.noteKind[kind]}
          about={line(whenText(at), by !== null && TEXT.noteBy(by), acknowledgedAt === null && TEXT.unread)}
        >
          <p>{text}</p>
          {reply === '' ? null : <p className={styles.quiet}>{TEXT.reply(reply)}</p>}
        </Card>
      )}
    </Cards>
  )
}

function Probations({ query }: PartProps) {
  return (
    <Cards label={TEXT.tabs.probation} query={query} rows={({ probations }) => probations}>
      {({ userID, name, startDate, ends, daysLeft }) => (
        <Card
          key={userID}
          name={name}
          chip={TEXT.inDays(daysLeft)}
          about={line(TEXT.ends(dayText(ends)), TEXT.since(dayText(startDate)))}
        />
      )}
    </Cards>
  )
}

function WriteNote({ people }: Pick<SupervisorHr, 'people'>) {
  const again = useAgain()
  const [chosen, setChosen] = useState<number | null>(null)
  const [isOpen, setOpen] = useState(false)
  const person = people.find(({ id }) => id === chosen) ?? people[0]
  if (!person) return null
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        setOpen(true)
      }}
    >
      <NativeSelect
        aria-label={TEXT.writeAbout}
        value={String(person.id)}
        data={people.map(({ id, name }) => ({ value: String(id), label: name }))}
        onChange={({ currentTarget }) => setChosen(Number(currentTarget.value))}
      />
      <Button type="submit">{TEXT.write}</Button>
      {isOpen ? (
        <NoteDialog
          userID={person.id}
          name={person.name}
          onClose={() => setOpen(false)}
          onSaved={() => {
            setOpen(false)
            void again()
          }}
        />
      ) : null}
    </form>
  )
}
