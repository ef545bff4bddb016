import { ActionIcon, Tooltip } from '@mantine/core'
import { IconArrowLeft, IconLockSquareRounded } from '@tabler/icons-react'
import { useServices, useSession } from '../../../services/context.tsx'
import { useChatState } from '../chat-context.tsx'
import { MeetingActions } from '../meetings/MeetingActions.tsx'
import { useChatMode } from '../modes/mode-context.tsx'
import { OpenRecordButton } from '../modes/OpenRecordButton.tsx'
import { useOnline } from '../people/use-online.ts'
import { keyOf, type ThreadFrame } from '../store/state.ts'
import { ThreadAvatar } from '../threads/ThreadAvatar.tsx'
import styles from './ConversationHeader.module.css'
import { Readers } from './Readers.tsx'
import { TEXT } from './text.ts'
import { membersLabel, typingLabel } from './thread-labels.ts'

/** Whose conversation it is, who is there or typing, and who has read the newest message. */
export function ConversationHeader({ thread, onBack }: { thread: ThreadFrame; onBack?: () => void }) {
  const key = keyOf(thread)
  const online = useOnline()
  const isPartnerOnline = online.has(thread.partnerID)
  const isOnlyBar = useChatMode().name === 'FULL_MOBILE'

  return (
    <header className={styles.header} data-top-bar={isOnlyBar || undefined}>
      {onBack ? (
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={TEXT.back} onClick={onBack}>
          <IconArrowLeft size={20} stroke={1.8} />
        </ActionIcon>
      ) : null}
      <ThreadAvatar thread={thread} size={36} online={isPartnerOnline} />
      <div className={styles.text}>
        <h2>{thread.displayLabel}</h2>
        <Presence thread={thread} online={online} />
      </div>
      <Readers threadKey={key} />
      <div className={styles.actions}>
        <OpenRecordButton thread={thread} />
        <VaultButton thread={thread} />
        <MeetingActions thread={thread} />
      </div>
    </header>
  )
}

/** To the vault of a project's people (spec 3 §2). */
function VaultButton({ thread: { source, sourceID, displayLabel: name } }: { thread: ThreadFrame }) {
  const { dialogs } = useServices()
  const { opensRecord } = useChatMode()
  const mayUse = useSession(({ permissions }) => permissions.can('CAN_USE_VAULT'))
  if (source !== 'PROJECT' || !opensRecord || !mayUse) return null
  return (
    <Tooltip label={TEXT.vault} openDelay={400}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={TEXT.vault}
        onClick={() => dialogs.open('vault', { source, sourceID, name })}
      >
        <IconLockSquareRounded size={20} stroke={1.7} />
      </ActionIcon>
    </Tooltip>
  )
}

/** Who is there, or typing. By itself: somebody's typing doesn't draw the whole header. */
function Presence({ thread, online }: { thread: ThreadFrame; online: ReadonlySet<number> }) {
  const key = keyOf(thread)
  const members = useChatState((state) => state.members[key])
  const typing = useChatState((state) => state.typing[key])
  const typingText = typingLabel(typing ?? [])
  const presence =
    thread.partnerID === 0
      ? members
        ? membersLabel(members, online)
        : ''
      : online.has(thread.partnerID)
        ? TEXT.online
        : TEXT.offline
  return (
    <p data-typing={typingText !== null}>
      <span role="status">{typingText}</span>
      {typingText === null ? presence : null}
      {typingText === null && thread.displayGroupLabel ? (
        <span className={styles.group}> · {thread.displayGroupLabel}</span>
      ) : null}
    </p>
  )
}
