import { demoSpeed } from '#shared/contract/demo-clock.ts'
import styles from './DemoClock.module.css'
import { TEXT } from './text.ts'
import { useDemoClock } from './use-demo-clock.ts'

/** Says on pages with rates that the demo plays faster than life (spec 4 §3.2); nothing else. */
export function DemoNote() {
  const { data } = useDemoClock(demoSpeed)
  if (!data || data.speed <= 1) return null
  return (
    <p className={styles.note} role="status">
      {TEXT.faster(data.speed)}
    </p>
  )
}
