import { useSession } from '../../services/context.tsx'
import { AreaFigures } from './AreaFigures.tsx'
import styles from './Areas.module.css'
import { Areas } from './Areas.tsx'
import { TEXT } from './text.ts'

/** Resource › Manage areas: the planner's figures, and the tree (spec 4 §4.5.15, 5 §4.3). */
export function AreasScreen() {
  const isPlanners = useSession(({ permissions }) => permissions.can('IRESOURCE_CAN_MANAGE_AREAS'))
  return (
    <div className={styles.page}>
      {isPlanners ? <AreaFigures /> : null}
      <Areas title={TEXT.title} />
    </div>
  )
}
