import type { ReactNode } from 'react'
import styles from './LinkButton.module.css'

/** A button that reads as a link: it opens something beside what the person is doing. */
export function LinkButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className={styles.link} onClick={onClick}>
      {children}
    </button>
  )
}
