import { highlightParts } from './highlight.ts'
import styles from './Search.module.css'

/** A text in which the words searched for stand out. */
export function Highlighted({ text, term }: { text: string; term: string }) {
  let position = 0
  return highlightParts(text, term).map((part) => {
    const key = position++
    return part.hit ? (
      <mark key={key} className={styles.mark}>
        {part.text}
      </mark>
    ) : (
      <span key={key}>{part.text}</span>
    )
  })
}
