import { Button, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { decideProfileChange, type ProfileChange } from '#shared/contract/profile.ts'
import { CHANGE_REASON_MAX } from '#shared/domain/profile.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { FormActions } from '../../ui/form/FormActions.tsx'
import { Problem } from '../../ui/Problem.tsx'
import styles from './PersonalDetails.module.css'
import { pendingQuery } from './queries.ts'
import { DETAILS_TEXT } from './text.ts'

/** What others asked for, for who decides it; nothing where nothing waits. */
export function ChangesToDecide() {
  const decides = useSession(({ permissions }) => permissions.can('ADMIN_CAN_SEE_USERS'))
  return decides ? <Waiting /> : null
}

function Waiting() {
  const { api } = useServices()
  const { data, error, refetch } = useQuery(pendingQuery(api))
  if (error)
    return <LoadFailure title={DETAILS_TEXT.failed} reason={reasonOf(error)} onRetry={() => void refetch()} />
  if (!data || data.length === 0) return null
  return (
    <section className={styles.decide} aria-labelledby="details-decide">
      <h3 id="details-decide">{DETAILS_TEXT.toDecide}</h3>
      <ul aria-labelledby="details-decide">
        {data.map((change) => (
          <OneChange key={change.id} change={change} />
        ))}
      </ul>
    </section>
  )
}

function OneChange({ change }: { change: ProfileChange }) {
  const { api } = useServices()
  const queries = useQueryClient()
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const { id, name, field, before, value } = change
  const decide = async (approve: boolean) => {
    setBusy(true)
    setProblem(null)
    try {
      await api.call(decideProfileChange, { id, approve, reason: reason.trim() }, { quiet: true })
      await queries.invalidateQueries({ queryKey: pendingQuery(api).queryKey })
    } catch (error) {
      setProblem(reasonOf(error))
      setBusy(false)
    }
  }
  return (
    <li>
      <strong>{DETAILS_TEXT.wants(name, DETAILS_TEXT.fields[field])}</strong>
      <span>{DETAILS_TEXT.becomes(before, value)}</span>
      <TextInput
        size="xs"
        aria-label={DETAILS_TEXT.why}
        placeholder={DETAILS_TEXT.why}
        value={reason}
        maxLength={CHANGE_REASON_MAX}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <FormActions>
        <Button
          size="xs"
          variant="default"
          disabled={busy}
          aria-label={DETAILS_TEXT.decline(name)}
          onClick={() => void decide(false)}
        >
          {DETAILS_TEXT.declineShort}
        </Button>
        <Button
          size="xs"
          disabled={busy}
          aria-label={DETAILS_TEXT.approve(name)}
          onClick={() => void decide(true)}
        >
          {DETAILS_TEXT.approveShort}
        </Button>
      </FormActions>
      <Problem>{problem}</Problem>
    </li>
  )
}
