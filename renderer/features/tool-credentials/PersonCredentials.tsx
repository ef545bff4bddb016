import './mantine-styles.ts'
import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { listCredentials, type ToolCredential } from '#shared/contract/credentials.ts'
import type { ListedRow } from '#shared/records/record.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { CredentialDialog } from './CredentialDialog.tsx'
import { Credentials } from './Credentials.tsx'
import styles from './ToolCredentials.module.css'
import { TEXT } from './text.ts'

/** What somebody signs in to tools with: their own, else their roles' (spec 5 §5.5). */
export function PersonCredentials({ record }: { readonly record: ListedRow }) {
  const { api } = useServices()
  const client = useQueryClient()
  const mayKeep = useSession(({ permissions }) => permissions.can('ADMIN_CAN_MANAGE_CREDENTIALS'))
  const mayRoles = useSession(({ permissions }) => permissions.can('ADMIN_CAN_MANAGE_ADAPTORS'))
  const [open, setOpen] = useState<ToolCredential | 'NEW' | null>(null)
  const userID = record.id
  const queryKey = ['tool-credentials', userID]
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.call(listCredentials, { userID }, { quiet: true, signal }),
    gcTime: 0,
  })
  const fresh = () => client.invalidateQueries({ queryKey })
  if (!data)
    return error ? (
      <LoadFailure title={TEXT.failed} reason={reasonOf(error)} onRetry={() => void refetch()} />
    ) : (
      <div role="status" aria-label={TEXT.loading}>
        <Skeleton width="100%" height={120} />
      </div>
    )
  const own = data.credentials.filter(({ holder }) => holder.kind === 'PERSON')
  const roles = data.credentials.filter(({ holder }) => holder.kind === 'ROLE')
  const isHere = record.status !== 'LEAVER'
  return (
    <div className={styles.parts}>
      <section className={styles.part} aria-labelledby="credentials-own">
        <header className={styles.head}>
          <h3 id="credentials-own">{TEXT.own}</h3>
          {mayKeep && isHere ? (
            <Button size="xs" variant="default" onClick={() => setOpen('NEW')}>
              {TEXT.add}
            </Button>
          ) : null}
        </header>
        {own.length === 0 ? <p>{TEXT.noOwn}</p> : null}
        <Credentials label={TEXT.own} credentials={own} onChange={setOpen} onGone={fresh} />
      </section>
      {mayKeep ? (
        <section className={styles.part} aria-labelledby="credentials-roles">
          <h3 id="credentials-roles">{TEXT.roles}</h3>
          <p>{roles.length === 0 ? TEXT.noRoles : TEXT.rolesHint}</p>
          <Credentials
            withHolder
            label={TEXT.roles}
            credentials={roles}
            behind={({ tool }) =>
              own.some((one) => one.tool === tool && !one.isExpired) ? 'BEHIND' : 'OTHER_ROLE'
            }
            onChange={null}
            onGone={fresh}
          />
          {mayRoles ? <Link to="/admin/connection-adaptors?kind=credentials">{TEXT.rolesLink}</Link> : null}
        </section>
      ) : null}
      {open ? (
        <CredentialDialog
          entry={open === 'NEW' ? null : open}
          of={{ userID, name: String(record.displayName) }}
          taken={own.map(({ tool }) => tool)}
          onClose={() => setOpen(null)}
          onSaved={fresh}
        />
      ) : null}
    </div>
  )
}
