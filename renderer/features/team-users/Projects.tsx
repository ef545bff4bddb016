import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { plannedProjects, setEligible } from '#shared/contract/planned-users.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import type { PanelTab } from '../records/index.ts'
import styles from './TeamUsers.module.css'
import { TEXT } from './text.ts'

const { projects: WORDS } = TEXT
const joined = (skills: readonly { readonly name: string }[]) => skills.map(({ name }) => name).join(', ')

/** Which skills projects need, which of them the person has, and for which they may be planned. */
export function Projects({ record: { id } }: ComponentProps<PanelTab['Body']>) {
  const { api, notices } = useServices()
  const client = useQueryClient()
  const mayAssign = useSession(({ permissions }) => permissions.can('IRESOURCE_CAN_ASSIGN'))
  const [busy, setBusy] = useState<number | null>(null)
  const queryKey = ['planned-projects', id]
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.call(plannedProjects, { id }, { quiet: true, signal }),
    gcTime: 0,
  })
  if (!data)
    return error ? (
      <LoadFailure title={TEXT.failed} reason={reasonOf(error)} onRetry={() => void refetch()} />
    ) : (
      <div role="status" aria-label={TEXT.loading} className={styles.part}>
        {[80, 60, 70].map((width) => (
          <Skeleton key={width} width={`${width}%`} height={18} />
        ))}
      </div>
    )
  const set = async (projectID: number, isEligible: boolean) => {
    setBusy(projectID)
    try {
      client.setQueryData(
        queryKey,
        await api.call(setEligible, { id, projectID, isEligible }, { quiet: true }),
      )
    } catch (failure) {
      notices.show('error', refusalOf(failure))
    }
    setBusy(null)
  }
  if (data.projects.length === 0) return <p>{WORDS.none}</p>
  return (
    <ul className={styles.list} aria-label={WORDS.list}>
      {data.projects.map(({ id: projectID, name, status, needs, isEligible }) => {
        const missing = needs.filter(({ isHeld }) => !isHeld)
        const said =
          needs.length === 0
            ? WORDS.anybody
            : missing.length > 0
              ? WORDS.lacks(joined(missing))
              : WORDS.has(joined(needs))
        return (
          <li key={projectID}>
            <strong>{name}</strong>
            {mayAssign && (isEligible || missing.length === 0) ? (
              <Button
                size="compact-xs"
                variant="default"
                loading={busy === projectID}
                aria-label={isEligible ? WORDS.takeOffOf(name) : WORDS.assignTo(name)}
                onClick={() => void set(projectID, !isEligible)}
              >
                {isEligible ? WORDS.takeOff : WORDS.assign}
              </Button>
            ) : null}
            <small className={styles.wide}>
              {[WORDS.statuses[status], isEligible ? WORDS.eligible : '', said].filter(Boolean).join(' · ')}
            </small>
          </li>
        )
      })}
    </ul>
  )
}
