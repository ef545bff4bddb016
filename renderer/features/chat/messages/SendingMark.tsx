import { UnstyledButton } from '@mantine/core'
import { IconAlertCircle, IconAlertTriangle } from '@tabler/icons-react'
import { useChat } from '../chat-context.tsx'
import { TEXT } from '../text.ts'
import styles from './MessageRow.module.css'
import type { MessageRowModel } from './message-rows.ts'

const DELIVERY_FAILED = /^failed$/i

/** How far a message's sending is, where that isn't simply done; a failed one can be sent again or deleted. */
export function SendingMark({ row }: { row: MessageRowModel }) {
  const chat = useChat()
  const { clientID } = row.message
  if (row.sending === 'failed' && clientID)
    return (
      <div className={styles.failed} role="alert">
        <IconAlertCircle size={15} stroke={2} aria-hidden="true" />
        <span>{TEXT.notSent}</span>
        <UnstyledButton onClick={() => chat.tryAgain(clientID)}>{TEXT.tryAgain}</UnstyledButton>
        <UnstyledButton onClick={() => chat.discard(clientID)}>{TEXT.remove}</UnstyledButton>
      </div>
    )
  if (row.sending !== null) return <span className="visually-hidden">{TEXT.sending}</span>
  if (row.mine && DELIVERY_FAILED.test(row.message.overallStatus))
    return (
      <span
        className={styles.undelivered}
        role="img"
        aria-label={TEXT.deliveryFailed}
        title={TEXT.deliveryFailed}
      >
        <IconAlertTriangle size={14} stroke={2} aria-hidden="true" />
      </span>
    )
  return null
}
