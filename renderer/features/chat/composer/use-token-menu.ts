import { type KeyboardEvent, type RefObject, type SyntheticEvent, useId, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { useChatState } from '../chat-context.tsx'
import { useEmojiSearch } from '../emoji/use-emoji-search.ts'
import { type ChatPerson, keyOf, type ThreadFrame } from '../store/state.ts'
import { mentionCandidates } from './mention-candidates.ts'
import { assetQuery, emojiQuery, type MentionText, mentionQuery, type TokenQuery } from './mention-text.ts'
import { assetEntry, emojiEntry, type MenuEntry, personEntry } from './menu-entries.ts'
import { useAssetSearch } from './use-asset-search.ts'
import { useListedPeople } from './use-listed-people.ts'

const NOBODY: readonly ChatPerson[] = []

interface TokenMenuInput {
  readonly thread: ThreadFrame
  readonly value: MentionText
  readonly change: (next: MentionText) => void
  readonly input: RefObject<HTMLTextAreaElement | null>
}

type Asked = TokenQuery & { readonly sign: '@' | '#' | ':' }

/** What is being asked for before the caret: a person, an asset or an emoji. */
function asked(value: MentionText, caret: number | null): Asked | null {
  if (caret === null) return null
  const person = mentionQuery(value, caret)
  if (person) return { ...person, sign: '@' }
  const emoji = emojiQuery(value, caret)
  if (emoji) return { ...emoji, sign: ':' }
  const asset = assetQuery(value, caret)
  return asset && { ...asset, sign: '#' }
}

/**
 * Offers people after an @, assets after a #, emoji after a colon; arrow keys choose, Enter and Tab
 * take, Escape closes.
 */
export function useTokenMenu({ thread, value, change, input }: TokenMenuInput) {
  const members = useChatState((state) => state.members[keyOf(thread)]) ?? NOBODY
  const myID = useChatState((state) => state.me.id)
  const [caret, setCaret] = useState<number | null>(null)
  /** The start of what the person doesn't want help with. */
  const [closedAt, setClosedAt] = useState<number | null>(null)
  const [index, setIndex] = useState(0)
  const id = useId()
  const query = asked(value, caret)
  const wanted = query === null || query.start === closedAt ? null : query
  const assets = useAssetSearch(wanted?.sign === '#' ? wanted.term : null)
  const emoji = useEmojiSearch(wanted?.sign === ':' ? wanted.term : null)
  const direct = thread.partnerID !== 0
  const people = wanted?.sign === '@' ? wanted.term : null
  const listed = useListedPeople(thread, people)
  const entries = useMemo((): readonly MenuEntry[] => {
    if (people !== null)
      return mentionCandidates(listed ?? members, people, { direct, myID }).map(personEntry)
    return [...assets.map(assetEntry), ...emoji.found.map(emojiEntry)]
  }, [people, listed, members, direct, myID, assets, emoji.found])
  const open = wanted !== null && entries.length > 0
  const active = Math.min(index, entries.length - 1)

  const pick = (entry: MenuEntry) => {
    if (!query) return
    const result = entry.put(value, query)
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
    const entry = entries[active]
    if (event.key === 'ArrowDown') setIndex((active + 1) % entries.length)
    else if (event.key === 'ArrowUp') setIndex((active + entries.length - 1) % entries.length)
    else if (event.key === 'Escape') setClosedAt(query?.start ?? null)
    else if ((event.key === 'Enter' || event.key === 'Tab') && entry) pick(entry)
    else return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }

  return {
    id,
    open,
    sign: wanted?.sign ?? '@',
    entries,
    active,
    pick,
    setIndex,
    onKeyDown,
    emojiNamed: emoji.named,
    close: () => setCaret(null),
    onSelect(event: SyntheticEvent<HTMLTextAreaElement>) {
      const { selectionStart, selectionEnd, value: text } = event.currentTarget
      const next = selectionStart === selectionEnd ? selectionStart : null
      if (next !== caret) setIndex(0)
      setCaret(next)
      if (asked({ text, tokens: [] }, next)?.start !== closedAt) setClosedAt(null)
    },
    inputProps: {
      'aria-autocomplete': 'list',
      'aria-controls': open ? id : undefined,
      'aria-activedescendant': open ? `${id}-${active}` : undefined,
    } as const,
  }
}
