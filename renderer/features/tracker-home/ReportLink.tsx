import { Link } from 'react-router-dom'
import styles from './TrackerHome.module.css'
import { TEXT } from './text.ts'

/** The way to one's own figures over a longer time. */
export const ReportLink = () => (
  <Link className={styles.link} to="/tracker/my-cati-report">
    {TEXT.report}
  </Link>
)
