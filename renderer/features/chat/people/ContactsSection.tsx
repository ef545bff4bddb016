import { ActionIcon, Switch, TextInput, Tooltip, UnstyledButton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconAddressBook, IconMessage, IconPhone, IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { VList, type VListHandle } from 'virtua'
import { FILTER_DEBOUNCE_MS } from '#shared/domain/searching.ts'
import { useSession } from '../../../services/context.tsx'
import { useLiveIfAny } from '../../../services/live.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { LoadFailure } from '../../../ui/failure/LoadFailure.tsx'
import { useChat, useChatState } from '../chat-context.tsx'
import { SectionHead } from '../sections/SectionHead.tsx'
import type { ChatPerson } from '../store/state.ts'
import { useRovingRows } from '../threads/use-roving-rows.ts'
import styles from './Contacts.module.css'
import { filterPeople } from './filter-people.ts'
import { PersonRow } from './PersonRow.tsx'
import { PersonSkeletons } from './PersonSkeletons.tsx'
import { TEXT } from './text.ts'
import { useOnline } from './use-online.ts'

/** Everybody the person may write to: found, written to, called (spec 2 §2). */
export function ContactsSection() {
  const chat = useChat<'loadContacts'>()
  const contacts = useChatState((state) => state.contacts)
  const load = useChatState((state) => state.contactsLoad)
  const myID = useChatState((state) => state.me.id)
  const online = useOnline()
  const [typed, setTyped] = useState('')
  const [showOffline, setShowOffline] = useState(true)
  const [debounced] = useDebouncedValue(typed, FILTER_DEBOUNCE_MS)
  const term = typed === '' ? '' : debounced
  const shown = useMemo(
    () =>
      filterPeople(
        contacts.filter(({ userID }) => userID !== myID),
        { term, showOffline, online },
      ),
    [contacts, myID, term, showOffline, online],
  )
  useEffect(() => void chat.loadContacts(), [chat])

  return (
    <section className={styles.section} aria-label={TEXT.contacts}>
      <SectionHead title={TEXT.contacts} />
      <div className={styles.tools}>
        <TextInput
          aria-label={TEXT.searchContacts}
          placeholder={TEXT.searchContacts}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'Escape' && setTyped('')}
          leftSection={<IconSearch size={16} stroke={1.8} />}
          classNames={{ input: styles.filter ?? '' }}
        />
        <Switch
          size="sm"
          label={TEXT.showOffline}
          checked={showOffline}
          onChange={(event) => setShowOffline(event.currentTarget.checked)}
        />
      </div>
      <div className={styles.list}>
        {load.state === 'error' && contacts.length === 0 ? (
          <LoadFailure
            title={TEXT.contactsFailed}
            reason={load.message}
            onRetry={() => void chat.loadContacts()}
          />
        ) : load.state !== 'ready' && contacts.length === 0 ? (
          <PersonSkeletons />
        ) : shown.length === 0 ? (
          <EmptyState
            icon={<IconAddressBook size={28} stroke={1.5} />}
            title={contacts.length === 0 ? TEXT.noContacts : term === '' ? TEXT.nobodyOnline : TEXT.noPeople}
          />
        ) : (
          <ContactRows people={shown} online={online} />
        )}
      </div>
    </section>
  )
}

interface ContactRowsProps {
  readonly people: readonly ChatPerson[]
  readonly online: ReadonlySet<number>
}

function ContactRows({ people, online }: ContactRowsProps) {
  const list = useRef<VListHandle>(null)
  const frame = useRef<HTMLDivElement>(null)
  const rows = useMemo(() => people.map((person) => ({ key: String(person.userID), person })), [people])
  const roving = useRovingRows(rows, { list, frame, selected: null })
  const ways = useContactWays()
  const onKeyDown = (event: KeyboardEvent) => roving.onKeyDown(event)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys move the focus among the buttons inside
    <div className={styles.rows} ref={frame} onKeyDown={onKeyDown}>
      <VList ref={list} data={rows} keepMounted={roving.keepMounted} className={styles.scroller}>
        {({ key, person }) => (
          <ContactRow
            key={key}
            person={person}
            isOnline={online.has(person.userID)}
            tabIndex={roving.tabIndexOf(key)}
            ways={ways}
          />
        )}
      </VList>
    </div>
  )
}

interface ContactWays {
  readonly busy: boolean
  readonly message: (userID: number) => void
  /** Absent for who may not call. */
  readonly call: ((person: ChatPerson) => void) | undefined
}

/** How somebody is reached from the list, as far as the person may (spec 2 §6). */
function useContactWays(): ContactWays {
  const chat = useChat<'openSection' | 'startConversation'>()
  const calls = useLiveIfAny()?.calls
  const mayCall = useSession(({ permissions }) =>
    permissions.canAny(['CAN_MAKE_CALL', 'CAN_CREATE_ONE_TO_ONE_MEETINGS']),
  )
  const [busy, setBusy] = useState(false)
  const message = async (userID: number) => {
    setBusy(true)
    if (await chat.startConversation(userID)) chat.openSection('Chats')
    setBusy(false)
  }
  return {
    busy,
    message: (userID) => busy || void message(userID),
    call:
      calls && mayCall
        ? ({ userID, userName }) => void calls.start([{ id: userID, name: userName }])
        : undefined,
  }
}

interface ContactRowProps {
  readonly person: ChatPerson
  readonly isOnline: boolean
  readonly tabIndex: number
  readonly ways: ContactWays
}

function ContactRow({ person, isOnline, tabIndex, ways }: ContactRowProps) {
  const { userID, userName } = person
  return (
    <div className={styles.row}>
      <UnstyledButton
        className={styles.person}
        data-row={userID}
        tabIndex={tabIndex}
        aria-disabled={ways.busy}
        onClick={() => ways.message(userID)}
      >
        <PersonRow withStatus person={person} online={isOnline} />
      </UnstyledButton>
      <span className={styles.ways}>
        <Tooltip label={TEXT.message(userName)} openDelay={400}>
          <ActionIcon
            variant="subtle"
            color="gray"
            tabIndex={tabIndex}
            aria-label={TEXT.message(userName)}
            onClick={() => ways.message(userID)}
          >
            <IconMessage size={18} stroke={1.8} />
          </ActionIcon>
        </Tooltip>
        {ways.call ? (
          <Tooltip label={TEXT.callPerson(userName)} openDelay={400}>
            <ActionIcon
              variant="subtle"
              color="gray"
              tabIndex={tabIndex}
              aria-label={TEXT.callPerson(userName)}
              onClick={() => ways.call?.(person)}
            >
              <IconPhone size={18} stroke={1.8} />
            </ActionIcon>
          </Tooltip>
        ) : null}
      </span>
    </div>
  )
}
