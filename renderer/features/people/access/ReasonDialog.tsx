import { Textarea } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { ACCESS_REASON_MAX, ACCESS_REASON_MIN } from '#shared/domain/account-access.ts'
import { AskDialog } from '../AskDialog.tsx'
import { TEXT } from './text.ts'

interface ReasonDialogProps {
  readonly title: string
  readonly text: string
  readonly action: string
  readonly done: string
  readonly children?: ReactNode
  readonly onClose: () => void
  readonly run: (reason: string) => Promise<void>
}

/** Asks why something is done against somebody's will, and does it. */
export function ReasonDialog({ children, run, ...ask }: ReasonDialogProps) {
  const [reason, setReason] = useState('')
  return (
    <AskDialog
      {...ask}
      isGrave
      isReady={reason.trim().length >= ACCESS_REASON_MIN}
      run={() => run(reason.trim())}
    >
      {children}
      <Textarea
        data-autofocus
        required
        autosize
        minRows={2}
        label={TEXT.reason}
        maxLength={ACCESS_REASON_MAX}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </AskDialog>
  )
}
