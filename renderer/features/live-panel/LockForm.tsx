import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { lockShift } from '#shared/contract/help.ts'
import { OVERRIDE_REASON_MAX, OVERRIDE_REASON_MIN } from '#shared/domain/live-panel.ts'
import { useServices } from '../../services/context.tsx'
import { PanelForm, type Target } from './PanelForm.tsx'
import { PANEL_TEXT as TEXT } from './text.ts'

interface LockFormProps {
  readonly people: readonly Target[]
  readonly onDone: () => void
  readonly onCancel: () => void
}

/** Locks shifts, with a reason that they read (spec 4 §4.2.1). */
export function LockForm({ people, onDone, onCancel }: LockFormProps) {
  const { api } = useServices()
  const [reason, setReason] = useState('')
  return (
    <PanelForm
      label={TEXT.lock}
      means={TEXT.lockMeans}
      confirm={TEXT.lock}
      fault={() => (reason.trim().length < OVERRIDE_REASON_MIN ? TEXT.noReason : null)}
      people={people}
      send={({ id: userID }) =>
        api.call(lockShift, { userID, locked: true, reason: reason.trim() }, { quiet: true })
      }
      onDone={onDone}
      onCancel={onCancel}
    >
      <TextInput
        data-autofocus
        label={TEXT.reason}
        description={TEXT.reasonHint}
        value={reason}
        maxLength={OVERRIDE_REASON_MAX}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </PanelForm>
  )
}
