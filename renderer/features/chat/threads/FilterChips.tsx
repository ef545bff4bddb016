import { UnstyledButton } from '@mantine/core'
import { useChat, useChatState } from '../chat-context.tsx'
import { LIST_FILTERS } from '../store/state.ts'
import styles from './FilterChips.module.css'

/** All, Pinned, Unread, Mentioned (spec 2 §2). */
export function FilterChips() {
  const chat = useChat<'setListFilter'>()
  const current = useChatState((state) => state.listFilter)
  return (
    <fieldset className={styles.chips} aria-label="Show">
      {LIST_FILTERS.map((filter) => (
        <UnstyledButton
          key={filter}
          className={styles.chip}
          aria-pressed={filter === current}
          onClick={() => chat.setListFilter(filter)}
        >
          {filter}
        </UnstyledButton>
      ))}
    </fieldset>
  )
}
