import type { ReactNode } from 'react'
import styles from './Form.module.css'

/** A field with the buttons that belong to it on its line; on a narrow one they come below. */
export function FieldRow({ children }: { readonly children: ReactNode }) {
  return <div className={styles.fieldRow}>{children}</div>
}
