import { CloseButton } from '@mantine/core'
import type { ReplyQuote } from '#shared/contract/chat-entities.ts'
import { quoteText } from '../messages/Quote.tsx'
import styles from './Composer.module.css'
import { TEXT } from './text.ts'

/** What is being replied to, above the text; can be cleared (spec 2 §4). */
export function ReplyBar({ quote, onClear }: { quote: ReplyQuote; onClear: () => void }) {
  return (
    <div className={styles.reply}>
      <div className={styles.replyText}>
        <strong>Replying to {quote.userName}</strong>
        <span>{quoteText(quote)}</span>
      </div>
      <CloseButton size="sm" aria-label={TEXT.clearReply} onClick={onClear} />
    </div>
  )
}
