import type { KeyboardEvent } from 'react'
import type { ChatMessage } from '#shared/contract/chat-entities.ts'
import { REACTIONS } from '#shared/domain/chat.ts'
import { useChat, useChatState } from '../chat-context.tsx'
import type { ThreadKey } from '../store/state.ts'
import styles from './MessageMenu.module.css'
import { TEXT } from './text.ts'

interface ReactionPickerProps {
  readonly threadKey: ThreadKey
  readonly message: ChatMessage
  readonly onDone: () => void
  /** Inside a menu, whose items are all menu items. */
  readonly inMenu?: boolean
}

/** The reactions as a row; the one that was given is pressed, and taken back by the same again. */
export function ReactionPicker({ threadKey, message, onDone, inMenu = false }: ReactionPickerProps) {
  const chat = useChat<'react'>()
  const myName = useChatState((state) => state.me.name)
  return (
    <fieldset className={styles.picker} aria-label={TEXT.react} onKeyDown={moveAlong}>
      {REACTIONS.map(({ type, emoji, label, names }) => (
        <button
          key={type}
          type="button"
          className={styles.reaction}
          aria-label={label}
          data-given={message[names].includes(myName)}
          {...(inMenu
            ? { role: 'menuitemcheckbox', 'aria-checked': message[names].includes(myName) }
            : { 'aria-pressed': message[names].includes(myName) })}
          title={label}
          onClick={() => {
            void chat.react(threadKey, message, type)
            onDone()
          }}
        >
          <span aria-hidden="true">{emoji}</span>
        </button>
      ))}
    </fieldset>
  )
}

/** Left and right go from one button of a row to the next. */
export function moveAlong(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
  if (step === 0) return
  const buttons = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('button')]
  const at = buttons.indexOf(event.target as HTMLButtonElement)
  const next = buttons[(at + step + buttons.length) % buttons.length]
  if (at < 0 || !next) return
  event.preventDefault()
  event.stopPropagation()
  next.focus()
}
