import { TextInput, UnstyledButton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { FILTER_DEBOUNCE_MS } from '#shared/domain/chat.ts'
import { useChat, useChatState } from '../chat-context.tsx'
import styles from '../sections/Sections.module.css'
import { TEXT } from '../text.ts'
import { filterPeople } from './filter-people.ts'
import { PersonRow } from './PersonRow.tsx'

/** The person's contacts; choosing one opens the conversation with them (spec 2 §2). */
export function PlainContacts() {
  const chat = useChat()
  const contacts = useChatState((state) => state.contacts)
  const myID = useChatState((state) => state.me.id)
  const [typed, setTyped] = useState('')
  const [term] = useDebouncedValue(typed, FILTER_DEBOUNCE_MS)
  useEffect(() => void chat.loadContacts(), [chat])
  const others = contacts.filter(({ userID }) => userID !== myID)
  const shown = filterPeople(others, { term: typed === '' ? '' : term, showOffline: true })
  return (
    <section className={styles.section} aria-label={TEXT.contactsSection}>
      <header className={styles.head}>
        <h2>{TEXT.contactsSection}</h2>
      </header>
      <div className={styles.tools}>
        <TextInput
          aria-label={TEXT.filterUser}
          placeholder={TEXT.filterUser}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          leftSection={<IconSearch size={16} stroke={1.8} />}
        />
      </div>
      <ul className={styles.list}>
        {shown.map(({ userID, userName, isOnline }) => (
          <li key={userID}>
            <UnstyledButton className={styles.row ?? ''} onClick={() => void chat.startConversation(userID)}>
              <PersonRow userID={userID} name={userName} online={isOnline} />
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </section>
  )
}
