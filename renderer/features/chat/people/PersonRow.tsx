import { UserAvatar } from '../../../ui/UserAvatar.tsx'
import { TEXT } from '../text.ts'
import styles from './People.module.css'

/** A person: avatar with presence, name. */
export function PersonRow({
  name,
  online,
  note,
}: {
  name: string
  online: boolean
  note?: string | undefined
}) {
  return (
    <span className={styles.person}>
      <UserAvatar name={name} size={32} online={online} />
      <span className={styles.name}>
        {name}
        {note ? <span className={styles.note}> {note}</span> : null}
      </span>
      <span className="visually-hidden">{online ? TEXT.online : TEXT.offline}</span>
    </span>
  )
}
