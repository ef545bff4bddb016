import { Button, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import {
  GRANT_REASON_MAX,
  grantPermissions,
  type PersonAccess,
  refusePermissions,
} from '#shared/contract/permissions.ts'
import { londonDayAfter, momentOfField } from '#shared/domain/london-time.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { FormActions } from '../../ui/form/FormActions.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { FormModal } from '../ask-dialog/index.ts'
import styles from './Roles.module.css'
import { TEXT } from './text.ts'

/** What is about to be decided about somebody. */
export interface Deciding {
  readonly name: PermissionName
  readonly words: string
  readonly isRefusal: boolean
}

interface DecideDialogProps {
  readonly access: PersonAccess
  readonly deciding: Deciding | null
  readonly onClose: () => void
  readonly onChanged: (after: PersonAccess) => void
}

/** Grants or refuses a permission to somebody alone: with a reason, and an end if it has one. */
export function DecideDialog({ access, deciding, onClose, onChanged }: DecideDialogProps) {
  const title = deciding
    ? (deciding.isRefusal ? TEXT.refuseTitle : TEXT.grantTitle)(deciding.words, access.displayName)
    : ''
  return (
    <FormModal opened={deciding !== null} onClose={onClose} title={title} centered size={440}>
      {(leave, done) =>
        deciding ? (
          <DecideForm
            access={access}
            deciding={deciding}
            onCancel={leave}
            onClose={done}
            onChanged={onChanged}
          />
        ) : null
      }
    </FormModal>
  )
}

function DecideForm({
  access: { userID },
  deciding: { name, isRefusal },
  onCancel,
  onClose,
  onChanged,
}: DecideDialogProps & { readonly deciding: Deciding; readonly onCancel: () => void }) {
  const { api } = useServices()
  const [reason, setReason] = useState('')
  const [lastDay, setLastDay] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setProblem(null)
    const endsAt = lastDay === '' ? null : new Date(londonDayAfter(momentOfField(lastDay), 1)).toISOString()
    const request = { userID, permissions: [name], reason, endsAt }
    try {
      onChanged(await api.call(isRefusal ? refusePermissions : grantPermissions, request, { quiet: true }))
      onClose()
    } catch (error) {
      setProblem(reasonOf(error))
      setBusy(false)
    }
  }
  return (
    <form className={styles.impact} onSubmit={(event) => void submit(event)}>
      <Textarea
        data-autofocus
        label={TEXT.reason}
        required
        autosize
        minRows={2}
        maxLength={GRANT_REASON_MAX}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <TextInput
        type="date"
        label={TEXT.endsAt}
        description={TEXT.endsHint}
        value={lastDay}
        onChange={(event) => setLastDay(event.currentTarget.value)}
      />
      <Problem>{problem}</Problem>
      <FormActions>
        <Button variant="default" onClick={onCancel}>
          {TEXT.cancel}
        </Button>
        <Button type="submit" loading={isBusy} disabled={reason.trim() === ''}>
          {isRefusal ? TEXT.doRefuse : TEXT.doGrant}
        </Button>
      </FormActions>
    </form>
  )
}
