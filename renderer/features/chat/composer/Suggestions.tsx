import { CloseButton, UnstyledButton } from '@mantine/core'
import styles from './Composer.module.css'
import { TEXT } from './text.ts'

interface SuggestionsProps {
  readonly replies: readonly string[]
  readonly onPick: (reply: string) => void
  readonly onClose: () => void
}

/** Answers to choose from; the chosen one is put into the composer and not sent. */
export function Suggestions({ replies, onPick, onClose }: SuggestionsProps) {
  if (replies.length === 0) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form's fields
    <div className={styles.suggestions} role="group" aria-label={TEXT.suggestedReplies}>
      {replies.map((reply) => (
        <UnstyledButton key={reply} className={styles.suggestion ?? ''} onClick={() => onPick(reply)}>
          {reply}
        </UnstyledButton>
      ))}
      <CloseButton size="sm" aria-label={TEXT.dismiss} onClick={onClose} />
    </div>
  )
}
