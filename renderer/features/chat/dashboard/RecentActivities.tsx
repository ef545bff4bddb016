import { UnstyledButton } from '@mantine/core'
import { IconAt, IconBell, IconMoodSmile } from '@tabler/icons-react'
import { useEffect } from 'react'
import { listTime } from '#shared/domain/chat-days.ts'
import { listPreview } from '#shared/domain/chat-preview.ts'
import { cut, NOTIFICATION_PREVIEW_LENGTH } from '#shared/domain/cut-text.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { LoadFailure } from '../../../ui/failure/LoadFailure.tsx'
import { useToday } from '../../../ui/use-now.ts'
import { useChat, useChatState } from '../chat-context.tsx'
import { SHELL_TEXT as TEXT } from '../shell-text.ts'
import { keyOf } from '../store/state.ts'
import { ThreadListSkeleton } from '../threads/ThreadListSkeleton.tsx'
import styles from './Dashboard.module.css'

/** How many fit a card. Ours. */
const SHOWN = 5

/** The newest mentions of the person and reactions to their messages (spec 2 §2). */
export function RecentActivities({ onOpen }: { onOpen: () => void }) {
  const chat = useChat<'loadActivities' | 'showMessage'>()
  const today = useToday()
  const items = useChatState((state) => state.activities)
  const load = useChatState((state) => state.activitiesLoad)
  useEffect(() => void chat.loadActivities(), [chat])
  if (load.state === 'error')
    return (
      <LoadFailure
        title={TEXT.activitiesFailed}
        reason={load.message}
        onRetry={() => void chat.loadActivities()}
      />
    )
  if (load.state !== 'ready') return <ThreadListSkeleton />
  if (items.length === 0)
    return <EmptyState icon={<IconBell size={26} stroke={1.6} />} title={TEXT.nothingHere} />
  return (
    <ul className={styles.list}>
      {items.slice(0, SHOWN).map((item) => {
        const Icon = item.kind === 'MENTION' ? IconAt : IconMoodSmile
        return (
          <li key={`${item.kind}${item.messageID}`}>
            <UnstyledButton
              className={styles.activity}
              onClick={() => {
                void chat.showMessage(keyOf(item), item.messageID)
                onOpen()
              }}
            >
              <span className={styles.sign} data-kind={item.kind}>
                <Icon size={16} stroke={1.9} aria-hidden="true" />
              </span>
              <span className={styles.text}>
                {cut(listPreview({ message: item.message, type: 'TEXT' }), NOTIFICATION_PREVIEW_LENGTH)}
              </span>
              <time dateTime={item.entryTime}>{listTime(item.entryTime, today)}</time>
            </UnstyledButton>
          </li>
        )
      })}
    </ul>
  )
}
