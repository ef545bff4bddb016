import { TextInput, UnstyledButton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { SearchGroup } from '#shared/contract/chat-entities.ts'
import { searchMessages } from '#shared/contract/chat-search.ts'
import { listPreview, MESSAGE_SEARCH_MIN_LENGTH } from '#shared/domain/chat.ts'
import { ApiError } from '../../../services/api-client.ts'
import { useServices } from '../../../services/context.tsx'
import { useChat } from '../chat-context.tsx'
import styles from '../sections/Sections.module.css'
import { keyOf } from '../store/state.ts'
import { TEXT } from '../text.ts'

const DEBOUNCE_MS = 1000

/** Searches the messages of all conversations (spec 2 §2). */
export function PlainSearch() {
  const { api } = useServices()
  const [typed, setTyped] = useState('')
  const [term] = useDebouncedValue(typed.trim(), DEBOUNCE_MS)
  const [found, setFound] = useState<readonly SearchGroup[] | 'failed' | null>(null)
  const wanted = term.length >= MESSAGE_SEARCH_MIN_LENGTH && typed !== ''
  useEffect(() => {
    if (!wanted) return
    const gone = new AbortController()
    api
      .call(searchMessages, { messageSearchTerm: term }, { quiet: true, signal: gone.signal })
      .then(setFound, (error: unknown) => {
        if (!(error instanceof ApiError)) throw error
        if (error.failure !== 'aborted') setFound('failed')
      })
    return () => gone.abort()
  }, [api, term, wanted])

  return (
    <section className={styles.section} aria-label={TEXT.searchSection}>
      <header className={styles.head}>
        <h2>{TEXT.searchSection}</h2>
      </header>
      <div className={styles.tools}>
        <TextInput
          aria-label={TEXT.searchMessages}
          placeholder={TEXT.searchMessages}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          leftSection={<IconSearch size={16} stroke={1.8} />}
        />
      </div>
      <div className={styles.list} aria-live="polite">
        {!wanted ? (
          <p className={styles.hint}>{TEXT.searchHint}</p>
        ) : found === 'failed' ? (
          <p className={styles.hint}>{TEXT.searchFailed}</p>
        ) : found?.length === 0 ? (
          <p className={styles.hint}>{TEXT.nothingFound}</p>
        ) : (
          found?.map((group) => <Group key={keyOf(group)} group={group} />)
        )}
      </div>
    </section>
  )
}

function Group({ group }: { group: SearchGroup }) {
  const chat = useChat()
  return (
    <>
      <h3>{TEXT.resultsFrom(group.displayLabel)}</h3>
      <ul>
        {group.messages.map((message) => (
          <li key={message.id}>
            <UnstyledButton
              className={styles.row ?? ''}
              onClick={() => void chat.showMessage(keyOf(group), message.id)}
            >
              <strong>{message.userName}</strong>
              <p>{listPreview(message)}</p>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </>
  )
}
