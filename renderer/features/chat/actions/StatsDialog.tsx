import { Loader } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ChatMessage, ChatThread, DeliveryStat } from '#shared/contract/chat-entities.ts'
import { getMessageStats } from '#shared/contract/chat-messages.ts'
import { clockTime } from '#shared/domain/chat-days.ts'
import { useServices } from '../../../services/context.tsx'
import { reasonOf } from '../../../services/http/api-client.ts'
import { PersonAvatar } from '../../../ui/PersonAvatar.tsx'
import { Problem } from '../../../ui/Problem.tsx'
import type { ChatDialogProps } from '../dialogs/dialog-props.ts'
import { QuotedMessage } from './ConfirmDialog.tsx'
import styles from './Dialogs.module.css'
import { MessageDialog } from './MessageDialog.tsx'
import { TEXT } from './text.ts'

/** How far a message has come with each of its readers (spec 2 §2, §7). */
export function StatsDialog({ dialog, onClose }: ChatDialogProps<'delivery-stats'>) {
  return (
    <MessageDialog title={TEXT.deliveryStats} dialog={dialog} onClose={onClose}>
      {({ message, thread }) => (
        <>
          <QuotedMessage message={message} />
          <Stats message={message} thread={thread} />
        </>
      )}
    </MessageDialog>
  )
}

function Stats({ message, thread }: { message: ChatMessage; thread: ChatThread }) {
  const { api } = useServices()
  const { source, sourceID } = thread
  const stats = useQuery({
    queryKey: ['chat-message-stats', message.id, message.overallStatus],
    gcTime: 0,
    queryFn: ({ signal }) =>
      api.call(getMessageStats, { id: message.id, source, sourceID }, { quiet: true, signal }),
  })
  if (stats.isPending) return <Loader size="sm" aria-label={TEXT.deliveryStats} />
  if (stats.isError) return <Problem>{reasonOf(stats.error)}</Problem>
  if (stats.data.length === 0)
    return (
      <p className={styles.warning} role="alert">
        <IconAlertTriangle size={18} stroke={1.8} aria-hidden="true" />
        {TEXT.noStats}
      </p>
    )
  return <StatList stats={stats.data} />
}

const ORDER = ['FAILED', 'READ', 'DELIVERED', 'SENT'] as const

function StatList({ stats }: { stats: readonly DeliveryStat[] }) {
  const counts = ORDER.map((status) => ({
    status,
    count: stats.filter((one) => one.status === status).length,
  })).filter(({ count }) => count > 0)
  const sorted = stats.toSorted((a, b) => ORDER.indexOf(a.status) - ORDER.indexOf(b.status))
  return (
    <>
      <p className={styles.summary}>
        {counts.map(({ status, count }) => (
          <span key={status} className={styles.status} data-status={status}>
            {TEXT.deliveryStatuses[status]} {count}
          </span>
        ))}
      </p>
      <ul className={styles.people} aria-label={TEXT.deliveryStats}>
        {sorted.map(({ userID, userName, channel, status, time }) => (
          <li key={`${userID}/${channel}`} className={styles.person}>
            <PersonAvatar userID={userID} name={userName} size={30} />
            <span className={styles.who}>
              {userName}
              <small>
                {TEXT.deliveryChannels[channel]}
                {time === null ? '' : ` · ${TEXT.readAt(clockTime(time))}`}
              </small>
            </span>
            <span className={styles.status} data-status={status}>
              {TEXT.deliveryStatuses[status]}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
