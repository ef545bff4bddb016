import '@mantine/core/styles/Modal.layer.css'
import { Button, Modal } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Role, roleImpact, saveRolePermissions } from '#shared/contract/roles.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { notApart } from '#shared/domain/role-warnings.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { FormActions } from '../../ui/form/FormActions.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { wordsOf } from './permission-words.ts'
import styles from './Roles.module.css'
import { TEXT } from './text.ts'

interface Change {
  readonly id: number
  readonly version: number
  readonly permissions: PermissionName[]
}

interface SaveMatrixProps {
  readonly isOpen: boolean
  readonly roles: readonly Role[]
  readonly changes: readonly Change[]
  readonly onClose: () => void
  readonly onSaved: () => void
}

/** Says who gains and who loses what, and asks (spec 5 §4.2). */
export function SaveMatrix({ isOpen, onClose, ...rest }: SaveMatrixProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title={TEXT.saveTitle} centered size={560}>
      {isOpen ? <Impact onClose={onClose} {...rest} /> : null}
    </Modal>
  )
}

function Impact({ roles, changes, onClose, onSaved }: Omit<SaveMatrixProps, 'isOpen'>) {
  const { api, notices } = useServices()
  const client = useQueryClient()
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const { data, error } = useQuery({
    queryKey: ['roles', 'impact', changes],
    queryFn: () => api.call(roleImpact, { changes: [...changes] }, { quiet: true }),
    gcTime: 0,
  })
  const warnings = changes.flatMap(({ id, permissions }) =>
    notApart(permissions).map((words) => ({ id, words })),
  )
  const save = async () => {
    setBusy(true)
    setProblem(null)
    try {
      const after = await api.call(saveRolePermissions, { changes: [...changes] }, { quiet: true })
      client.setQueryData(['roles', 'matrix'], after)
      void client.invalidateQueries({ queryKey: ['records', 'role'] })
      notices.show('success', TEXT.saved)
      onSaved()
      onClose()
    } catch (failure) {
      setProblem(reasonOf(failure))
      setBusy(false)
      void client.invalidateQueries({ queryKey: ['roles', 'matrix'] })
    }
  }
  return (
    <div className={styles.impact}>
      {data ? (
        <>
          <p className={styles.lead}>
            {data.permissions.length === 0
              ? TEXT.noEffect
              : TEXT.impact(data.permissions.length, data.gain, data.lose)}
          </p>
          {data.permissions.length === 0 ? null : (
            <table className={styles.effects}>
              <thead>
                <tr>
                  <th scope="col">{TEXT.permission}</th>
                  <th scope="col">{TEXT.gain}</th>
                  <th scope="col">{TEXT.lose}</th>
                </tr>
              </thead>
              <tbody>
                {data.permissions.map(({ name, gain, lose }) => (
                  <tr key={name}>
                    <th scope="row">{wordsOf(name)}</th>
                    <td>{gain}</td>
                    <td>{lose}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </>
      ) : error ? null : (
        <div role="status" aria-label={TEXT.loading}>
          <Skeleton width="60%" height={18} />
        </div>
      )}
      {warnings.map(({ id, words }) => (
        <p key={`${id} ${words}`} className={styles.warning}>
          {roles.find((role) => role.id === id)?.name}: {TEXT.shouldBeApart(words)}
        </p>
      ))}
      <Problem>{problem ?? (error ? reasonOf(error) : null)}</Problem>
      <FormActions>
        <Button variant="default" onClick={onClose}>
          {TEXT.cancel}
        </Button>
        <Button data-autofocus loading={isBusy} disabled={!data} onClick={() => void save()}>
          {TEXT.save}
        </Button>
      </FormActions>
    </div>
  )
}
