import { textParts } from '#shared/domain/chat.ts'
import { useChatState } from '../chat-context.tsx'
import { linkParts } from './links.ts'
import styles from './MessageRow.module.css'

/** A message's text with its mentions and links. Never HTML: what people write stays text. */
export function MessageText({ text }: { text: string }) {
  const myID = useChatState((state) => state.me.id)
  let position = 0
  return textParts(text).map((part) => {
    const key = position++
    if (part.kind === 'text') return <Linked key={key} text={part.text} />
    return (
      <span key={key} className={styles.mention} data-me={part.id === myID || part.id === 0}>
        @{part.name}
      </span>
    )
  })
}

function Linked({ text }: { text: string }) {
  let position = 0
  return linkParts(text).map((part) => {
    const key = position++
    if (part.kind === 'text') return <span key={key}>{part.text}</span>
    return (
      <a key={key} className={styles.link} href={part.href} target="_blank" rel="noopener noreferrer">
        {part.text}
      </a>
    )
  })
}
