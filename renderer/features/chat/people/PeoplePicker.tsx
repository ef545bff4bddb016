import { Modal, TextInput, UnstyledButton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { VList } from 'virtua'
import { FILTER_DEBOUNCE_MS } from '#shared/domain/searching.ts'
import { LoadFailure } from '../../../ui/failure/LoadFailure.tsx'
import { useChat, useChatState } from '../chat-context.tsx'
import { filterPeople } from './filter-people.ts'
import styles from './People.module.css'
import { PersonRow } from './PersonRow.tsx'
import { PersonSkeletons } from './PersonSkeletons.tsx'
import { TEXT } from './text.ts'
import { useOnline } from './use-online.ts'

/** Chooses a contact and opens the one-to-one thread with them. */
export function PeoplePicker({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal opened={opened} onClose={onClose} title={TEXT.newChat} size={420} centered>
      <Picker onDone={onClose} />
    </Modal>
  )
}

function Picker({ onDone }: { onDone: () => void }) {
  const chat = useChat<'loadContacts' | 'startConversation'>()
  const contacts = useChatState((state) => state.contacts)
  const load = useChatState((state) => state.contactsLoad)
  const myID = useChatState((state) => state.me.id)
  const online = useOnline()
  const [typed, setTyped] = useState('')
  const [term] = useDebouncedValue(typed, FILTER_DEBOUNCE_MS)
  const [opening, setOpening] = useState(false)
  useEffect(() => void chat.loadContacts(), [chat])
  const others = contacts.filter(({ userID }) => userID !== myID)
  const shown = filterPeople(others, { term: typed === '' ? '' : term, showOffline: true, online })

  const open = async (userID: number) => {
    if (opening) return
    setOpening(true)
    const opened = await chat.startConversation(userID)
    setOpening(false)
    if (opened) onDone()
  }

  return (
    <div className={styles.picker}>
      <TextInput
        data-autofocus
        aria-label={TEXT.filterUser}
        placeholder={TEXT.filterUser}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        leftSection={<IconSearch size={16} stroke={1.8} />}
      />
      <div className={styles.pickerList} aria-busy={opening}>
        {load.state === 'error' && contacts.length === 0 ? (
          <LoadFailure
            title={TEXT.contactsFailed}
            reason={load.message}
            onRetry={() => void chat.loadContacts()}
          />
        ) : load.state !== 'ready' && contacts.length === 0 ? (
          <PersonSkeletons />
        ) : shown.length === 0 ? (
          <p className={styles.none}>{TEXT.noPeople}</p>
        ) : (
          <VList data={shown} className={styles.scroller}>
            {(person) => (
              <UnstyledButton
                key={person.userID}
                className={styles.choice}
                disabled={opening}
                onClick={() => void open(person.userID)}
              >
                <PersonRow person={person} online={online.has(person.userID)} />
              </UnstyledButton>
            )}
          </VList>
        )}
      </div>
    </div>
  )
}
