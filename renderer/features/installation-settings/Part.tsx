import { type ReactNode, useState } from 'react'
import styles from './Settings.module.css'

interface PartProps {
  readonly summary: ReactNode
  /** Made once it is open: there are hundreds of fields. */
  readonly children: () => ReactNode
}

/** What opens on request. */
export function Part({ summary, children }: PartProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={styles.part} open={isOpen}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button, and its keys click */}
      <summary
        onClick={(event) => {
          event.preventDefault()
          setOpen(!isOpen)
        }}
      >
        {summary}
      </summary>
      {isOpen ? children() : null}
    </details>
  )
}
