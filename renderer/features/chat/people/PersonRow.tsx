import { PersonAvatar } from '../../../ui/PersonAvatar.tsx'
import { TEXT } from '../text.ts'
import styles from './People.module.css'

/** A person: avatar with presence, name. */
export function PersonRow({
  userID,
  name,
  online,
  note,
}: {
  userID: number
  name: string
  online: boolean
  note?: string | undefined
}) {
  return (
    <span className={styles.person}>
      <PersonAvatar userID={userID} name={name} size={32} status={online ? 'ONLINE' : null} />
      <span className={styles.name}>
        {name}
        {note ? <span className={styles.note}> {note}</span> : null}
      </span>
      <span className="visually-hidden">{online ? TEXT.online : TEXT.offline}</span>
    </span>
  )
}
