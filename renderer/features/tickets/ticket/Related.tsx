import { Button, Checkbox } from '@mantine/core'
import { IconCopy, IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { HelpTicket, Ticket } from '#shared/contract/ticket-entities.ts'
import { mergeTickets } from '#shared/contract/tickets.ts'
import { useServices } from '../../../services/context.tsx'
import { Problem } from '../../../ui/Problem.tsx'
import { relatedQuery } from '../queries.ts'
import { TEXT } from '../text.ts'
import { ago } from '../times.ts'
import { useWrite } from '../use-write.ts'
import styles from './Details.module.css'
import { StatusPill } from './Pills.tsx'
import { useAbility } from './ticket-context.tsx'

/** What belongs with the ticket: the person's other tickets, and what may be the same trouble. */
export function Related({ ticket, now }: { ticket: Ticket; now: number }) {
  const { api } = useServices()
  const { data } = useQuery(relatedQuery(api, ticket.id))
  const merges = useAbility('MERGE')
  if (!data) return null
  const { duplicates, ofPerson } = data
  return (
    <>
      {merges && !ticket.resolved && duplicates.length > 0 ? (
        <Duplicates ticket={ticket} duplicates={duplicates} now={now} />
      ) : null}
      {ofPerson.length > 0 ? (
        <section aria-label={TEXT.related} className={styles.part}>
          <h3>
            <IconHistory size={15} stroke={1.8} aria-hidden="true" /> {TEXT.related}
          </h3>
          <ul className={styles.related}>
            {ofPerson.map((other) => (
              <li key={other.id}>
                <OtherTicket other={other} now={now} />
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  )
}

interface DuplicatesProps {
  readonly ticket: Ticket
  readonly duplicates: readonly HelpTicket[]
  readonly now: number
}

/** Closes duplicates in favour of this ticket. */
function Duplicates({ ticket, duplicates, now }: DuplicatesProps) {
  const { prompts, notices } = useServices()
  const write = useWrite()
  const [chosen, setChosen] = useState<readonly number[]>([])
  // One that was closed meanwhile is no longer listed.
  const ids = chosen.filter((id) => duplicates.some((other) => other.id === id))
  const toggle = (id: number) =>
    setChosen(ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id])
  const merge = async () => {
    const sure = await prompts.ask({
      title: TEXT.mergeTitle,
      text: TEXT.mergeSure(ids.map((id) => TEXT.ticket(id)).join(', '), ticket.id),
    })
    if (!sure) return
    const request = { ticketID: ticket.id, duplicateIDs: ids, version: ticket.version }
    if (!(await write.run(mergeTickets, request))) return
    setChosen([])
    notices.show('success', TEXT.merged(ticket.id))
  }
  return (
    <section aria-label={TEXT.duplicates} className={styles.part}>
      <h3>
        <IconCopy size={15} stroke={1.8} aria-hidden="true" /> {TEXT.duplicates}
      </h3>
      <ul className={styles.related}>
        {duplicates.map((other) => (
          <li key={other.id}>
            <Checkbox
              size="xs"
              checked={ids.includes(other.id)}
              aria-label={TEXT.ticket(other.id)}
              onChange={() => toggle(other.id)}
            />
            <OtherTicket other={other} now={now} />
          </li>
        ))}
      </ul>
      <Problem>{write.problem}</Problem>
      {ids.length > 0 ? (
        <Button size="compact-sm" variant="light" loading={write.busy} onClick={merge}>
          {TEXT.merge(ids.length)}
        </Button>
      ) : null}
    </section>
  )
}

function OtherTicket({ other, now }: { other: HelpTicket; now: number }) {
  const { dialogs } = useServices()
  return (
    <button
      type="button"
      className={styles.other}
      onClick={() => dialogs.open('tickets', { ticketID: other.id })}
    >
      <span className={styles.number}>{other.id}</span>
      <span className={styles.otherText}>{other.message}</span>
      <StatusPill status={other.status} />
      <small>{ago(other.raisedTime, now)}</small>
    </button>
  )
}
