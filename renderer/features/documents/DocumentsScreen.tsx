import styles from './Documents.module.css'
import { Documents } from './Documents.tsx'
import { DOCUMENTS_TEXT } from './text.ts'

/** The documents without navigation, in a window of their own: /my-documents (spec 1 §2.2). */
export function DocumentsScreen() {
  return (
    <main className={styles.screen}>
      <h1>{DOCUMENTS_TEXT.title}</h1>
      <Documents />
    </main>
  )
}
