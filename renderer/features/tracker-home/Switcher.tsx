import { Button, NativeSelect } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { MyDay } from '#shared/contract/my-day.ts'
import type { ActivityName } from '#shared/domain/activity.ts'
import { ALWAYS_OPEN, projectsOf } from '#shared/domain/activity-rules.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { LONDON } from '#shared/domain/london-time.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { useLive } from '../../services/live.tsx'
import { keyOf, kindOf } from './kinds.ts'
import styles from './TrackerHome.module.css'
import { NAMES, TEXT } from './text.ts'

const TIME = dateFormat({ hour: '2-digit', minute: '2-digit', timeZone: LONDON })

/** What somebody goes over to. */
export interface Wanted {
  readonly activity: ActivityName
  readonly project?: string
  readonly category?: string
  /** Which ticket stops them, for SYSTEM ISSUES. */
  readonly ticketID?: number
  /** The end of the shift, once the call has ended. */
  readonly afterCall?: true
}

type Choice = MyDay['choices'][number]

interface SwitcherProps {
  readonly day: MyDay
  readonly isBusy: boolean
  readonly onGo: (wanted: Wanted) => Promise<void>
  /** Beside other things: the first three, the rest on asking, and no keys. */
  readonly isSmall?: boolean
}

/** So many of the activities are large, and are all that a small switch shows at first. */
const LARGE = 3

/**
 * The activities that the person may go over to: one click or key, or one small form where a project, a category
 * or a word more is needed (spec 4 §4.2.1).
 */
export function Switcher({ day, isBusy, onGo, isSmall = false }: SwitcherProps) {
  const { activity } = useLive()
  const scheduled = useStore(activity.store, ({ master }) => master?.scheduledProject ?? null)
  const [asked, setAsked] = useState<Choice | null>(null)
  const [isAll, setAll] = useState(!isSmall)
  const { choices, lock, sessions } = day
  const present = sessions.find(({ end }) => end === null)
  const isOff = (choice: Choice) =>
    isBusy || (lock !== null && !ALWAYS_OPEN.has(choice.activity)) || isSame(choice, present)

  const asksProject = ({ activity: name, needsProject }: Choice) =>
    needsProject && !(name === 'AVAILABLE' && scheduled !== null)

  function choose(choice: Choice): void {
    if (isOff(choice)) return
    if (choice.activity === 'INACTIVE' || choice.activity === 'SYSTEM ISSUES') setAsked(choice)
    else if (asksProject(choice)) setAsked(choice)
    else void onGo({ activity: choice.activity })
  }
  useActivityKeys(isSmall ? NONE : choices, choose)
  const keyAt = (place: number) => (isSmall ? null : keyOf(place))
  const shown = isAll ? choices : choices.slice(0, LARGE)

  return (
    <section className={styles.switcher} aria-label={TEXT.switchTo}>
      {lock ? (
        <p className={styles.locked}>{TEXT.locked(lock.by, TIME.format(Date.parse(lock.at)), lock.reason)}</p>
      ) : null}
      <div className={styles.choices}>
        {shown.map((choice, place) => (
          <button
            key={choice.activity}
            type="button"
            className={styles.choice}
            data-kind={kindOf(choice.activity)}
            data-large={place < LARGE}
            aria-pressed={present?.activity === choice.activity}
            aria-disabled={isOff(choice)}
            aria-keyshortcuts={keyAt(place) === null ? undefined : `Alt+${keyAt(place)}`}
            onClick={() => choose(choice)}
          >
            <span>{NAMES[choice.activity]}</span>
            {keyAt(place) === null ? null : <kbd>{TEXT.key(keyAt(place) ?? '')}</kbd>}
          </button>
        ))}
        {isSmall && choices.length > LARGE ? (
          <button type="button" className={styles.more} aria-expanded={isAll} onClick={() => setAll(!isAll)}>
            {isAll ? TEXT.fewer : TEXT.more}
          </button>
        ) : null}
      </div>
      {isSmall ? null : (
        <Categories
          choices={choices.filter((choice) => choice.categories.length > 0 && !asksProject(choice))}
          isOff={isOff}
          onAsk={setAsked}
        />
      )}
      {asked?.activity === 'SYSTEM ISSUES' ? (
        <TicketForm
          day={day}
          onCancel={() => setAsked(null)}
          onGo={async (wanted) => {
            setAsked(null)
            await onGo(wanted)
          }}
        />
      ) : null}
      {asked && asked.activity !== 'SYSTEM ISSUES' ? (
        <SwitchForm
          key={asked.activity}
          choice={asked}
          day={day}
          scheduled={scheduled}
          onCancel={() => setAsked(null)}
          onGo={async (wanted) => {
            setAsked(null)
            await onGo(wanted)
          }}
        />
      ) : null}
    </section>
  )
}

