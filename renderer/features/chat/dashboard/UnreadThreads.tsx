import { UnstyledButton } from '@mantine/core'
import { IconChecks } from '@tabler/icons-react'
import { useMemo } from 'react'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { LoadFailure } from '../../../ui/failure/LoadFailure.tsx'
import { useToday } from '../../../ui/use-now.ts'
import { useChat, useChatState } from '../chat-context.tsx'
import { usePartnersOnline } from '../people/use-online.ts'
import { SHELL_TEXT as TEXT } from '../shell-text.ts'
import { keyOf } from '../store/state.ts'
import { selectNamesakes } from '../threads/namesakes.ts'
import { ThreadListSkeleton } from '../threads/ThreadListSkeleton.tsx'
import { ThreadRow } from '../threads/ThreadRow.tsx'
import styles from './Dashboard.module.css'

/** Rows of a card (spec 4 §4.1); the button below opens the rest. */
const SHOWN = 5

/** The conversations with unread messages, newest first. `onOpen` is told once one has been selected. */
export function UnreadThreads({ onOpen }: { onOpen: () => void }) {
  const chat = useChat<'loadThreads' | 'select' | 'setListFilter'>()
  const today = useToday()
  const threads = useChatState((state) => state.threads)
  const load = useChatState((state) => state.threadsLoad)
  const myID = useChatState((state) => state.me.id)
  const apart = useChatState(selectNamesakes)
  const online = usePartnersOnline()
  const unread = useMemo(() => threads.filter((thread) => thread.unread > 0 && !thread.isArchive), [threads])
  if (load.state === 'error')
    return (
      <LoadFailure title={TEXT.chatsFailed} reason={load.message} onRetry={() => void chat.loadThreads()} />
    )
  if (load.state !== 'ready') return <ThreadListSkeleton />
  if (unread.length === 0)
    return <EmptyState icon={<IconChecks size={26} stroke={1.6} />} title={TEXT.allRead} />
  const open = (key: string) => {
    chat.select(key)
    onOpen()
  }
  return (
    <div>
      <ul className={styles.list}>
        {unread.slice(0, SHOWN).map((thread) => (
          <li key={keyOf(thread)}>
            <ThreadRow
              rowKey={keyOf(thread)}
              thread={thread}
              apart={apart.get(keyOf(thread))}
              today={today}
              mine={thread.senderID === myID}
              online={online(thread)}
              selected={false}
              tabIndex={0}
              onOpen={open}
            />
          </li>
        ))}
      </ul>
      {unread.length > SHOWN ? (
        <UnstyledButton
          className={styles.more}
          onClick={() => {
            chat.setListFilter('Unread')
            onOpen()
          }}
        >
          {unread.length - SHOWN} more unread
        </UnstyledButton>
      ) : null}
    </div>
  )
}
