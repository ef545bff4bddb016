import { NativeSelect } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './FileRows.module.css'

/** A column's field by its place; null for one that isn't read. */
export type MatchedColumns = readonly (string | null)[]

interface ColumnMatchingProps {
  readonly headings: readonly string[]
  readonly columns: MatchedColumns
  readonly fields: readonly { readonly value: string; readonly label: string }[]
  /** A field that more than one column may be. */
  readonly several?: string
  readonly texts: { readonly summary: string; readonly notRead: string }
  readonly isOpen?: boolean
  readonly onChange: (columns: MatchedColumns) => void
  readonly children?: ReactNode
}

/** Which column of a file is which field. A field that is given to another column leaves the one that had it. */
export function ColumnMatching(props: ColumnMatchingProps) {
  const { headings, columns, fields, several, texts, isOpen = false, onChange, children } = props
  const give = (at: number, value: string) =>
    onChange(
      columns.map((one, place) =>
        place === at ? value || null : one === value && value !== several ? null : one,
      ),
    )
  return (
    <details open={isOpen} className={styles.columns}>
      <summary>{texts.summary}</summary>
      <div className={styles.grid}>
        {headings.map((heading, at) => (
          <NativeSelect
            // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one heading; their places stay
            key={at}
            size="xs"
            label={heading}
            value={columns[at] ?? ''}
            data={[{ value: '', label: texts.notRead }, ...fields]}
            onChange={({ currentTarget: { value } }) => give(at, value)}
          />
        ))}
      </div>
      {children}
    </details>
  )
}
