import { PersonAvatar } from '../../../ui/PersonAvatar.tsx'
import { PersonName } from '../../hover-card/index.ts'
import { TEXT } from '../text.ts'
import styles from './People.module.css'

/** A person: avatar with presence, name. */
export function PersonRow({
  userID,
  name,
  online,
  note,
  withCard = false,
}: {
  userID: number
  name: string
  online: boolean
  note?: string | undefined
  /** Their name shows the card about them; not where the row is a button itself. */
  withCard?: boolean
}) {
  return (
    <span className={styles.person}>
      <PersonAvatar userID={userID} name={name} size={32} status={online ? 'ONLINE' : null} />
      <span className={styles.name}>
        {withCard ? <PersonName userID={userID} name={name} /> : name}
        {note ? <span className={styles.note}> {note}</span> : null}
      </span>
      <span className="visually-hidden">{online ? TEXT.online : TEXT.offline}</span>
    </span>
  )
}
