import { PRESENCE_LOOKS } from '#shared/domain/presence.ts'
import { roleAndArea } from '../../../ui/identity.ts'
import { PersonAvatar } from '../../../ui/PersonAvatar.tsx'
import { PersonName } from '../../hover-card/index.ts'
import { useChatState } from '../chat-context.tsx'
import type { ChatPerson } from '../store/state.ts'
import styles from './People.module.css'
import { shownPresence } from './presence.ts'
import { TEXT } from './text.ts'

/** A person: avatar with presence, name, and what tells them from others of that name. */
export function PersonRow({
  person,
  online,
  note,
  withCard = false,
  withStatus = false,
}: {
  person: Pick<ChatPerson, 'userID' | 'userName' | 'role' | 'areaName'>
  online: boolean
  note?: string | undefined
  /** Their name shows the card about them; not where the row is a button itself. */
  withCard?: boolean
  /** Their status stands beside their name. */
  withStatus?: boolean
}) {
  const { userID, userName: name } = person
  const chosen = useChatState((state) => state.statuses[userID])
  const presence = shownPresence(online, chosen)
  // Who chose nothing is just there.
  const label = presence === null ? TEXT.offline : PRESENCE_LOOKS[presence].label
  const about = roleAndArea(person)
  return (
    <span className={styles.person}>
      <PersonAvatar userID={userID} name={name} size={32} status={presence} />
      <span className={styles.name}>
        <span className={styles.nameText}>
          {withCard ? <PersonName userID={userID} name={name} /> : name}
          {withStatus ? <span className={styles.note}> {label}</span> : null}
          {note ? <span className={styles.note}> {note}</span> : null}
        </span>
        {about === '' ? null : (
          <span className={styles.about} title={about}>
            {about}
          </span>
        )}
      </span>
      {withStatus ? null : <span className="visually-hidden">{label}</span>}
    </span>
  )
}
