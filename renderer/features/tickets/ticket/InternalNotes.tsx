import { Button, Textarea } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { addInternalNote } from '#shared/contract/tickets.ts'
import { useServices } from '../../../services/context.tsx'
import { reasonOf } from '../../../services/http/api-client.ts'
import { PersonAvatar } from '../../../ui/PersonAvatar.tsx'
import { Problem } from '../../../ui/Problem.tsx'
import { notesQuery } from '../queries.ts'
import { TEXT } from '../text.ts'
import { moment } from '../times.ts'
import { useDraft } from '../use-draft.ts'
import { useWrite } from '../use-write.ts'
import styles from './Details.module.css'

/** Notes that only those who handle tickets read (spec 3 §6). */
export function InternalNotes({ ticketID }: { ticketID: number }) {
  const { api } = useServices()
  const { data, error } = useQuery(notesQuery(api, ticketID))
  const draft = useDraft(`${ticketID}/note`)
  const write = useWrite()
  const add = async () => {
    if (await write.run(addInternalNote, { ticketID, note: draft.text })) draft.clear()
  }
  return (
    <section aria-label={TEXT.notes} className={styles.part}>
      <h3>
        <IconLock size={15} stroke={1.8} aria-hidden="true" /> {TEXT.notes}
      </h3>
      {error ? <Problem>{`${TEXT.notesFailed} ${reasonOf(error)}`}</Problem> : null}
      {data && data.length > 0 ? (
        <ul className={styles.notes}>
          {data.map(({ id, note, by, byID, entryTime }) => (
            <li key={id}>
              <PersonAvatar userID={byID} name={by} size={26} />
              <div>
                <strong>{by}</strong> <small>{moment(entryTime)}</small>
                <p>{note}</p>
              </div>
            </li>
          ))}
        </ul>
      ) : null}
      <div className={styles.noteForm}>
        <Textarea
          aria-label={TEXT.note}
          placeholder={TEXT.notePlaceholder}
          minRows={1}
          maxRows={8}
          autosize
          value={draft.text}
          onChange={(event) => draft.set(event.currentTarget.value)}
        />
        <Button variant="default" disabled={draft.text.trim() === ''} loading={write.busy} onClick={add}>
          {TEXT.addNote}
        </Button>
      </div>
      <Problem>{write.problem}</Problem>
    </section>
  )
}
