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
import { Clocks, clockFaults, type DeskDraft } from './DeskClocks.tsx'
import { Teams } from './DeskTeams.tsx'
import { Types, typesFit } from './DeskTypes.tsx'
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

const draftOf = ({ clocks, teams, types }: TicketDesk): DeskDraft => ({
  clocks,
  teams,
  types: types.map((type) => ({ ...type, was: type.name })),
})

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

function requestOf({ clocks, teams, types }: DeskDraft, versions: TicketDesk['versions']) {
  const named = types.map(({ was, ...type }) => ({
    ...type,
    name: type.name.trim(),
    ...(was !== null && was !== type.name.trim() ? { was } : {}),
  }))
  return { clocks, teams, types: named, versions }
}

function DeskForm({ desk, onReload }: { desk: TicketDesk; onReload: () => Promise<void> }) {
  const { api, notices } = useServices()
  const queries = useQueryClient()
  const mayChange = useSession(({ permissions }) => allows(permissions, HELP_CENTER_EDITORS))
  // Null while nothing is changed: then what others save is seen here.
  const [draft, setDraft] = useState<DeskDraft | null>(null)
  // Of two who change the same, the second is told.
  const [seen, setSeen] = useState(desk.versions)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const shown = draft ?? draftOf(desk)
  const put = (part: Partial<DeskDraft>) => {
    const next = { ...shown, ...part }
    if (draft === null) setSeen(desk.versions)
    setDraft(same(next, draftOf(desk)) ? null : next)
    setProblem(null)
  }
  const save = async () => {
    if (draft === null || isBusy) return
    if (Object.keys(clockFaults(draft.clocks)).length > 0) return setProblem(TEXT.clocksWrong)
    if (!typesFit(draft.types)) return setProblem(TEXT.typesWrong)
    setBusy(true)
    try {
      queries.setQueryData(KEY, await api.call(saveTicketDesk, requestOf(draft, seen), { quiet: true }))
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
  const props = { desk: shown, isReadOnly: !mayChange, put }
  return (
    <div className={styles.desk}>
      <Clocks {...props} />
      <Types {...props} />
      <Teams {...props} kept={desk} onMembers={(next) => queries.setQueryData(KEY, next)} />
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