interface CategoriesProps {
  readonly choices: readonly Choice[]
  readonly isOff: (choice: Choice) => boolean
  readonly onAsk: (choice: Choice) => void
}

/** The way to the form of those that one goes over to at once: which break, which meeting. */
function Categories({ choices, isOff, onAsk }: CategoriesProps) {
  if (choices.length === 0) return null
  return (
    <div className={styles.categories}>
      <span>{TEXT.withCategory}</span>
      {choices.map((choice) => (
        <button
          key={choice.activity}
          type="button"
          className={styles.more}
          aria-label={TEXT.categoryOf(NAMES[choice.activity])}
          aria-disabled={isOff(choice)}
          onClick={() => isOff(choice) || onAsk(choice)}
        >
          {NAMES[choice.activity]}
        </button>
      ))}
    </div>
  )
}

const NONE: readonly Choice[] = []

/** One that needs no more and goes on already; another project of it may be wanted. */
const isSame = (
  { activity, needsProject }: Choice,
  present: MyDay['sessions'][number] | undefined,
): boolean => !needsProject && activity === (present?.activity ?? 'INACTIVE')

/** Alt+1 to Alt+9 and Alt+0, anywhere on the page (spec 4 §4.2.1). */
function useActivityKeys(choices: readonly Choice[], choose: (choice: Choice) => void): void {
  const latest = useRef({ choices, choose })
  latest.current = { choices, choose }
  useEffect(() => {
    const heard = (event: KeyboardEvent) => {
      if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.repeat) return
      const digit = /^Digit(\d)$/.exec(event.code)?.[1]
      const place = digit === undefined ? -1 : (Number(digit) + 9) % 10
      const choice = latest.current.choices[place]
      if (!choice) return
      event.preventDefault()
      latest.current.choose(choice)
    }
    window.addEventListener('keydown', heard)
    return () => window.removeEventListener('keydown', heard)
  }, [])
}

/** How soon it is looked again whether there is another ticket while one is to be chosen, in milliseconds. */
const LOOK_MS = 3000

interface TicketFormProps {
  readonly day: MyDay
  readonly onCancel: () => void
  readonly onGo: (wanted: Wanted) => Promise<void>
}

/** SYSTEM ISSUES begins with one of the person's own tickets, or with another that they raise (spec 4 §4.2.1). */
function TicketForm({ day: { tickets }, onCancel, onGo }: TicketFormProps) {
  const { dialogs, timers } = useServices()
  const client = useQueryClient()
  const [chosen, setChosen] = useState<number | null>(null)
  const begin = useRef<HTMLFormElement>(null)
  const first = tickets[0]?.id ?? null
  const ticketID = tickets.some(({ id }) => id === chosen) ? chosen : first
  useEffect(() => begin.current?.querySelector<HTMLElement>('select, button[type="submit"]')?.focus(), [])
  useEffect(
    () => timers.every(LOOK_MS, () => void client.invalidateQueries({ queryKey: ['my-day'] })),
    [timers, client],
  )
  return (
    <form
      ref={begin}
      className={styles.form}
      aria-label={TEXT.form(NAMES['SYSTEM ISSUES'])}
      onSubmit={(event) => {
        event.preventDefault()
        if (ticketID === null) dialogs.open('raise-ticket')
        else void onGo({ activity: 'SYSTEM ISSUES', ticketID })
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onCancel()
      }}
    >
      {ticketID === null ? (
        <p>{TEXT.noTicket}</p>
      ) : (
        <NativeSelect
          label={TEXT.whichTicket}
          value={String(ticketID)}
          data={tickets.map(({ id, ticketType }) => ({
            value: String(id),
            label: TEXT.ticketOf(id, ticketType),
          }))}
          onChange={(event) => setChosen(Number(event.currentTarget.value))}
        />
      )}
      <div className={styles.formButtons}>
        <Button variant="default" onClick={onCancel}>
          {TEXT.cancel}
        </Button>
        {ticketID === null ? (
          <Button type="submit">{TEXT.raise}</Button>
        ) : (
          <>
            <Button variant="default" onClick={() => dialogs.open('raise-ticket')}>
              {TEXT.raise}
            </Button>
            <Button type="submit">{TEXT.confirm}</Button>
          </>
        )}
      </div>
    </form>
  )
}

