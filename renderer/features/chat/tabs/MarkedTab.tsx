import { IconPin, IconSpeakerphone } from '@tabler/icons-react'
import type { ChatMessage } from '#shared/contract/chat-entities.ts'
import { clockTime, datePeriod } from '#shared/domain/chat-days.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { LoadFailure } from '../../../ui/failure/LoadFailure.tsx'
import { useToday } from '../../../ui/use-now.ts'
import { useChat } from '../chat-context.tsx'
import { FoundMessage } from '../search/FoundMessage.tsx'
import { ResultSkeletons } from '../search/ResultSkeletons.tsx'
import { useResultKeys } from '../search/use-result-keys.ts'
import type { ThreadKey } from '../store/state.ts'
import styles from './Tabs.module.css'
import { TEXT } from './text.ts'
import { useMessageList } from './use-message-list.ts'

const KINDS = {
  pinned: { Icon: IconPin, empty: TEXT.noPinned, failed: TEXT.pinnedFailed },
  broadcasts: { Icon: IconSpeakerphone, empty: TEXT.noBroadcasts, failed: TEXT.broadcastsFailed },
} as const

interface MarkedTabProps {
  readonly threadKey: ThreadKey
  readonly kind: keyof typeof KINDS
}

/** The pinned messages, or the broadcasts, of a conversation (spec 2 §2). Each opens in its context. */
export function MarkedTab({ threadKey, kind }: MarkedTabProps) {
  const chat = useChat<'loadMessageList' | 'showMessage'>()
  const { load, items } = useMessageList(threadKey, kind)
  const { frame, onKeyDown } = useResultKeys<HTMLUListElement>()
  const { Icon, empty, failed } = KINDS[kind]
  if (load.state === 'error')
    return (
      <LoadFailure
        title={failed}
        reason={load.message}
        onRetry={() => void chat.loadMessageList(threadKey, kind)}
      />
    )
  if (load.state !== 'ready') return <ResultSkeletons />
  if (items.length === 0) return <EmptyState icon={<Icon size={26} stroke={1.6} />} title={empty} />
  return (
    <ul ref={frame} className={styles.list} onKeyDown={onKeyDown}>
      {items.map((message) => (
        <li key={message.id}>
          <FoundMessage
            data-result
            message={message}
            note={<Mark message={message} kind={kind} />}
            onClick={() => void chat.showMessage(threadKey, message.id)}
          />
        </li>
      ))}
    </ul>
  )
}

/** When it was pinned; who made it a broadcast, where that wasn't its author. */
function Mark({ message, kind }: { message: ChatMessage; kind: keyof typeof KINDS }) {
  const today = useToday()
  const { broadcastUserID, broadcastUsername, userID, pinnedTime, entryTime } = message
  if (kind === 'broadcasts' && (broadcastUserID === userID || broadcastUsername === null)) return null
  const at = pinnedTime ?? entryTime
  const { Icon } = KINDS[kind]
  return (
    <span className={styles.note}>
      <Icon size={13} stroke={1.9} aria-hidden="true" />
      {kind === 'broadcasts'
        ? TEXT.broadcastFrom(broadcastUsername ?? '')
        : TEXT.pinnedAt(`${datePeriod(at, today)}, ${clockTime(at)}`)}
    </span>
  )
}
