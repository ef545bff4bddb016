import { Button, Checkbox, NativeSelect } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCalendarCheck,
  IconCheck,
  IconClockHour4,
  IconMinus,
  IconSchool,
} from '@tabler/icons-react'
import { useState } from 'react'
import { remindTraining, type TrainingCell, type TrainingMatrix } from '#shared/contract/training.ts'
import type { CellState } from '#shared/domain/training.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { BookDialog } from './BookDialog.tsx'
import { CellDialog } from './CellDialog.tsx'
import styles from './Training.module.css'
import { TEXT } from './text.ts'
import type { Booking } from './use-training.ts'
import { dayText, shortDayText } from './words.ts'

type Person = TrainingMatrix['people'][number]
type Type = TrainingMatrix['types'][number]

const ICONS: Readonly<Record<CellState, typeof IconCheck>> = {
  NOT_NEEDED: IconMinus,
  DONE: IconCheck,
  BOOKED: IconCalendarCheck,
  DUE: IconClockHour4,
  OVERDUE: IconAlertTriangle,
}
const SHOWS = ['all', 'overdue', 'due', 'booked'] as const
type Show = (typeof SHOWS)[number]
const STATE_OF: Readonly<Record<Exclude<Show, 'all'>, CellState>> = {
  overdue: 'OVERDUE',
  due: 'DUE',
  booked: 'BOOKED',
}
const isLacking = ({ state }: TrainingCell) => state === 'OVERDUE' || state === 'DUE'

/** What a cell says beside its state. */
function detailOf({ state, doneOn, expires, session, excuse }: TrainingCell): string {
  if (state === 'BOOKED' && session) return shortDayText(session.start)
  if (state === 'DUE' && expires !== null) return dayText(expires)
  if (state === 'DONE' && doneOn !== null) return dayText(doneOn)
  return excuse?.until ? TEXT.until(dayText(excuse.until)) : ''
}
const wordOf = ({ state, excuse }: TrainingCell): string =>
  state === 'NOT_NEEDED' && excuse ? TEXT.excused : TEXT.states[state]

