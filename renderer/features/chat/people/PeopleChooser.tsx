import { Pill, TextInput, UnstyledButton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconCheck, IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { VList } from 'virtua'
import { FILTER_DEBOUNCE_MS } from '#shared/domain/searching.ts'
import { LoadFailure } from '../../../ui/failure/LoadFailure.tsx'
import { roleAndArea } from '../../../ui/identity.ts'
import { useChat, useChatState } from '../chat-context.tsx'
import type { ChatPerson } from '../store/state.ts'
import { filterPeople } from './filter-people.ts'
import styles from './People.module.css'
import { PersonRow } from './PersonRow.tsx'
import { PersonSkeletons } from './PersonSkeletons.tsx'
import { TEXT } from './text.ts'
import { useOnline } from './use-online.ts'

export type ChosenPerson = Pick<ChatPerson, 'userID' | 'userName'>

interface PeopleChooserProps {
  readonly chosen: readonly ChosenPerson[]
  readonly onChange: (chosen: readonly ChosenPerson[]) => void
  /** Those who can't be chosen, such as who is in the group already. */
  readonly without?: ReadonlySet<number>
  /** What is wrong with the choice. */
  readonly error?: string | undefined
}

/** A person's name, with role and area where another contact has the same name. */
function nameApart({ userID, userName }: ChosenPerson, contacts: readonly ChatPerson[]): string {
  const namesakes = contacts.filter((contact) => contact.userName === userName)
  const own = namesakes.find((contact) => contact.userID === userID)
  const about = own === undefined || namesakes.length === 1 ? '' : roleAndArea(own)
  return about === '' ? userName : `${userName} (${about})`
}

const NOBODY: ReadonlySet<number> = new Set()

/** Chooses several of the person's contacts: those chosen stand above, each with a way out. */
export function PeopleChooser({ chosen, onChange, without = NOBODY, error }: PeopleChooserProps) {
  const contacts = useChatState((state) => state.contacts)
  const myID = useChatState((state) => state.me.id)
  const [typed, setTyped] = useState('')
  const [debounced] = useDebouncedValue(typed, FILTER_DEBOUNCE_MS)
  const ids = new Set(chosen.map(({ userID }) => userID))
  const toggle = ({ userID, userName }: ChosenPerson) =>
    onChange(
      ids.has(userID) ? chosen.filter((one) => one.userID !== userID) : [...chosen, { userID, userName }],
    )
  return (
    <div className={styles.chooser}>
      <TextInput
        label={TEXT.groupPeople}
        placeholder={TEXT.findPeople}
        value={typed}
        error={error}
        onChange={(event) => setTyped(event.currentTarget.value)}
        leftSection={<IconSearch size={16} stroke={1.8} />}
      />
      {chosen.length === 0 ? null : (
        <ul className={styles.chosen} aria-label={TEXT.chosen(chosen.length)}>
          {chosen.map((person) => (
            <li key={person.userID}>
              <Pill
                size="md"
                withRemoveButton
                onRemove={() => toggle(person)}
                removeButtonProps={{
                  'aria-label': TEXT.removePerson(nameApart(person, contacts)),
                  'aria-hidden': false,
                  tabIndex: 0,
                }}
              >
                {nameApart(person, contacts)}
              </Pill>
            </li>
          ))}
        </ul>
      )}
      <Choices
        isHidden={({ userID }) => userID === myID || without.has(userID)}
        chosen={ids}
        term={typed === '' ? '' : debounced}
        onToggle={toggle}
      />
    </div>
  )
}

interface ChoicesProps {
  readonly isHidden: (person: ChatPerson) => boolean
  readonly chosen: ReadonlySet<number>
  readonly term: string
  readonly onToggle: (person: ChosenPerson) => void
}

function Choices({ isHidden, chosen, term, onToggle }: ChoicesProps) {
  const chat = useChat<'loadContacts'>()
  const contacts = useChatState((state) => state.contacts)
  const load = useChatState((state) => state.contactsLoad)
  const online = useOnline()
  useEffect(() => void chat.loadContacts(), [chat])
  const shown = filterPeople(
    contacts.filter((person) => !isHidden(person)),
    { term, showOffline: true, online },
  )
  if (contacts.length === 0 && load.state === 'error')
    return (
      <LoadFailure
        title={TEXT.contactsFailed}
        reason={load.message}
        onRetry={() => void chat.loadContacts()}
      />
    )
  if (contacts.length === 0 && load.state !== 'ready') return <PersonSkeletons />
  if (shown.length === 0) return <p className={styles.none}>{TEXT.noPeople}</p>
  return (
    <div className={styles.chooserList}>
      <VList data={shown} className={styles.scroller}>
        {(person) => (
          <UnstyledButton
            key={person.userID}
            className={styles.choice}
            aria-pressed={chosen.has(person.userID)}
            onClick={() => onToggle(person)}
          >
            <PersonRow person={person} online={online.has(person.userID)} />
            {chosen.has(person.userID) ? (
              <IconCheck className={styles.check} size={18} stroke={2.2} aria-hidden="true" />
            ) : null}
          </UnstyledButton>
        )}
      </VList>
    </div>
  )
}
