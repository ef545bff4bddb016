import { Link } from 'react-router-dom'
import type { ListedRow } from '#shared/records/record.ts'
import styles from './People.module.css'
import { TEXT } from './text.ts'
import { detailsOf } from './words.ts'

/** Which roles somebody has; what comes of them is in the tab 'One person'. */
export function PersonRoles({ record }: { readonly record: ListedRow }) {
  const { id, roleList } = detailsOf(record)
  return (
    <section className={styles.part}>
      {roleList.length === 0 ? <p>{TEXT.noRoles}</p> : null}
      <ul className={styles.list}>
        {roleList.map((role) => (
          <li key={role.id}>
            <strong>{role.name}</strong>
            {role.isByHand ? null : <span>{TEXT.fromDirectory}</span>}
          </li>
        ))}
      </ul>
      <Link to={`?tab=person&person=${id}`}>{TEXT.changeRoles}</Link>
    </section>
  )
}
