import { IconArrowBackUp, IconDots } from '@tabler/icons-react'
import type { KeyboardEvent, MouseEvent } from 'react'
import type { ChatMessage } from '#shared/contract/chat-entities.ts'
import { REACTIONS } from '#shared/domain/chat.ts'
import { moveAlong } from '../actions/ReactionPicker.tsx'
import { useChat } from '../chat-context.tsx'
import type { ThreadKey } from '../store/state.ts'
import styles from './MessageRow.module.css'
import { TEXT } from './text.ts'

interface MessageToolbarProps {
  readonly threadKey: ThreadKey
  readonly message: ChatMessage
  readonly mine: boolean
  /** Opens the menu with everything, below that button. */
  readonly onMore: (button: HTMLElement) => void
}

/**
 * What is done most with a message: react to somebody else's, reply, and the way to the rest (spec 2 §6). Shows
 * on hover and focus. It is one stop of the Tab key: arrow keys go along the buttons, and up and down from
 * message to message. Plain buttons, since every row has eight.
 */
export function MessageToolbar({ threadKey, message, mine, onMore }: MessageToolbarProps) {
  const chat = useChat<'react' | 'setReply'>()
  const reactions = mine ? [] : REACTIONS
  return (
    <div
      className={styles.toolbar}
      role="toolbar"
      aria-label={`Message by ${message.userName}`}
      onKeyDown={(event) => {
        moveAlong(event)
        moveToNextMessage(event)
      }}
    >
      {reactions.map(({ type, emoji, label }) => (
        <button
          key={type}
          type="button"
          tabIndex={-1}
          data-reaction
          aria-label={label}
          title={label}
          onClick={() => void chat.react(threadKey, message, type)}
        >
          <span className={styles.emoji} aria-hidden="true">
            {emoji}
          </span>
        </button>
      ))}
      <button
        type="button"
        aria-label={TEXT.reply}
        title={TEXT.reply}
        onClick={() => chat.setReply(threadKey, message)}
      >
        <IconArrowBackUp size={18} stroke={1.8} aria-hidden="true" />
      </button>
      <button
        type="button"
        tabIndex={-1}
        aria-label={TEXT.moreActions}
        title={TEXT.moreActions}
        aria-haspopup="menu"
        onClick={(event: MouseEvent<HTMLElement>) => onMore(event.currentTarget)}
      >
        <IconDots size={18} stroke={1.8} aria-hidden="true" />
      </button>
    </div>
  )
}

/** Up and down go to the same button of the message before or after, or its last one. */
function moveToNextMessage(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  const log = step === 0 ? null : event.currentTarget.closest('[role="log"]')
  if (!log) return
  const toolbars = [...log.querySelectorAll<HTMLElement>('article > [role="toolbar"]')]
  const next = toolbars[toolbars.indexOf(event.currentTarget) + step]
  if (!next) return
  event.preventDefault()
  const name = (event.target as HTMLElement).getAttribute('aria-label')
  const buttons = [...next.querySelectorAll('button')]
  const button = buttons.find((one) => one.getAttribute('aria-label') === name) ?? buttons.at(-1)
  button?.focus({ preventScroll: true })
  next.closest('article')?.scrollIntoView({ block: 'nearest' })
}
