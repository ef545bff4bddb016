import { Tooltip } from '@mantine/core'
import { READER_AVATARS } from '#shared/domain/chat.ts'
import { PersonAvatar } from '../../../ui/PersonAvatar.tsx'
import { useChatState } from '../chat-context.tsx'
import type { ChatPerson, ThreadKey } from '../store/state.ts'
import styles from './ConversationHeader.module.css'
import { readersOf } from './thread-labels.ts'

const NOBODY: readonly ChatPerson[] = []

/** Who has read the newest message: the first 9, then how many more (spec 2 §5). */
export function Readers({ threadKey }: { threadKey: ThreadKey }) {
  const members = useChatState((state) => state.members[threadKey]) ?? NOBODY
  const newest = useChatState((state) => state.conversations[threadKey]?.messages.at(-1)?.entryTime)
  const myID = useChatState((state) => state.me.id)
  const people = readersOf(members, newest, myID)
  if (people.length === 0) return null
  const names = `Read by ${people.map(({ userName }) => userName).join(', ')}`
  const more = people.length - READER_AVATARS
  return (
    <Tooltip label={names} multiline maw={280} position="bottom-end" openDelay={200}>
      <span className={styles.readers} role="img" aria-label={names}>
        {people.slice(0, READER_AVATARS).map(({ userID, userName }) => (
          <PersonAvatar key={userID} userID={userID} name={userName} size={26} />
        ))}
        {more > 0 ? <span className={styles.more}>+{more}</span> : null}
      </span>
    </Tooltip>
  )
}
