import './mantine-styles.ts'
import { Button } from '@mantine/core'
import { IconKey, IconPlus, IconUpload } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { credentialRoles, listCredentials, type ToolCredential } from '#shared/contract/credentials.ts'
import { CREDENTIAL_TOOLS } from '#shared/domain/tool-credentials.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { IMPORT_TEXT, ImportDialog, Imports } from '../file-import/index.ts'
import { CredentialDialog } from './CredentialDialog.tsx'
import { Credentials, dayWords } from './Credentials.tsx'
import { CREDENTIAL_IMPORT } from './credential-import.ts'
import styles from './ToolCredentials.module.css'
import { TEXT } from './text.ts'

const KEY = ['tool-credentials', 'roles']

/** What everybody with a role signs in to tools with, and whose own end soon (spec 5 §5.5). */
export function RoleCredentials() {
  const { api } = useServices()
  const client = useQueryClient()
  const [open, setOpen] = useState<ToolCredential | 'NEW' | 'IMPORT' | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => {
      const quiet = { quiet: true, signal } as const
      const [listed, { roles }] = await Promise.all([
        api.call(listCredentials, {}, quiet),
        api.call(credentialRoles, {}, quiet),
      ])
      return { ...listed, roles }
    },
  })
  const fresh = () => client.invalidateQueries({ queryKey: KEY })
  return (
    <>
      <header className={styles.head}>
        <h2 id="role-credentials">{TEXT.byRole}</h2>
        <div className={styles.buttons}>
          <Button
            variant="default"
            leftSection={<IconUpload size={16} aria-hidden="true" />}
            onClick={() => setOpen('IMPORT')}
          >
            {IMPORT_TEXT.open}
          </Button>
          <Button
            leftSection={<IconPlus size={16} aria-hidden="true" />}
            disabled={!data}
            onClick={() => setOpen('NEW')}
          >
            {TEXT.add}
          </Button>
        </div>
      </header>
      <div className={styles.parts}>
        <section className={styles.part} aria-labelledby="role-credentials">
          <p>{TEXT.byRoleLead}</p>
          {error ? (
            <LoadFailure title={TEXT.failed} reason={reasonOf(error)} onRetry={() => void refetch()} />
          ) : data === undefined ? (
            <div role="status" aria-label={TEXT.loading}>
              <Skeleton width="100%" height={120} />
            </div>
          ) : data.credentials.length === 0 ? (
            <EmptyState icon={<IconKey size={26} />} title={TEXT.noneYet}>
              <p>{TEXT.noneYetLead}</p>
            </EmptyState>
          ) : (
            <Credentials
              withHolder
              label={TEXT.byRole}
              credentials={data.credentials}
              onChange={setOpen}
              onGone={fresh}
            />
          )}
        </section>
        {data && data.expiring.length > 0 ? (
          <section className={styles.part} aria-labelledby="expiring-credentials">
            <h3 id="expiring-credentials">{TEXT.expiring}</h3>
            <ul className={styles.rows} aria-label={TEXT.expiring}>
              {data.expiring.map(({ id, userID, name, tool, expires }) => (
                <li key={`${userID} ${id}`}>
                  <Link to={`/admin/active-users?open=${userID}&part=credentials`}>
                    {TEXT.endsOf(CREDENTIAL_TOOLS[tool], name)}
                  </Link>
                  <span>{dayWords(expires)}</span>
                </li>
              ))}
            </ul>
          </section>
        ) : null}
      </div>
      <Imports kind={CREDENTIAL_IMPORT} onChanged={fresh} />
      {open === 'IMPORT' ? (
        <ImportDialog
          kind={CREDENTIAL_IMPORT}
          onClose={() => setOpen(null)}
          onDone={async () => {
            await client.invalidateQueries({ queryKey: CREDENTIAL_IMPORT.listKey })
            await fresh()
          }}
        />
      ) : null}
      {open && open !== 'IMPORT' && data ? (
        <CredentialDialog
          entry={open === 'NEW' ? null : open}
          of={{ roles: data.roles }}
          onClose={() => setOpen(null)}
          onSaved={fresh}
        />
      ) : null}
    </>
  )
}
