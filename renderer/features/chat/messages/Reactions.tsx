import { Tooltip, UnstyledButton } from '@mantine/core'
import type { ChatMessage } from '#shared/contract/chat-entities.ts'
import { REACTIONS } from '#shared/domain/chat.ts'
import { useChat, useChatState } from '../chat-context.tsx'
import type { ThreadKey } from '../store/state.ts'
import styles from './MessageRow.module.css'

interface ReactionsProps {
  readonly message: ChatMessage
  readonly threadKey: ThreadKey
  readonly mine: boolean
}

/** The reactions to a message and whose they are; one's own messages' can only be looked at (spec 2 §6). */
export function Reactions({ message, threadKey, mine }: ReactionsProps) {
  const chat = useChat<'react'>()
  const myName = useChatState((state) => state.me.name)
  return (
    <div className={styles.reactions}>
      {REACTIONS.filter(({ count }) => message[count] > 0).map(({ type, emoji, label, count, names }) => {
        const given = message[names].includes(myName)
        const who = message[names].join(', ')
        return (
          <Tooltip key={type} label={who} disabled={who === ''} multiline maw={240}>
            <UnstyledButton
              className={styles.chip}
              aria-label={`${label}, ${message[count]}${who ? `: ${who}` : ''}`}
              aria-pressed={given}
              aria-disabled={mine}
              onClick={() => (mine ? undefined : void chat.react(threadKey, message, type))}
            >
              <span aria-hidden="true">{emoji}</span>
              <span>{message[count]}</span>
            </UnstyledButton>
          </Tooltip>
        )
      })}
    </div>
  )
}
