import { ActionIcon, Textarea } from '@mantine/core'
import { IconSend2 } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { ChatThread } from '#shared/contract/chat-entities.ts'
import { useChat, useChatState } from '../chat-context.tsx'
import { isSending } from '../store/echo.ts'
import type { ThreadKey } from '../store/state.ts'
import { TEXT } from '../text.ts'
import styles from './Composer.module.css'
import { MentionMenu } from './MentionMenu.tsx'
import { EMPTY_TEXT, edited, fromMarkup, type MentionText, toMarkup } from './mention-text.ts'
import { ReplyBar } from './ReplyBar.tsx'
import { useMentionMenu } from './use-mention-menu.ts'

interface ComposerProps {
  readonly threadKey: ThreadKey
  readonly thread: ChatThread
  /** Whether it has the focus as soon as it shows. */
  readonly takesFocus?: boolean
}

/** Where a message is written. Enter sends; Shift+Enter and Ctrl+Enter don't (spec 2 §5). */
export function Composer({ threadKey, thread, takesFocus = true }: ComposerProps) {
  const chat = useChat()
  const hub = useChatState((state) => state.hub)
  const busy = useChatState((state) => isSending(state.echoes, threadKey))
  const reply = useChatState((state) => state.replies[threadKey])
  const [value, setValue] = useState<MentionText>(() => fromMarkup(chat.draftOf(threadKey)))
  const input = useRef<HTMLTextAreaElement>(null)
  const change = (next: MentionText) => {
    setValue(next)
    chat.saveDraft(threadKey, toMarkup(next))
  }
  const mention = useMentionMenu({ threadKey, thread, value, change, input })
  useEffect(() => {
    if (!takesFocus) return
    const element = input.current
    element?.focus({ preventScroll: true })
    element?.setSelectionRange(element.value.length, element.value.length)
  }, [takesFocus])
  const replyID = reply?.id
  useEffect(() => {
    if (replyID !== undefined) input.current?.focus()
  }, [replyID])

  const send = () => {
    if (chat.send(toMarkup(value))) setValue(EMPTY_TEXT)
    input.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // While an input method composes, Enter and the arrows are its own.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return
    if (mention.onKeyDown(event)) return
    if (event.key === 'Escape' && reply) chat.clearReply(threadKey)
    if (event.key !== 'Enter' || event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    send()
  }

  return (
    <div className={styles.composer}>
      <MentionMenu menu={mention} />
      <div className={styles.box}>
        {reply ? <ReplyBar quote={reply} onClear={() => chat.clearReply(threadKey)} /> : null}
        <div className={styles.line}>
          <Textarea
            ref={input}
            className={styles.field ?? ''}
            variant="unstyled"
            autosize
            minRows={1}
            maxRows={8}
            aria-label={TEXT.placeholder}
            placeholder={TEXT.placeholder}
            value={value.text}
            {...mention.inputProps}
            onChange={(event) => {
              const { value: text, selectionStart } = event.currentTarget
              change(edited(value, text, selectionStart))
              chat.keystroke()
            }}
            onSelect={mention.onSelect}
            onKeyDown={onKeyDown}
            onBlur={mention.close}
          />
          <ActionIcon
            className={styles.send ?? ''}
            size={34}
            radius="md"
            variant="filled"
            aria-label={TEXT.send}
            loading={hub !== 'connected'}
            disabled={hub !== 'connected' || busy || value.text.trim() === ''}
            onClick={send}
          >
            <IconSend2 size={18} stroke={1.8} />
          </ActionIcon>
        </div>
      </div>
    </div>
  )
}
