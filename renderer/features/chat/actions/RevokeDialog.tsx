import { useChat } from '../chat-context.tsx'
import type { ChatDialogProps } from '../dialogs/ChatDialogs.tsx'
import { fileName } from '../messages/attachment-kind.ts'
import { TEXT } from '../text.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'

/** Asks before a file is taken away from everybody. */
export function RevokeDialog({ dialog, onClose }: ChatDialogProps<'revoke'>) {
  const chat = useChat()
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
