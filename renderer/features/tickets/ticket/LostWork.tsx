import { Button } from '@mantine/core'
import { IconHourglass, IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { canUseSystemIssue, endSystemIssue, startSystemIssue } from '#shared/contract/help.ts'
import type { SystemIssueRecord, Ticket } from '#shared/contract/ticket-entities.ts'
import { TICKET_TEXT } from '#shared/domain/tickets.ts'
import type { RefusalCode } from '#shared/texts/refusal.ts'
import { useServices, useSession } from '../../../services/context.tsx'
import { ApiError, reasonOf } from '../../../services/http/api-client.ts'
import { Problem } from '../../../ui/Problem.tsx'
import { issuesQuery, ticketKey } from '../queries.ts'
import { TEXT } from '../text.ts'
import { clockTime, moment } from '../times.ts'
import { useWrite } from '../use-write.ts'
import styles from './Details.module.css'
import { RevokeButton } from './RevokeButton.tsx'
import { useAbility } from './ticket-context.tsx'

/** The work that was lost to a ticket's trouble: reported by the agent, revoked by a supervisor (spec 3 §6). */
export function LostWork({ ticket }: { ticket: Ticket }) {
  const { api } = useServices()
  const { data, error } = useQuery(issuesQuery(api, ticket.id))
  const reports = useAbility('SYSTEM_ISSUE_CHECK')
  const revokes = useAbility('REVOKE_SYSTEM_ISSUE')
  const mine = useSession(({ user }) => user?.id === ticket.userLoginID)
  if (data?.length === 0 && !(reports && mine && !ticket.resolved)) return null
  return (
    <section aria-label={TEXT.lostWork} className={styles.part}>
      <h3>
        <IconHourglass size={15} stroke={1.8} aria-hidden="true" /> {TEXT.lostWork}
      </h3>
      {error ? <Problem>{`${TEXT.lostWorkFailed} ${reasonOf(error)}`}</Problem> : null}
      {data && data.length > 0 ? (
        <ul className={styles.records}>
          {data.map((record) => (
            <Record key={record.recordID} record={record}>
              {revokes && record.revoked === null ? (
                <RevokeButton ticketID={ticket.id} record={record} />
              ) : null}
            </Record>
          ))}
        </ul>
      ) : null}
      {reports && mine && !ticket.resolved ? <Report ticketID={ticket.id} records={data ?? []} /> : null}
    </section>
  )
}

function Record({ record, children }: { record: SystemIssueRecord; children: React.ReactNode }) {
  const { activity, eventStart, eventEnd, totalSeconds, revoked } = record
  return (
    <li data-revoked={revoked !== null}>
      <div>
        <strong>{activity}</strong>
        <span>
          {moment(eventStart)} – {eventEnd === null ? TEXT.running : moment(eventEnd)}
        </span>
        {revoked ? <small>{TEXT.revokedBy(revoked.by, revoked.reason)}</small> : null}
      </div>
      <span className={styles.total}>{clockTime(totalSeconds)}</span>
      {children}
    </li>
  )
}

const SHIFT_LOCKED: RefusalCode = 'ticket.shiftLocked'

/** The agent says that they can't work, and that they can again; refused while their shift is locked. */
function Report({ ticketID, records }: { ticketID: number; records: readonly SystemIssueRecord[] }) {
  const { api } = useServices()
  const write = useWrite()
  const runs = records.some(({ eventEnd, revoked }) => eventEnd === null && revoked === null)
  const check = useQuery({
    queryKey: [...ticketKey(ticketID), 'can-use-system-issue'],
    queryFn: ({ signal }) => api.call(canUseSystemIssue, { ticketID }, { quiet: true, signal }),
    enabled: !runs,
  })
  if (!runs && check.error instanceof ApiError && check.error.code === SHIFT_LOCKED) {
    return (
      <p className={styles.locked} role="alert">
        <IconLock size={16} stroke={1.8} aria-hidden="true" /> {TICKET_TEXT.shiftLocked}
      </p>
    )
  }
  return (
    <div className={styles.report}>
      {runs ? (
        <Button
          variant="default"
          loading={write.busy}
          onClick={() => void write.run(endSystemIssue, { ticketID })}
        >
          {TEXT.endIssue}
        </Button>
      ) : check.data?.canStartSystemIssue ? (
        <>
          <p>{TEXT.lostWorkLead}</p>
          <Button
            variant="default"
            loading={write.busy}
            onClick={() => void write.run(startSystemIssue, { ticketID })}
          >
            {TEXT.startIssue}
          </Button>
        </>
      ) : null}
      <Problem>{write.problem ?? check.error?.message ?? null}</Problem>
    </div>
  )
}
