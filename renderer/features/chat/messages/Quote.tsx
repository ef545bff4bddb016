import { UnstyledButton } from '@mantine/core'
import type { ReplyQuote } from '#shared/contract/chat-entities.ts'
import { REPLY_PREVIEW_LENGTH } from '#shared/domain/chat.ts'
import { listPreview } from '#shared/domain/chat-preview.ts'
import { cut } from '#shared/domain/cut-text.ts'
import styles from './MessageRow.module.css'

/** What is replied to, cut at 120 characters (spec 2 §4). */
export function quoteText(quote: ReplyQuote): string {
  return cut(listPreview(quote), REPLY_PREVIEW_LENGTH)
}

/** The quote above a reply; leads to the message where it is loaded. */
export function Quote({ quote, onJump }: { quote: ReplyQuote; onJump: (messageID: number) => void }) {
  return (
    <UnstyledButton className={styles.quote} onClick={() => onJump(quote.id)}>
      <span className="visually-hidden">Reply to </span>
      <strong>{quote.userName}</strong> <span>{quoteText(quote)}</span>
    </UnstyledButton>
  )
}
