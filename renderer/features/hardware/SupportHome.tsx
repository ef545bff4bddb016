import { HardwareReports } from './HardwareReports.tsx'
import styles from './SupportHome.module.css'

/** The home page of the support module: what people sent from their hardware tests. */
export function SupportHome() {
  return (
    <div className={styles.page}>
      <h2>Hardware reports</h2>
      <HardwareReports />
    </div>
  )
}
