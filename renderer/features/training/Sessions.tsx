import { Button, Checkbox, Modal, TextInput } from '@mantine/core'
import { IconSchool } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type TrainingMatrix, type TrainingSession, trainingAttendees } from '#shared/contract/training.ts'
import { searchable } from '#shared/domain/locale.ts'
import { TRAINING_WORDS } from '#shared/domain/training.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { FormActions } from '../../ui/form/FormActions.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { BookedResults } from './BookedResults.tsx'
import { RecordAttendance } from './RecordAttendance.tsx'
import styles from './Training.module.css'
import { TEXT } from './text.ts'
import { type BookedResult, type Booking, TRAINING_KEY } from './use-training.ts'
import { longDayText, timesText, whenText } from './words.ts'

interface SessionsProps {
  readonly data: TrainingMatrix
  readonly booking: Booking
}
type Open = { readonly id: number; readonly what: 'book' | 'who' | 'record' } | null

/** The sessions of the next 4 weeks with their places, and those to be written down (spec 4 §4.4.5). */
export function Sessions({ data, booking }: SessionsProps) {
  const [open, setOpen] = useState<Open>(null)
  const { sessions } = data
  const toRecord = sessions.filter(({ isToRecord }) => isToRecord)
  const coming = sessions.filter(({ isToRecord }) => !isToRecord)
  const found = sessions.find(({ id }) => id === open?.id)
  const days = Map.groupBy(coming, ({ start }) => longDayText(start))
  const close = () => setOpen(null)
  return (
    <>
      {toRecord.length === 0 ? null : (
        <section className={styles.toRecord} aria-label={TEXT.toRecord}>
          <h3>{TEXT.toRecord}</h3>
          <p className={styles.quiet}>{TEXT.toRecordHint}</p>
          <ul className={styles.sessions}>
            {toRecord.map((session) => (
              <SessionRow key={session.id} session={session} onOpen={setOpen} isDated />
            ))}
          </ul>
        </section>
      )}
      {coming.length === 0 ? (
        <EmptyState icon={<IconSchool size={26} />} title={TEXT.noSessions} />
      ) : (
        [...days].map(([day, own]) => (
          <section key={day} aria-label={day} className={styles.day}>
            <h3>{day}</h3>
            <ul className={styles.sessions}>
              {own.map((session) => (
                <SessionRow key={session.id} session={session} onOpen={setOpen} />
              ))}
            </ul>
          </section>
        ))
      )}
      {found && open?.what === 'book' ? (
        <BookPeople session={found} data={data} booking={booking} onClose={close} />
      ) : null}
      {found && open?.what === 'who' ? <Who session={found} booking={booking} onClose={close} /> : null}
      {found && open?.what === 'record' ? (
        <RecordAttendance session={found} onDone={booking.again} onClose={close} />
      ) : null}
    </>
  )
}

interface SessionRowProps {
  readonly session: TrainingSession
  readonly isDated?: boolean
  readonly onOpen: (open: Open) => void
}

function SessionRow({ session, isDated = false, onOpen }: SessionRowProps) {
  const { id, type, start, end, trainer, place, project, booked, capacity, state, isToRecord } = session
  const about = [trainer === null ? TEXT.noTrainer : TEXT.withTrainer(trainer), place, project ?? '']
  return (
    <li>
      <span className={styles.time}>
        {isDated ? <small>{longDayText(start)}</small> : null}
        {timesText(start, end)}
      </span>
      <span className={styles.what}>
        <strong>{type}</strong>
        <small>{about.filter((part) => part !== '').join(' · ')}</small>
      </span>
      <span className={styles.places} data-full={booked >= capacity}>
        <span>{TEXT.places(booked, capacity)}</span>
        <span className={styles.meter} aria-hidden="true">
          <span style={{ inlineSize: `${Math.min(100, (booked / Math.max(1, capacity)) * 100)}%` }} />
        </span>
      </span>
      <span className={styles.state} data-state={state}>
        {isToRecord ? TEXT.isToRecord : TRAINING_WORDS.session[state]}
      </span>
      <span className={styles.actions}>
        {state === 'OPEN' ? (
          <Button size="xs" variant="default" onClick={() => onOpen({ id, what: 'book' })}>
            {TEXT.book}
          </Button>
        ) : null}
        {isToRecord ? (
          <Button size="xs" onClick={() => onOpen({ id, what: 'record' })}>
            {TEXT.record}
          </Button>
        ) : (
          <Button size="xs" variant="subtle" onClick={() => onOpen({ id, what: 'who' })}>
            {TEXT.who}
          </Button>
        )}
      </span>
    </li>
  )
}

