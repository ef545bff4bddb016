import { Button } from '@mantine/core'
import type { ChatMessage } from '#shared/contract/chat-entities.ts'
import { REPLY_PREVIEW_LENGTH } from '#shared/domain/chat.ts'
import { listPreview } from '#shared/domain/chat-preview.ts'
import { cut } from '#shared/domain/cut-text.ts'
import { FormActions } from '../../../ui/form/FormActions.tsx'
import type { ThreadKey } from '../store/state.ts'
import styles from './Dialogs.module.css'
import { MessageDialog } from './MessageDialog.tsx'
import { TEXT } from './text.ts'

interface ConfirmDialogProps {
  readonly title: string
  readonly dialog: { readonly thread: ThreadKey; readonly messageID: number }
  readonly onClose: () => void
  readonly question: (message: ChatMessage) => string
  readonly confirm: string
  readonly onConfirm: (message: ChatMessage) => void
}

/** A question about a message before something that can't be taken back. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, dialog, onClose, question, confirm, onConfirm } = props
  return (
    <MessageDialog title={title} dialog={dialog} onClose={onClose}>
      {({ message }) => (
        <>
          <p className={styles.question}>{question(message)}</p>
          <QuotedMessage message={message} />
          <FormActions className={styles.buttons}>
            <Button variant="default" data-autofocus onClick={onClose}>
              {TEXT.cancel}
            </Button>
            <Button
              color="red.9"
              onClick={() => {
                onClose()
                onConfirm(message)
              }}
            >
              {confirm}
            </Button>
          </FormActions>
        </>
      )}
    </MessageDialog>
  )
}

/** Which message a dialog is about. */
export function QuotedMessage({ message }: { message: ChatMessage }) {
  return (
    <p className={styles.quoted}>
      <strong>{message.userName}</strong> <bdi>{cut(listPreview(message), 2 * REPLY_PREVIEW_LENGTH)}</bdi>
    </p>
  )
}
