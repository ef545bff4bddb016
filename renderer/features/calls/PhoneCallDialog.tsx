import { Button, Loader, Modal, TextInput } from '@mantine/core'
import { IconPhone, IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useSession } from '../../services/context.tsx'
import { useLive } from '../../services/live.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { PersonAvatar } from '../../ui/PersonAvatar.tsx'
import { type ChatContact, useChatContacts } from '../chat/index.ts'
import styles from './PhoneCallDialog.module.css'

const TEXT = {
  title: 'Phone call',
  close: 'Close',
  find: 'Find a person',
  call: 'Call',
  callName: (name: string) => `Call ${name}`,
  failed: 'Your contacts could not be loaded.',
  nobody: 'Nobody by that name.',
  notAllowed: 'You may not make calls.',
  more: (count: number) => `${count} more. Type a name to find them.`,
} as const

/** As many people as are listed at once. */
const LISTED = 60

/** Calls a colleague; who is online stands first (spec 1 §2.7, §2.8). */
export function PhoneCallDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const may = useSession(({ permissions }) => permissions.can('CAN_MAKE_CALL'))
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={TEXT.title}
      size={440}
      centered
      closeButtonProps={{ 'aria-label': TEXT.close }}
    >
      {may ? <Phone onCalled={onClose} /> : <EmptyState title={TEXT.notAllowed} />}
    </Modal>
  )
}

function Phone({ onCalled }: { onCalled: () => void }) {
  const { people, load, reload } = useChatContacts()
  const [typed, setTyped] = useState('')
  if (people.length === 0 && load.state === 'error') {
    return <LoadFailure title={TEXT.failed} reason={load.message} onRetry={reload} />
  }
  return (
    <div className={styles.phone}>
      <TextInput
        data-autofocus
        aria-label={TEXT.find}
        placeholder={TEXT.find}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        leftSection={<IconSearch size={16} stroke={1.8} aria-hidden="true" />}
      />
      {people.length === 0 && load.state !== 'ready' ? (
        <div className={styles.wait} role="status" aria-label="Loading">
          <Loader size="sm" />
        </div>
      ) : (
        <People people={people} typed={typed} onCalled={onCalled} />
      )}
    </div>
  )
}

interface PeopleProps {
  readonly people: readonly ChatContact[]
  readonly typed: string
  readonly onCalled: () => void
}

function People({ people, typed, onCalled }: PeopleProps) {
  const { calls } = useLive()
  const wanted = typed.trim().toLowerCase()
  const found = people
    .filter(({ userName }) => userName.toLowerCase().includes(wanted))
    .toSorted((a, b) => Number(b.isOnline) - Number(a.isOnline))
  if (found.length === 0) return <EmptyState title={TEXT.nobody} />
  return (
    <>
      <ul className={styles.people}>
        {found.slice(0, LISTED).map(({ userID, userName, isOnline, about }) => (
          <li key={userID}>
            <PersonAvatar userID={userID} name={userName} size={34} status={isOnline ? 'ONLINE' : null} />
            <span className={styles.name}>
              {userName}
              {about === '' ? null : <span className={styles.about}>{about}</span>}
            </span>
            <Button
              size="compact-sm"
              variant="light"
              aria-label={TEXT.callName(userName)}
              leftSection={<IconPhone size={15} aria-hidden="true" />}
              onClick={() => {
                onCalled()
                void calls.start([{ id: userID, name: userName }])
              }}
            >
              {TEXT.call}
            </Button>
          </li>
        ))}
      </ul>
      {found.length > LISTED ? <p className={styles.more}>{TEXT.more(found.length - LISTED)}</p> : null}
    </>
  )
}
