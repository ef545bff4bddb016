import { Button, Modal } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { TrainingSession } from '#shared/contract/training.ts'
import { reasonOf } from '../../services/http/api-client.ts'
import { FormActions } from '../../ui/form/FormActions.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { BookedResults } from './BookedResults.tsx'
import styles from './Training.module.css'
import { TEXT } from './text.ts'
import type { BookedResult, Booking } from './use-training.ts'
import { timesText, weekdayText } from './words.ts'

const NAMES_SHOWN = 4

interface BookDialogProps {
  readonly people: readonly { readonly id: number; readonly name: string }[]
  readonly sessions: readonly TrainingSession[]
  /** Only sessions of that training. */
  readonly typeID?: number
  readonly booking: Booking
  readonly onClose: () => void
}

/** Books people into one of the coming sessions, and says of whom not and why. */
export function BookDialog({ people, sessions, typeID, booking, onClose }: BookDialogProps) {
  const open = sessions.filter(
    (session) => session.state === 'OPEN' && (typeID === undefined || session.typeID === typeID),
  )
  const [chosen, setChosen] = useState(open[0]?.id ?? 0)
  const [results, setResults] = useState<readonly BookedResult[] | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const more = people.length - NAMES_SHOWN
  const names = people.slice(0, NAMES_SHOWN).map(({ name }) => name)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const session = open.find(({ id }) => id === chosen)
    if (!session || isBusy) return
    setBusy(true)
    setProblem(null)
    try {
      const found = await booking.book(
        session,
        people.map(({ id }) => id),
      )
      if (found.every(({ done }) => done)) return onClose()
      setResults(found)
    } catch (error) {
      setProblem(reasonOf(error))
    }
    setBusy(false)
  }
  return (
    <Modal opened onClose={onClose} title={TEXT.bookTitle} centered size={520}>
      <form className={styles.form} onSubmit={(event) => void submit(event)}>
        <p className={styles.quiet}>
          {TEXT.bookPeople([...names, ...(more > 0 ? [`+${more}`] : [])].join(', '))}
        </p>
        {results === null ? (
          open.length === 0 ? (
            <p>{TEXT.noSession}</p>
          ) : (
            <fieldset className={styles.choices}>
              <legend>{TEXT.session}</legend>
              {open.map((session) => (
                <label key={session.id} className={styles.choice}>
                  <input
                    type="radio"
                    name="session"
                    checked={session.id === chosen}
                    onChange={() => setChosen(session.id)}
                  />
                  <span>
                    {session.type}
                    <small>
                      {weekdayText(session.start)}, {timesText(session.start, session.end)}
                      {session.place === '' ? '' : ` · ${session.place}`}
                    </small>
                  </span>
                  <small>{TEXT.free(session.capacity - session.booked)}</small>
                </label>
              ))}
            </fieldset>
          )
        ) : (
          <BookedResults results={results} />
        )}
        <Problem>{problem}</Problem>
        <FormActions>
          <Button variant="default" onClick={onClose}>
            {results === null ? TEXT.cancel : TEXT.close}
          </Button>
          {results === null ? (
            <Button type="submit" loading={isBusy} disabled={open.length === 0}>
              {TEXT.bookNow}
            </Button>
          ) : null}
        </FormActions>
      </form>
    </Modal>
  )
}
