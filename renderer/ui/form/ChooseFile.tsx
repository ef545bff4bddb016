import type { ReactNode } from 'react'
import styles from './Files.module.css'

export interface ChooseFileProps {
  /** What the button says. */
  readonly children: ReactNode
  readonly onFiles: (files: readonly File[]) => void
  /** The kinds that are taken, as `accept` has them. */
  readonly accept?: string | undefined
  readonly isMultiple?: boolean
  readonly isDisabled?: boolean
  readonly isPrimary?: boolean
}

/** A button that lets files be chosen. */
export function ChooseFile({
  children,
  onFiles,
  accept,
  isMultiple = false,
  isDisabled = false,
  isPrimary = false,
}: ChooseFileProps) {
  return (
    <label className={styles.choose} data-primary={isPrimary} data-disabled={isDisabled}>
      <input
        className="visually-hidden"
        type="file"
        accept={accept}
        multiple={isMultiple}
        disabled={isDisabled}
        onChange={({ currentTarget }) => {
          const chosen = [...(currentTarget.files ?? [])]
          // The same file may be chosen again.
          currentTarget.value = ''
          if (chosen.length > 0) onFiles(chosen)
        }}
      />
      {children}
    </label>
  )
}
