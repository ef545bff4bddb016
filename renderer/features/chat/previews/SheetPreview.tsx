import { Loader } from '@mantine/core'
import { useEffect, useState } from 'react'
import { moveAlong } from '../actions/ReactionPicker.tsx'
import styles from './Previews.module.css'
import { columnName, readSheets, type Sheet } from './sheets.ts'
import { TEXT } from './text.ts'

interface SheetPreviewProps {
  readonly blob: Blob
  readonly name: string
  readonly onError: () => void
}

/** A workbook's sheets, one at a time. */
export function SheetPreview({ blob, name, onError }: SheetPreviewProps) {
  const [sheets, setSheets] = useState<readonly Sheet[] | null>(null)
  const [shown, setShown] = useState(0)
  useEffect(() => {
    let current = true
    readSheets(blob, name).then(
      (read) => current && setSheets(read),
      () => current && onError(),
    )
    return () => {
      current = false
    }
  }, [blob, name, onError])
  if (sheets === null) return <Loader size="sm" aria-label={TEXT.openPreview} />
  const sheet = sheets[shown]
  return (
    <>
      {sheets.length < 2 ? null : (
        <div className={styles.tabs} role="toolbar" aria-label={TEXT.sheets} onKeyDown={moveAlong}>
          {sheets.map((one, index) => (
            <button
              key={one.name}
              type="button"
              aria-pressed={index === shown}
              onClick={() => setShown(index)}
            >
              <bdi>{one.name}</bdi>
            </button>
          ))}
        </div>
      )}
      {sheet?.isCut ? <p className={styles.note}>{TEXT.onlyBeginning}</p> : null}
      {sheet && sheet.rows.length > 0 ? (
        <SheetTable sheet={sheet} />
      ) : (
        <p className={styles.note}>{TEXT.emptySheet}</p>
      )}
    </>
  )
}

function SheetTable({ sheet }: { sheet: Sheet }) {
  const columns = Array.from({ length: Math.max(...sheet.rows.map((row) => row.length)) }, (_, n) =>
    columnName(n),
  )
  let line = 0
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
    <section className={styles.sheet} tabIndex={0} aria-label={sheet.name}>
      <table>
        <thead>
          <tr>
            <td />
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sheet.rows.map((row) => {
            line++
            return (
              <tr key={line}>
                <th scope="row">{line}</th>
                {columns.map((column, index) => (
                  <td key={column} dir="auto">
                    {row[index]}
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}
