import type { ReactNode } from 'react'
import styles from './Attendance.module.css'
import { Attendance } from './Attendance.tsx'
import { Development } from './Development.tsx'
import { ATTENDANCE_TEXT, DEVELOPMENT_TEXT } from './text.ts'

/** Tracker › My attendance: what the profile's tab shows, as a page (spec 1 §2.5). */
export const AttendanceScreen = () => (
  <Page title={ATTENDANCE_TEXT.title} wide>
    <Attendance />
  </Page>
)

/** Tracker › My development, likewise. */
export const DevelopmentScreen = () => (
  <Page title={DEVELOPMENT_TEXT.title}>
    <Development />
  </Page>
)

/**
 * The title is for screen readers, since the top bar shows it. The page has nothing to press, so it takes the
 * focus itself to be scrolled by keyboard.
 */
function Page({ title, wide, children }: { title: string; wide?: boolean; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: as above
    <section className={styles.page} data-wide={wide} tabIndex={0} aria-label={title}>
      <h2 className="visually-hidden">{title}</h2>
      {children}
    </section>
  )
}
