import styles from './Planner.module.css'
import { Planner } from './Planner.tsx'
import { usePlannerAddress } from './use-planner-address.ts'

/** The menu's page of tasks. */
export function TaskSchedulerScreen() {
  const address = usePlannerAddress()
  return (
    <div className={styles.page}>
      <Planner address={address} />
    </div>
  )
}
