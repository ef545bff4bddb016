import { Loader, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ChatMessage, ChatThread } from '#shared/contract/chat-entities.ts'
import { Problem } from '../../../ui/Problem.tsx'
import type { ThreadKey } from '../store/state.ts'
import { useDialogMessage } from './use-dialog-message.ts'

interface MessageDialogProps {
  readonly title: string
  readonly dialog: { readonly thread: ThreadKey; readonly messageID: number }
  readonly onClose: () => void
  readonly size?: string | number
  /** Whether a click beside it leaves it open: what was typed would be gone. */
  readonly staysOpen?: boolean
  readonly children: (about: { readonly message: ChatMessage; readonly thread: ChatThread }) => ReactNode
}

/** A dialog about a message: while it is being fetched it says so, and where it can't be had, why. */
export function MessageDialog(props: MessageDialogProps) {
  const { title, dialog, onClose, size = 'md', staysOpen = false, children } = props
  const about = useDialogMessage(dialog.thread, dialog.messageID)
  return (
    <Modal opened onClose={onClose} title={title} size={size} centered closeOnClickOutside={!staysOpen}>
      {about.state === 'ready' ? (
        children(about)
      ) : about.state === 'loading' ? (
        <Loader size="sm" aria-label={title} />
      ) : (
        <Problem>{about.text}</Problem>
      )}
    </Modal>
  )
}
