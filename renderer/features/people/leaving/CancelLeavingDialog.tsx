import type { ComponentProps } from 'react'
import { cancelLeaving } from '#shared/contract/leavers.ts'
import { useServices } from '../../../services/context.tsx'
import { AskDialog } from '../AskDialog.tsx'
import type { PersonAction } from '../panel-parts.ts'
import { dayWords, detailsOf } from '../words.ts'
import { TEXT } from './text.ts'

/** 'Cancel leaving' (spec 5 §3.4). */
export function CancelLeavingDialog({ person, onClose, onDone }: ComponentProps<PersonAction['Dialog']>) {
  const { api } = useServices()
  const { displayName, leaving } = detailsOf(person)
  return (
    <AskDialog
      title={TEXT.cancelTitle(displayName)}
      text={TEXT.cancelText(dayWords(leaving?.leaveDate ?? null) ?? '')}
      action={TEXT.cancelLeaving}
      done={TEXT.stays(displayName)}
      onClose={onClose}
      run={async () => {
        await api.call(cancelLeaving, { id: person.id }, { quiet: true })
        onDone()
      }}
    />
  )
}
