import { Tooltip } from '@mantine/core'
import type { ChatMember } from '#shared/contract/chat-entities.ts'
import { READER_AVATARS } from '#shared/domain/chat.ts'
import { PersonAvatar } from '../../../ui/PersonAvatar.tsx'
import styles from './ConversationHeader.module.css'

/** Who has read the newest message: the first 9, then how many more (spec 2 §5). */
export function Readers({ people }: { people: readonly ChatMember[] }) {
  if (people.length === 0) return null
  const names = `Read by ${people.map(({ userName }) => userName).join(', ')}`
  const more = people.length - READER_AVATARS
  return (
    <Tooltip label={names} multiline maw={280} position="bottom-end" openDelay={200}>
      <span className={styles.readers} role="img" aria-label={names}>
        {people.slice(0, READER_AVATARS).map(({ userID, userName }) => (
          <PersonAvatar key={userID} userID={userID} name={userName} size={22} />
        ))}
        {more > 0 ? <span className={styles.more}>+{more}</span> : null}
      </span>
    </Tooltip>
  )
}