/** What somebody who ends their shift leaves open: the ticket that stops them, forms that they didn't save. */
function StillOpen({ day: { sessions } }: { readonly day: MyDay }) {
  const { storage } = useServices()
  const userName = useSession(({ user }) => user?.userName ?? '')
  const forms = Object.keys(storage.get('formDrafts') ?? {}).filter(
    (key) => key === userName || key.startsWith(`${userName}/`),
  ).length
  const isStopped = sessions.some(({ activity, end }) => activity === 'SYSTEM ISSUES' && end === null)
  const open = [isStopped ? TEXT.openIssue : '', forms > 0 ? TEXT.openForms(forms) : ''].filter(Boolean)
  if (open.length === 0) return null
  return (
    <ul className={styles.stillOpen} aria-label={TEXT.stillOpen}>
      {open.map((one) => (
        <li key={one}>{one}</li>
      ))}
    </ul>
  )
}

interface SwitchFormProps {
  readonly choice: Choice
  readonly day: MyDay
  readonly scheduled: string | null
  readonly onCancel: () => void
  readonly onGo: (wanted: Wanted) => Promise<void>
}

function SwitchForm({ choice, day, scheduled, onCancel, onGo }: SwitchFormProps) {
  const { activity, needsProject, categories } = choice
  const last = day.sessions.findLast((session) => session.activity === activity)
  const names = projectsOf(activity, day.projects).map(({ name }) => name)
  const first = [last?.project, scheduled, names[0]].find((name) => name && names.includes(name)) ?? ''
  const [project, setProject] = useState(first)
  const [category, setCategory] = useState(last?.category ?? '')
  const begin = useRef<HTMLFormElement>(null)
  // The form opens under somebody's hands: Enter confirms, Escape leaves it.
  useEffect(() => begin.current?.querySelector<HTMLElement>('select, button[type="submit"]')?.focus(), [])
  const isOnCall = activity === 'INACTIVE' && day.dialler?.status === 'ON_CALL'
  const cannot = needsProject && names.length === 0
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!cannot)
      void onGo({ activity, ...(needsProject && { project }), ...(category !== '' && { category }) })
  }
  return (
    <form
      ref={begin}
      className={styles.form}
      aria-label={TEXT.form(NAMES[activity])}
      onSubmit={send}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onCancel()
      }}
    >
      {activity === 'INACTIVE' ? <p>{TEXT.endsAsk}</p> : null}
      {isOnCall ? <p>{TEXT.callFirst}</p> : null}
      {activity === 'INACTIVE' ? <StillOpen day={day} /> : null}
      {cannot ? <p>{TEXT.noProjects}</p> : null}
      {needsProject && !cannot ? (
        <NativeSelect
          label={TEXT.project}
          data={names}
          value={project}
          onChange={(event) => setProject(event.currentTarget.value)}
        />
      ) : null}
      {categories.length > 0 && !cannot ? (
        <NativeSelect
          label={TEXT.category}
          data={[{ value: '', label: TEXT.noCategory }, ...categories]}
          value={category}
          onChange={(event) => setCategory(event.currentTarget.value)}
        />
      ) : null}
      <div className={styles.formButtons}>
        <Button variant="default" onClick={onCancel}>
          {TEXT.cancel}
        </Button>
        {isOnCall ? (
          <Button onClick={() => void onGo({ activity, afterCall: true })}>{TEXT.afterCall}</Button>
        ) : null}
        {cannot ? null : (
          <Button type="submit" variant={isOnCall ? 'default' : 'filled'}>
            {activity === 'INACTIVE' ? TEXT.ends : TEXT.confirm}
          </Button>
        )}
      </div>
    </form>
  )
}
