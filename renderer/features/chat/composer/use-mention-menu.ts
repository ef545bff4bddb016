import { type KeyboardEvent, type RefObject, type SyntheticEvent, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ChatMember, ChatThread } from '#shared/contract/chat-entities.ts'
import { useChatState } from '../chat-context.tsx'
import type { ThreadKey } from '../store/state.ts'
import { type MentionCandidate, mentionCandidates } from './mention-candidates.ts'
import { type MentionText, mentionQuery, withMention } from './mention-text.ts'

const NOBODY: readonly ChatMember[] = []

interface MentionMenuInput {
  readonly threadKey: ThreadKey
  readonly thread: ChatThread
  readonly value: MentionText
  readonly change: (next: MentionText) => void
  readonly input: RefObject<HTMLTextAreaElement | null>
}

/** Offers members while a mention is typed; arrow keys choose, Enter and Tab take, Escape closes. */
export function useMentionMenu({ threadKey, thread, value, change, input }: MentionMenuInput) {
  const members = useChatState((state) => state.members[threadKey]) ?? NOBODY
  const myID = useChatState((state) => state.me.id)
  const [caret, setCaret] = useState<number | null>(null)
  /** The start of the mention that the person doesn't want help with. */
  const [closedAt, setClosedAt] = useState<number | null>(null)
  const [index, setIndex] = useState(0)
  const id = useId()
  const query = caret === null ? null : mentionQuery(value, caret)
  const candidates =
    query === null || query.start === closedAt
      ? []
      : mentionCandidates(members, query.term, { direct: thread.partnerID !== 0, myID })
  const open = candidates.length > 0
  const active = Math.min(index, candidates.length - 1)

  const pick = (candidate: MentionCandidate) => {
    if (!query) return
    const result = withMention(value, query, candidate)
    // The caret can only be placed in the text that is there.
    flushSync(() => {
      change(result.value)
      setCaret(result.caret)
      setIndex(0)
    })
    input.current?.focus()
    input.current?.setSelectionRange(result.caret, result.caret)
  }

  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (!open || event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return false
    const candidate = candidates[active]
    if (event.key === 'ArrowDown') setIndex((active + 1) % candidates.length)
    else if (event.key === 'ArrowUp') setIndex((active + candidates.length - 1) % candidates.length)
    else if (event.key === 'Escape') setClosedAt(query?.start ?? null)
    else if ((event.key === 'Enter' || event.key === 'Tab') && candidate) pick(candidate)
    else return false
    event.preventDefault()
    return true
  }

  return {
    id,
    open,
    candidates,
    active,
    pick,
    setIndex,
    onKeyDown,
    close: () => setCaret(null),
    onSelect(event: SyntheticEvent<HTMLTextAreaElement>) {
      const { selectionStart, selectionEnd } = event.currentTarget
      const next = selectionStart === selectionEnd ? selectionStart : null
      if (next !== caret) setIndex(0)
      setCaret(next)
      if (
        next === null ||
        mentionQuery({ text: event.currentTarget.value, mentions: [] }, next)?.start !== closedAt
      )
        setClosedAt(null)
    },
    inputProps: {
      'aria-autocomplete': 'list',
      'aria-controls': open ? id : undefined,
      'aria-activedescendant': open ? `${id}-${active}` : undefined,
    } as const,
  }
}