/** People by what they need (spec 4 §4.3.1). On a phone each person is a card. */
export function Matrix({ data, booking }: { readonly data: TrainingMatrix; readonly booking: Booking }) {
  const { api, notices } = useServices()
  const { types, people, sessions } = data
  const [show, setShow] = useState<Show>('all')
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [open, setOpen] = useState<{ readonly userID: number; readonly typeID: number } | null>(null)
  const [isBooking, setBooking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const shown =
    show === 'all'
      ? people
      : people.filter(({ cells }) => cells.some(({ state }) => state === STATE_OF[show]))
  const picked = shown.filter(({ userID }) => chosen.has(userID))
  if (people.length === 0) return <EmptyState icon={<IconSchool size={26} />} title={TEXT.noNeeds} />

  const choose = (userID: number, isChosen: boolean) => {
    const next = new Set(chosen)
    if (isChosen) next.add(userID)
    else next.delete(userID)
    setChosen(next)
  }
  const remind = async (some: readonly Person[]) => {
    const needs = some.flatMap(({ userID, cells }) =>
      cells.filter(isLacking).map(({ typeID }) => ({ userID, typeID })),
    )
    if (needs.length === 0) return notices.show('info', TEXT.nothingToRemind)
    setBusy(true)
    try {
      const { reminded, already } = await api.call(remindTraining, { needs }, { quiet: true })
      if (reminded > 0) notices.show('success', TEXT.remindedNow(reminded))
      if (already > 0) notices.show('info', TEXT.remindedBefore(already))
      await booking.again()
    } catch (error) {
      notices.show('error', reasonOf(error))
    }
    setBusy(false)
  }
  const found = open && people.find(({ userID }) => userID === open.userID)
  const cell = found?.cells.find(({ typeID }) => typeID === open?.typeID)
  const type = types.find(({ id }) => id === open?.typeID)
  return (
    <>
      <div className={styles.tools}>
        <NativeSelect
          aria-label={TEXT.show}
          value={show}
          data={SHOWS.map((value) => ({ value, label: TEXT.shows[value] }))}
          onChange={({ currentTarget }) => {
            setShow(currentTarget.value as Show)
            setChosen(new Set())
          }}
        />
        {picked.length === 0 ? null : (
          <div className={styles.chosen}>
            <strong role="status">{TEXT.chosen(picked.length)}</strong>
            <Button size="xs" onClick={() => setBooking(true)}>
              {TEXT.book}
            </Button>
            <Button size="xs" variant="default" loading={isBusy} onClick={() => void remind(picked)}>
              {TEXT.remind}
            </Button>
            <Button size="xs" variant="subtle" onClick={() => setChosen(new Set())}>
              {TEXT.clear}
            </Button>
          </div>
        )}
      </div>
      {shown.length === 0 ? (
        <EmptyState icon={<IconCheck size={26} />} title={TEXT.nobodyShown}>
          <Button variant="default" size="xs" onClick={() => setShow('all')}>
            {TEXT.showAll}
          </Button>
        </EmptyState>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys
        <section className={styles.scroll} tabIndex={0} aria-label={TEXT.matrix}>
          <table className={styles.matrix}>
            <thead>
              <tr>
                <th scope="col">
                  <Checkbox
                    size="xs"
                    aria-label={TEXT.chooseAll}
                    checked={picked.length === shown.length}
                    indeterminate={picked.length > 0 && picked.length < shown.length}
                    onChange={({ currentTarget }) =>
                      setChosen(
                        currentTarget.checked ? new Set(shown.map(({ userID }) => userID)) : new Set(),
                      )
                    }
                  />
                  <span>{TEXT.person}</span>
                </th>
                {types.map(({ id, name }) => (
                  <th key={id} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.map((person) => (
                <Row
                  key={person.userID}
                  person={person}
                  types={types}
                  isChosen={chosen.has(person.userID)}
                  onChoose={(isChosen) => choose(person.userID, isChosen)}
                  onOpen={(typeID) => setOpen({ userID: person.userID, typeID })}
                />
              ))}
            </tbody>
          </table>
        </section>
      )}
      {isBooking ? (
        <BookDialog
          people={picked.map(({ userID, name }) => ({ id: userID, name }))}
          sessions={sessions}
          booking={booking}
          onClose={() => {
            setBooking(false)
            setChosen(new Set())
          }}
        />
      ) : null}
      {found && cell && type ? (
        <CellDialog
          person={found}
          type={type}
          cell={cell}
          sessions={sessions}
          mayExcuse={data.mayExcuse}
          booking={booking}
          onRemind={() => remind([{ ...found, cells: [cell] }])}
          onClose={() => setOpen(null)}
        />
      ) : null}
    </>
  )
}

interface RowProps {
  readonly person: Person
  readonly types: readonly Type[]
  readonly isChosen: boolean
  readonly onChoose: (isChosen: boolean) => void
  readonly onOpen: (typeID: number) => void
}

function Row({ person: { name, manager, cells }, types, isChosen, onChoose, onOpen }: RowProps) {
  return (
    <tr data-chosen={isChosen}>
      <th scope="row">
        <Checkbox
          size="xs"
          aria-label={TEXT.choose(name)}
          checked={isChosen}
          onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
        />
        <span>
          {name}
          {manager === null ? null : <small>{manager}</small>}
        </span>
      </th>
      {types.map(({ id, name: type }) => {
        const cell = cells.find(({ typeID }) => typeID === id)
        if (!cell) return <td key={id} />
        const Icon = ICONS[cell.state]
        const detail = detailOf(cell)
        const isQuiet = cell.state === 'NOT_NEEDED' && cell.excuse === null
        return (
          <td key={id} data-type={type}>
            {isQuiet ? (
              <span className={styles.cell} data-state="NOT_NEEDED">
                <Icon size={15} aria-hidden="true" />
                <span>{wordOf(cell)}</span>
              </span>
            ) : (
              <button
                type="button"
                className={styles.cell}
                data-state={cell.state}
                onClick={() => onOpen(id)}
              >
                <Icon size={15} aria-hidden="true" />
                <span>
                  <span className="visually-hidden">{TEXT.cellOf(name, type)} </span>
                  {wordOf(cell)}
                  {detail === '' ? null : <small> {detail}</small>}
                </span>
              </button>
            )}
          </td>
        )
      })}
    </tr>
  )
}
