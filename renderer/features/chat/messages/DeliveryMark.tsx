import { Tooltip } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconChecks } from '@tabler/icons-react'
import type { ChatMessage } from '#shared/contract/chat-entities.ts'
import { deliveryOf } from '#shared/domain/chat-delivery.ts'
import { useChat } from '../chat-context.tsx'
import type { ThreadKey } from '../store/state.ts'
import styles from './MessageRow.module.css'
import { TEXT } from './text.ts'

interface DeliveryMarkProps {
  readonly message: ChatMessage
  readonly threadKey: ThreadKey
  readonly mine: boolean
  /** What shows only when one points at the message can wait. */
  readonly isAtRest: boolean
}

/** How far a message has come: a warning where that failed, which leads to the details (spec 2 §4, §8). */
export function DeliveryMark({ message, threadKey, mine, isAtRest }: DeliveryMarkProps) {
  const delivery = deliveryOf(message)
  if (delivery === 'failed') return <Warning message={message} threadKey={threadKey} />
  if (!mine || !isAtRest) return null
  const Icon = delivery === 'pending' ? IconCheck : IconChecks
  const label = delivery === 'pending' ? TEXT.sent : TEXT.delivered
  return (
    <span className={styles.delivered} role="img" aria-label={label} title={label}>
      <Icon size={14} stroke={2} aria-hidden="true" />
    </span>
  )
}

function Warning({ message, threadKey }: Pick<DeliveryMarkProps, 'message' | 'threadKey'>) {
  const chat = useChat<'openDialog'>()
  return (
    <Tooltip label={TEXT.deliveryFailed} multiline maw={260}>
      <button
        type="button"
        className={styles.undelivered}
        aria-label={TEXT.deliveryFailed}
        onClick={() => chat.openDialog({ kind: 'delivery-stats', thread: threadKey, messageID: message.id })}
      >
        <IconAlertTriangle size={15} stroke={2} aria-hidden="true" />
      </button>
    </Tooltip>
  )
}
