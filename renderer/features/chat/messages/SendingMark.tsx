import { UnstyledButton } from '@mantine/core'
import { IconAlertCircle, IconClock } from '@tabler/icons-react'
import { useChat } from '../chat-context.tsx'
import styles from './MessageRow.module.css'
import type { MessageRowModel } from './message-rows.ts'
import { TEXT } from './text.ts'

/** How far a message's sending is, where that isn't simply done; a failed one can be sent again or deleted. */
export function SendingMark({ row }: { row: MessageRowModel }) {
  const chat = useChat<'discard' | 'tryAgain'>()
  const { clientID } = row.message
  if (row.sending === 'failed' && clientID)
    return (
      <div className={styles.failed} role="alert">
        <IconAlertCircle size={15} stroke={2} aria-hidden="true" />
        <span>{TEXT.notSent}</span>
        {row.failure ? <span>{row.failure}</span> : null}
        <UnstyledButton onClick={() => chat.tryAgain(clientID)}>{TEXT.tryAgain}</UnstyledButton>
        <UnstyledButton onClick={() => chat.discard(clientID)}>{TEXT.remove}</UnstyledButton>
      </div>
    )
  if (row.sending === 'waiting' && clientID)
    return (
      <div className={styles.waiting} role="status">
        <IconClock size={15} stroke={2} aria-hidden="true" />
        <span>{row.unkept ? TEXT.waitingUnkept : TEXT.waiting}</span>
        <UnstyledButton onClick={() => chat.tryAgain(clientID)}>{TEXT.tryAgain}</UnstyledButton>
        <UnstyledButton onClick={() => chat.discard(clientID)}>{TEXT.cancelSending}</UnstyledButton>
      </div>
    )
  return row.sending === null ? null : <span className="visually-hidden">{TEXT.sending}</span>
}
