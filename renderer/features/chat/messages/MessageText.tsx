import { type MouseEvent, useMemo } from 'react'
import { messageParts } from '#shared/domain/chat-parts.ts'
import { type MessagePlace, readPermalink } from '#shared/domain/chat-permalink.ts'
import { AssetChip } from '../actions/AssetChip.tsx'
import { linkOrigin, openPlace } from '../actions/permalinks.ts'
import { useChat, useChatState } from '../chat-context.tsx'
import { threadOf } from '../store/core.ts'
import { keyOf, type ThreadKey } from '../store/state.ts'
import { linkParts } from './links.ts'
import styles from './MessageRow.module.css'
import { TEXT } from './text.ts'

interface MessageTextProps {
  readonly text: string
  /** The conversation that the message is in. */
  readonly threadKey?: ThreadKey
}

/** A message's text with its mentions, tags and links. Never HTML: what people write stays text. */
export function MessageText({ text, threadKey = '' }: MessageTextProps) {
  const parts = useMemo(() => messageParts(text), [text])
  let position = 0
  return parts.map((part) => {
    const key = position++
    if (part.kind === 'text') return <Linked key={key} text={part.text} />
    if (part.kind === 'asset') return <AssetChip key={key} asset={part} threadKey={threadKey} />
    return <Mention key={key} userID={part.id} name={part.name} />
  })
}

function Mention({ userID, name }: { userID: number; name: string }) {
  const isMe = useChatState(({ me }) => userID === me.id || userID === 0)
  return (
    <bdi className={styles.mention} data-me={isMe}>
      @{name}
    </bdi>
  )
}

function Linked({ text }: { text: string }) {
  const parts = linkParts(text)
  // Most messages are words alone: those need no element of their own.
  if (parts.length === 1 && parts[0]?.kind === 'text') return text
  let position = 0
  return parts.map((part) => {
    const key = position++
    if (part.kind === 'text') return <span key={key}>{part.text}</span>
    const place = readPermalink(linkOrigin(window), part.href)
    if (place) return <MessageLink key={key} href={part.href} text={part.text} place={place} />
    return (
      <a key={key} className={styles.link} href={part.href} target="_blank" rel="noopener noreferrer">
        {part.text}
      </a>
    )
  })
}

/** A link to a message opens it here, unless another tab or window is asked for. */
function MessageLink({ href, text, place }: { href: string; text: string; place: MessagePlace }) {
  const chat = useChat<'openSection' | 'showMessage'>()
  const label = useChatState((state) => threadOf(state, keyOf(place))?.displayLabel)
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    void openPlace(chat, place)
  }
  return (
    <a className={styles.link} href={href} target="_blank" rel="noopener noreferrer" onClick={open}>
      {label === undefined ? text : TEXT.linkTo(label)}
    </a>
  )
}
