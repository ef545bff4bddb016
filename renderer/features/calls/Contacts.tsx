import { ActionIcon, Button, Checkbox, Tooltip } from '@mantine/core'
import {
  IconAddressBook,
  IconMessage,
  IconPhone,
  IconScreenShare,
  IconStar,
  IconStarFilled,
} from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { CALL_SEATS_MAX, GROUP_CALL_MAX } from '#shared/domain/calls.ts'
import { byName, searchable } from '#shared/domain/locale.ts'
import { PRESENCE_LOOKS } from '#shared/domain/presence.ts'
import { useSession } from '../../services/context.tsx'
import { useLive } from '../../services/live.tsx'
import { useSignedIn } from '../../services/signed-in.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { PersonAvatar } from '../../ui/PersonAvatar.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { type ChatContact, useChatContacts } from '../chat/index.ts'
import styles from './CallScreen.module.css'
import { TEXT } from './text.ts'
import { useFavourites } from './use-calls.ts'

/** As many people as are drawn at once; a name finds the others. */
const LISTED = 100
/** Whom somebody can choose beside themselves. */
const CHOSEN_MAX = Math.min(GROUP_CALL_MAX, CALL_SEATS_MAX) - 1

/** Whom the person can ring: favourites first, then who is there. One or several are called at once. */
export function Contacts({ term }: { term: string }) {
  const { people, load, reload } = useChatContacts()
  const { favourites, setFavourite } = useFavourites()
  const { calls } = useLive()
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const wanted = searchable(term)
  const found = people
    .filter(({ userName }) => searchable(userName).includes(wanted))
    .toSorted((a, b) => Number(b.isOnline) - Number(a.isOnline) || byName(a.userName, b.userName))
  const isFavourite = ({ userID }: ChatContact) => favourites.includes(userID)
  const kept = found.filter(isFavourite)
  const others = found.filter((person) => !isFavourite(person)).slice(0, LISTED)
  const toggle = (userID: number) => {
    const next = new Set(chosen)
    if (!next.delete(userID)) next.add(userID)
    setChosen(next)
  }
  const callChosen = () => {
    const callees = people.filter(({ userID }) => chosen.has(userID))
    setChosen(new Set())
    void calls.start(callees.map(({ userID, userName }) => ({ id: userID, name: userName })))
  }
  const rows = (list: readonly ChatContact[]) =>
    list.map((person) => (
      <ContactRow
        key={person.userID}
        person={person}
        isFavourite={isFavourite(person)}
        isChosen={chosen.has(person.userID)}
        onChoose={() => toggle(person.userID)}
        onFavourite={(isNow) => setFavourite({ userID: person.userID, isFavourite: isNow })}
      />
    ))
  return (
    <section className={styles.part} aria-label={TEXT.contacts}>
      <div className={styles.partHead}>
        <h3>{TEXT.contacts}</h3>
        {chosen.size > 0 ? (
          <span className={styles.chosen} role="status">
            {chosen.size > CHOSEN_MAX ? TEXT.mostChosen(CHOSEN_MAX + 1) : TEXT.chosen(chosen.size)}
            <Button size="compact-sm" variant="subtle" onClick={() => setChosen(new Set())}>
              {TEXT.clear}
            </Button>
            <Button
              size="compact-sm"
              disabled={chosen.size > CHOSEN_MAX}
              leftSection={<IconPhone size={15} aria-hidden="true" />}
              onClick={callChosen}
            >
              {chosen.size === 1 ? TEXT.callOne : TEXT.groupCall}
            </Button>
          </span>
        ) : null}
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys move the focus among the rows inside */}
      <div className={styles.list} onKeyDown={moveFocus}>
        {people.length === 0 && load.state === 'error' ? (
          <LoadFailure title={TEXT.contactsFailed} reason={load.message} onRetry={reload} />
        ) : people.length === 0 && load.state !== 'ready' ? (
          <div className={styles.wait} role="status" aria-label={TEXT.contacts}>
            <Skeleton width="100%" height={44} />
            <Skeleton width="100%" height={44} />
          </div>
        ) : found.length === 0 ? (
          <EmptyState
            icon={<IconAddressBook size={26} stroke={1.6} />}
            title={people.length === 0 ? TEXT.noContacts : TEXT.nobody}
          />
        ) : (
          <>
            {kept.length > 0 ? <h4>{TEXT.favourites}</h4> : null}
            {kept.length > 0 ? <ul className={styles.rows}>{rows(kept)}</ul> : null}
            {kept.length > 0 && others.length > 0 ? <h4>{TEXT.everybody}</h4> : null}
            <ul className={styles.rows}>{rows(others)}</ul>
          </>
        )}
      </div>
    </section>
  )
}

/** Up and down go from a person to the next, whatever of a row has the focus. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (by === 0 || !(event.target instanceof HTMLElement)) return
  const row = event.target.closest('li')
  const rows = [...event.currentTarget.querySelectorAll('li')]
  const kind = event.target.dataset.way ?? 'choose'
  const next = row && rows[rows.indexOf(row) + by]?.querySelector<HTMLElement>(`[data-way="${kind}"]`)
  if (!next) return
  event.preventDefault()
  next.focus()
}

interface ContactRowProps {
  readonly person: ChatContact
  readonly isFavourite: boolean
  readonly isChosen: boolean
  readonly onChoose: () => void
  readonly onFavourite: (isNow: boolean) => void
}

function ContactRow({ person, isFavourite, isChosen, onChoose, onFavourite }: ContactRowProps) {
  const { calls } = useLive()
  const { conversations } = useSignedIn()
  const { pathname } = useLocation()
  const mayWrite = useSession(({ permissions }) => permissions.can('CAN_SEND_MESSAGE'))
  const { userID, userName: name, presence, about } = person
  const state = presence === null ? TEXT.offline : PRESENCE_LOOKS[presence].label
  const call = (screenShare: boolean) => void calls.start([{ id: userID, name }], { screenShare })
  return (
    <li data-chosen={isChosen}>
      <Checkbox checked={isChosen} data-way="choose" aria-label={TEXT.choose(name)} onChange={onChoose} />
      <PersonAvatar userID={userID} name={name} size={34} status={presence} />
      <span className={styles.words}>
        <strong title={name}>{name}</strong>
        <span>{[state, about].filter((part) => part !== '').join(' · ')}</span>
      </span>
      <span className={styles.ways}>
        <Way
          way="favourite"
          label={isFavourite ? TEXT.noFavourite(name) : TEXT.favourite(name)}
          onClick={() => onFavourite(!isFavourite)}
        >
          {isFavourite ? <IconStarFilled size={17} /> : <IconStar size={17} stroke={1.8} />}
        </Way>
        {mayWrite ? (
          <Way
            way="message"
            label={TEXT.message(name)}
            onClick={() => void conversations.open(userID, pathname)}
          >
            <IconMessage size={17} stroke={1.8} />
          </Way>
        ) : null}
        <Way way="share" label={TEXT.share(name)} onClick={() => call(true)}>
          <IconScreenShare size={17} stroke={1.8} />
        </Way>
        <Way way="call" label={TEXT.call(name)} onClick={() => call(false)}>
          <IconPhone size={17} stroke={1.8} />
        </Way>
      </span>
    </li>
  )
}

interface WayProps {
  readonly way: string
  readonly label: string
  readonly onClick: () => void
  readonly children: ReactNode
}

function Way({ way, label, onClick, children }: WayProps) {
  return (
    <Tooltip label={label} openDelay={400}>
      <ActionIcon variant="subtle" color="gray" size="md" data-way={way} aria-label={label} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tooltip>
  )
}
