import { NativeSelect } from '@mantine/core'
import type { ReactNode } from 'react'
import { cut } from '#shared/domain/cut-text.ts'
import styles from './FileRows.module.css'

/** Letters of a heading that are shown: a quote left open can make one of a whole file. */
const HEADING_SHOWN = 200

/** A column's field by its place; null for one that isn't read. */
export type MatchedColumns = readonly (string | null)[]

interface ColumnMatchingProps {
  /** The file as it was checked. */
  readonly checked: { readonly headings: readonly string[]; readonly columns: MatchedColumns }
  /** As they are matched by now. */
  readonly columns: MatchedColumns
  readonly fields: readonly { readonly value: string; readonly label: string }[]
  /** A field that more than one column may be. */
  readonly several?: string
  readonly texts: { readonly columns: (read: number, all: number) => string; readonly notRead: string }
  readonly isOpen?: boolean
  readonly onChange: (columns: MatchedColumns) => void
  readonly children?: ReactNode
}

/** Which column of a file is which field. A field that is given to another column leaves the one that had it. */
export function ColumnMatching(props: ColumnMatchingProps) {
  const { checked, columns, fields, several, texts, isOpen = false, onChange, children } = props
  const read = checked.columns.filter((one) => one !== null).length
  const give = (at: number, value: string) =>
    onChange(
      columns.map((one, place) =>
        place === at ? value || null : one === value && value !== several ? null : one,
      ),
    )
  return (
    <details open={isOpen} className={styles.columns}>
      <summary>{texts.columns(read, checked.headings.length)}</summary>
      <div className={styles.grid}>
        {checked.headings.map((heading, at) => (
          <NativeSelect
            // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one heading; their places stay
            key={at}
            size="xs"
            label={cut(heading, HEADING_SHOWN)}
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
