import { useChat } from '../chat-context.tsx'
import type { ChatDialogProps } from '../dialogs/dialog-props.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { TEXT } from './text.ts'

/** Asks before a message is deleted (spec 2 §8). */
export function DeleteDialog({ dialog, onClose }: ChatDialogProps<'delete'>) {
  const chat = useChat<'deleteMessage'>()
  return (
    <ConfirmDialog
      title={TEXT.deleteTitle}
      dialog={dialog}
      onClose={onClose}
      question={() => TEXT.deleteQuestion}
      confirm={TEXT.remove}
      onConfirm={(message) => void chat.deleteMessage(dialog.thread, message)}
    />
  )
}
