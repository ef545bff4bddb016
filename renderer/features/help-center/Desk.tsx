import './mantine-styles.ts'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  getTicketDesk,
  HELP_CENTER_EDITORS,
  saveTicketDesk,
  type TicketDesk,
} from '#shared/contract/help-center.ts'
import { allows } from '#shared/domain/permission-rule.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { FormActions } from '../../ui/form/FormActions.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Clocks, clockFaults } from './DeskClocks.tsx'
import { Teams, Types } from './DeskTypes.tsx'
import styles from './HelpCenter.module.css'
import { TEXT } from './text.ts'

const KEY = ['ticket desk']

/** Types of tickets with their teams, the teams, and the clocks (spec 5 §5.13). */
export function Desk() {
  return (
    <div className={styles.page}>
      <div>
        <h1>{TEXT.desk}</h1>
        <p className={styles.lead}>{TEXT.deskLead}</p>
        <Loaded />
      </div>
    </div>
  )
}

function Loaded() {
  const { api } = useServices()
  const { data, error, refetch } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api.call(getTicketDesk, undefined, { quiet: true, signal }),
  })
  if (data) return <DeskForm desk={data} onReload={async () => void (await refetch())} />
  return error ? (
    <LoadFailure title={TEXT.deskFailed} reason={reasonOf(error)} onRetry={() => void refetch()} />
  ) : (
    <div role="status" aria-label={TEXT.loading} className={styles.bones}>
      {[70, 85, 60].map((width) => (
        <Skeleton key={width} width={`${width}%`} height={18} />
      ))}
    </div>
  )
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

function DeskForm({ desk, onReload }: { desk: TicketDesk; onReload: () => Promise<void> }) {
  const { api, notices } = useServices()
  const queries = useQueryClient()
  const mayChange = useSession(({ permissions }) => allows(permissions, HELP_CENTER_EDITORS))
  // Null while nothing is changed: then what others save is seen here.
  const [draft, setDraft] = useState<TicketDesk | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const shown = draft ?? desk
  const put = (part: Partial<TicketDesk>) => {
    const next = { ...shown, ...part }
    setDraft(same({ ...next, versions: desk.versions }, desk) ? null : next)
    setProblem(null)
  }
  const save = async () => {
    if (draft === null || isBusy) return
    if (Object.keys(clockFaults(draft.clocks)).length > 0) return setProblem(TEXT.clocksWrong)
    setBusy(true)
    try {
      queries.setQueryData(KEY, await api.call(saveTicketDesk, draft, { quiet: true }))
      setDraft(null)
      setProblem(null)
      notices.show('success', TEXT.deskSaved)
      for (const key of ['ticket-choices', 'ticket-teams'])
        void queries.invalidateQueries({ queryKey: [key] })
    } catch (failure) {
      setProblem(refusalOf(failure))
    } finally {
      setBusy(false)
    }
  }
  const discard = async () => {
    setDraft(null)
    setProblem(null)
    await onReload()
  }
  const props = { desk: shown, saved: desk, isReadOnly: !mayChange, put }
  return (
    <div className={styles.desk}>
      <Clocks {...props} />
      <Types {...props} />
      <Teams {...props} />
      {mayChange ? (
        <>
          <Problem>{problem}</Problem>
          <FormActions>
            <Button variant="default" disabled={draft === null} onClick={() => void discard()}>
              {TEXT.discard}
            </Button>
            <Button disabled={draft === null} loading={isBusy} onClick={() => void save()}>
              {TEXT.save}
            </Button>
          </FormActions>
        </>
      ) : (
        <p className={styles.hint}>{TEXT.deskReader}</p>
      )}
    </div>
  )
}
