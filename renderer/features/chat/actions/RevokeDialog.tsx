import { useChat } from '../chat-context.tsx'
import type { ChatDialogProps } from '../dialogs/dialog-props.ts'
import { fileName } from '../messages/attachment-kind.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { TEXT } from './text.ts'

/** Asks before a file is taken away from everybody. */
export function RevokeDialog({ dialog, onClose }: ChatDialogProps<'revoke'>) {
  const chat = useChat<'revokeAttachment'>()
  return (
    <ConfirmDialog
      title={TEXT.revoke}
      dialog={dialog}
      onClose={onClose}
      question={(message) => TEXT.revokeQuestion(fileName(message))}
      confirm={TEXT.revokeNow}
      onConfirm={(message) => void chat.revokeAttachment(dialog.thread, message)}
    />
  )
}
