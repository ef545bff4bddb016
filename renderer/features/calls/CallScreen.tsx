import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { FILTER_DEBOUNCE_MS, filterTerm } from '#shared/domain/searching.ts'
import { CallList } from './CallList.tsx'
import styles from './CallScreen.module.css'
import { Contacts } from './Contacts.tsx'
import { TEXT } from './text.ts'

/** Connect plus › Call: whom one can ring, and what came of calls (spec 6 §2.2). */
export function CallScreen() {
  const [typed, setTyped] = useState('')
  const [debounced] = useDebouncedValue(typed, FILTER_DEBOUNCE_MS)
  const term = typed === '' ? '' : filterTerm(debounced)
  return (
    <div className={styles.screen}>
      <header className={styles.head}>
        <h2>{TEXT.title}</h2>
        <TextInput
          className={styles.search ?? ''}
          aria-label={TEXT.search}
          placeholder={TEXT.search}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'Escape' && setTyped('')}
          leftSection={<IconSearch size={16} stroke={1.8} aria-hidden="true" />}
        />
      </header>
      <div className={styles.columns}>
        <CallList term={term} />
        {/* People come with the chat, which may be on its way: the calls are there meanwhile. */}
        <Suspense>
          <Contacts term={term} />
        </Suspense>
      </div>
    </div>
  )
}
