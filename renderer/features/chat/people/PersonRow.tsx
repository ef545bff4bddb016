import { PRESENCE_LOOKS } from '#shared/domain/presence.ts'
import { PersonAvatar } from '../../../ui/PersonAvatar.tsx'
import { PersonName } from '../../hover-card/index.ts'
import { useChatState } from '../chat-context.tsx'
import { TEXT } from '../text.ts'
import styles from './People.module.css'
import { shownPresence } from './presence.ts'

/** A person: avatar with presence, name. */
export function PersonRow({
  userID,
  name,
  online,
  note,
  withCard = false,
  withStatus = false,
}: {
  userID: number
  name: string
  online: boolean
  note?: string | undefined
  /** Their name shows the card about them; not where the row is a button itself. */
  withCard?: boolean
  /** Their status stands below their name. */
  withStatus?: boolean
}) {
  const chosen = useChatState((state) => state.statuses[userID])
  const presence = shownPresence(online, chosen)
  // Who chose nothing is just there.
  const label = presence === null ? TEXT.offline : PRESENCE_LOOKS[presence].label
  return (
    <span className={styles.person}>
      <PersonAvatar userID={userID} name={name} size={32} status={presence} />
      <span className={styles.name}>
        <span className={styles.nameText}>
          {withCard ? <PersonName userID={userID} name={name} /> : name}
          {note ? <span className={styles.note}> {note}</span> : null}
        </span>
        {withStatus ? <span className={styles.status}>{label}</span> : null}
      </span>
      {withStatus ? null : <span className="visually-hidden">{label}</span>}
    </span>
  )
}
