import { UnstyledButton } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import type { ChatMessage } from '#shared/contract/chat-entities.ts'
import { clockTime, datePeriod, listTime } from '#shared/domain/chat-days.ts'
import { PersonAvatar } from '../../../ui/PersonAvatar.tsx'
import { useToday } from '../../../ui/use-now.ts'
import { highlightParts, snippetOf } from './highlight.ts'
import { readable } from './readable.ts'
import styles from './Search.module.css'

interface FoundMessageProps extends Omit<ComponentProps<typeof UnstyledButton<'button'>>, 'children'> {
  readonly message: ChatMessage
  /** What was searched for; '' where the message is listed for another reason. */
  readonly term?: string
  /** A line of its own above the text. */
  readonly note?: ReactNode
}

/** A message outside of its conversation: who, when, what. Pressing it opens it in its context. */
export function FoundMessage({ message, term = '', note, ...button }: FoundMessageProps) {
  const today = useToday()
  return (
    <UnstyledButton {...button} className={styles.found}>
      <PersonAvatar userID={message.userID} name={message.userName} size={32} />
      <span className={styles.body}>
        <span className={styles.head}>
          <strong>{message.userName}</strong>
          <time
            dateTime={message.entryTime}
            title={`${datePeriod(message.entryTime, today)}, ${clockTime(message.entryTime)}`}
          >
            {listTime(message.entryTime, today)}
          </time>
        </span>
        {note}
        <span className={styles.text}>
          <Highlighted text={snippetOf(readable(message), term)} term={term} />
        </span>
      </span>
    </UnstyledButton>
  )
}

/** A text in which the words searched for stand out. */
function Highlighted({ text, term }: { text: string; term: string }) {
  let position = 0
  return highlightParts(text, term).map((part) => {
    const key = position++
    return part.hit ? (
      <mark key={key} className={styles.mark}>
        {part.text}
      </mark>
    ) : (
      <span key={key}>{part.text}</span>
    )
  })
}