/** Chooses whom to book into a session: whoever needs it first. */
function BookPeople({
  session,
  data: { bookable, people },
  booking,
  onClose,
}: SessionsProps & { readonly session: TrainingSession; readonly onClose: () => void }) {
  const [term, setTerm] = useState('')
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [results, setResults] = useState<readonly BookedResult[] | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const needing = new Set(
    people
      .filter(({ cells }) =>
        cells.some(
          ({ typeID, state }) => typeID === session.typeID && (state === 'OVERDUE' || state === 'DUE'),
        ),
      )
      .map(({ userID }) => userID),
  )
  const shown = bookable
    .filter(({ name }) => searchable(name).includes(searchable(term.trim())))
    .toSorted((a, b) => Number(needing.has(b.id)) - Number(needing.has(a.id)))
  const send = async () => {
    setBusy(true)
    setProblem(null)
    try {
      const found = await booking.book(session, [...chosen])
      if (found.every(({ done }) => done)) return onClose()
      setResults(found)
    } catch (error) {
      setProblem(reasonOf(error))
    }
    setBusy(false)
  }
  return (
    <Modal opened onClose={onClose} title={`${session.type}, ${whenText(session.start)}`} centered size={480}>
      <div className={styles.form}>
        <p className={styles.quiet}>{TEXT.free(session.capacity - session.booked)}</p>
        {results === null ? (
          <>
            <TextInput
              type="search"
              label={TEXT.find}
              data-autofocus
              value={term}
              onChange={({ currentTarget }) => setTerm(currentTarget.value)}
            />
            <ul className={styles.pick}>
              {shown.map(({ id, name }) => (
                <li key={id}>
                  <Checkbox
                    label={name}
                    checked={chosen.has(id)}
                    onChange={({ currentTarget }) => {
                      const next = new Set(chosen)
                      if (currentTarget.checked) next.add(id)
                      else next.delete(id)
                      setChosen(next)
                    }}
                  />
                  {needing.has(id) ? <small>{TEXT.needIt}</small> : null}
                </li>
              ))}
            </ul>
          </>
        ) : (
          <BookedResults results={results} />
        )}
        <Problem>{problem}</Problem>
        <FormActions>
          <Button variant="default" onClick={onClose}>
            {results === null ? TEXT.cancel : TEXT.close}
          </Button>
          {results === null ? (
            <Button disabled={chosen.size === 0} loading={isBusy} onClick={() => void send()}>
              {TEXT.bookNow}
            </Button>
          ) : null}
        </FormActions>
      </div>
    </Modal>
  )
}

function Who({
  session,
  booking,
  onClose,
}: {
  readonly session: TrainingSession
  readonly booking: Booking
  readonly onClose: () => void
}) {
  const { api } = useServices()
  const { data, error, refetch } = useQuery({
    queryKey: [TRAINING_KEY, 'attendees', session.id],
    queryFn: ({ signal }) => api.call(trainingAttendees, { id: session.id }, { quiet: true, signal }),
  })
  const mayTakeBack = session.state === 'OPEN' || session.state === 'FULL'
  return (
    <Modal opened onClose={onClose} title={`${session.type}, ${whenText(session.start)}`} centered size={460}>
      {error ? (
        <LoadFailure title={TEXT.failed} reason={reasonOf(error)} onRetry={() => void refetch()} />
      ) : data ? (
        data.attendees.length === 0 ? (
          <p className={styles.quiet}>{TEXT.nobody}</p>
        ) : (
          <ul className={styles.pick}>
            {data.attendees.map(({ userID, name, state, isInShift, isOwn }) => (
              <li key={userID}>
                <span>
                  {name}
                  <small>
                    {[TRAINING_WORDS.attendee[state], isInShift ? TEXT.inShift : '']
                      .filter(Boolean)
                      .join(' · ')}
                  </small>
                </span>
                {isOwn && mayTakeBack && state === 'BOOKED' ? (
                  <Button
                    size="xs"
                    variant="subtle"
                    onClick={() =>
                      void booking.unbook(session.id, [userID], TEXT.takenBack(name, session.type))
                    }
                  >
                    {TEXT.takeBack}
                  </Button>
                ) : null}
              </li>
            ))}
          </ul>
        )
      ) : (
        <Skeleton width="100%" height={80} />
      )}
    </Modal>
  )
}
