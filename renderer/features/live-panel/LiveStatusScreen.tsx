import './mantine-styles.ts'
import { CloseButton, NativeSelect } from '@mantine/core'
import { IconUsersGroup } from '@tabler/icons-react'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { RecordSort } from '#shared/domain/records.ts'
import { useServices } from '../../services/context.tsx'
import { useSignedIn } from '../../services/signed-in.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { FilterBox } from '../../ui/grid/FilterBox.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useViewport } from '../../ui/use-viewport.ts'
import { ContactActions } from './ContactActions.tsx'
import { sentenceOf, timeOf } from './columns.ts'
import { LiveGrid, usePerson } from './LiveGrid.tsx'
import styles from './LivePanel.module.css'
import { LivePeople } from './live-people.ts'
import { PeopleCards } from './Tiles.tsx'
import { PANEL_TEXT, STATUS_TEXT, TEXT } from './text.ts'
import { Ticker, TickerContext } from './ticker.ts'
import { useOrder } from './use-lines.ts'

const FIELDS = ['person', 'activity', 'time', 'project', 'shift', 'adherence', 'location', 'tickets']

/** Interviewer manager › Live status: what the people of one's line do, to look at (spec 4 §4.3.2). */
export function LiveStatusScreen() {
  const { livePanel } = useSignedIn()
  const { now, timers } = useServices()
  const people = useMemo(() => new LivePeople(livePanel.hub, now, 'watchLiveStatus'), [livePanel, now])
  const ticker = useMemo(() => new Ticker(now), [now])
  useEffect(() => people.follow(), [people])
  useEffect(() => ticker.run(timers), [ticker, timers])
  const state = useSyncExternalStore(people.onState, () => people.state)
  return (
    <TickerContext value={ticker}>
      <section className={styles.page} aria-label={STATUS_TEXT.title}>
        {state.is === 'loading' ? (
          <div role="status" aria-label={TEXT.loading} className={styles.bones}>
            <Skeleton width="80%" height={22} />
            <Skeleton width="92%" height={22} />
            <Skeleton width="74%" height={22} />
          </div>
        ) : state.is === 'failed' ? (
          <LoadFailure title={TEXT.failed} reason={state.reason} onRetry={() => void people.ask()} />
        ) : (
          <Status people={people} />
        )}
      </section>
    </TickerContext>
  )
}

function Status({ people }: { readonly people: LivePeople }) {
  const state = useSyncExternalStore(people.onState, () => people.state)
  const [search, setSearch] = useState('')
  const [sort, setSort] = useState<readonly RecordSort[]>([])
  const [openID, setOpen] = useState<number | null>(null)
  const content = useRef<HTMLDivElement>(null)
  const [managerID, setManager] = useState<number | null>(null)
  // Whom the server sends is the line; the team of one manager in it are those who report to them.
  const how = {
    ...({ scope: managerID === null ? 'ALL' : 'TEAM', withOff: false } as const),
    viewer: { userID: managerID ?? 0, areaID: null },
    ...({ search, filters: [], sort, group: 'NONE' } as const),
  }
  const { shown, waiting, apply } = useOrder(people, how, content)
  const isPhone = useViewport() === 'mobile'
  const asOf = state.is === 'away' ? TEXT.asOf(timeOf(new Date(state.asOf).toISOString())) : null
  return (
    <>
      <div className={styles.board}>
        <header className={styles.top}>
          <h2>{STATUS_TEXT.title}</h2>
          <span className={styles.liveMark} data-away={asOf !== null || undefined} role="status">
            {asOf ?? TEXT.live}
          </span>
        </header>
        <div className={styles.bar}>
          <FilterBox className={styles.search ?? ''} label={TEXT.search} initial="" onTerm={setSearch} />
          <Team people={people} managerID={managerID} onManager={setManager} />
          <span className={styles.grow} />
          {waiting > 0 ? (
            <button type="button" className={styles.alertName} onClick={apply}>
              {TEXT.changes(waiting)}
            </button>
          ) : null}
          <span className={styles.showing} role="status">
            {TEXT.showing(shown.length)}
          </span>
        </div>
        <div ref={content} className={styles.content}>
          {shown.length === 0 ? (
            <EmptyState
              icon={<IconUsersGroup size={28} stroke={1.5} />}
              title={search === '' && managerID === null ? STATUS_TEXT.empty : TEXT.noMatch}
            />
          ) : isPhone ? (
            <PeopleCards {...{ people, shown, asOf }} alerts={NO_ALERTS} fields={FIELDS} onOpen={setOpen} />
          ) : (
            <LiveGrid
              people={people}
              lines={shown.map((id) => ({ id }))}
              fields={FIELDS}
              sort={sort}
              onSort={setSort}
              isCompact={false}
              asOf={asOf}
              chosen={null}
              onChoose={() => {}}
              openID={openID}
              onOpen={setOpen}
              alerts={NO_ALERTS}
            />
          )}
        </div>
      </div>
      {openID === null ? null : (
        <Contact key={openID} people={people} id={openID} onClose={() => setOpen(null)} />
      )}
    </>
  )
}

interface TeamProps {
  readonly people: LivePeople
  readonly managerID: number | null
  readonly onManager: (managerID: number | null) => void
}

/** Whose team shows, where the line has several (spec 4 §4.3). */
function Team({ people, managerID, onManager }: TeamProps) {
  const managers = new Map(
    people
      .all()
      .flatMap(({ live, stats }) =>
        live.managerID === null ? [] : [[live.managerID, stats.manager] as const],
      ),
  )
  if (managers.size < 2) return null
  const named = [...managers].toSorted(([, a], [, b]) => a.localeCompare(b))
  return (
    <NativeSelect
      size="xs"
      aria-label={STATUS_TEXT.team}
      value={String(managerID ?? '')}
      data={[
        { value: '', label: STATUS_TEXT.line },
        ...named.map(([id, name]) => ({ value: String(id), label: name })),
      ]}
      onChange={({ currentTarget: { value } }) => onManager(value === '' ? null : Number(value))}
    />
  )
}

const NO_ALERTS: ReadonlyMap<number, string> = new Map()

interface ContactProps {
  readonly people: LivePeople
  readonly id: number
  readonly onClose: () => void
}

/** Somebody of the line, to write to or to call: nothing is set from here. */
function Contact({ people, id, onClose }: ContactProps) {
  const person = usePerson(people, id)
  const { now } = useServices()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  if (!person) return null
  const { userName: name } = person.stats
  return (
    <aside
      className={styles.panel}
      aria-label={name}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        onClose()
      }}
    >
      <header className={styles.panelHead}>
        <h2 ref={heading} tabIndex={-1}>
          {name}
        </h2>
        <CloseButton aria-label={PANEL_TEXT.close} onClick={onClose} />
      </header>
      <div className={styles.panelBody}>
        <p className={styles.panelNow}>{sentenceOf(person, now(), { withFigures: false })}</p>
        <div className={styles.actions}>
          <ContactActions id={id} name={name} />
        </div>
      </div>
    </aside>
  )
}
