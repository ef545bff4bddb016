import { Checkbox, UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { cellText } from './cell.ts'
import type { GridProps } from './Grid.tsx'
import styles from './Records.module.css'
import { TEXT } from './text.ts'

/** Fields of a card below its title (spec 4 §1.11). */
const FIELDS = 4

/** The same page on a phone: a card for each record, its first column as the title (spec 4 §1.11). */
export function Cards(props: GridProps) {
  const { words, columns, fields, rows, total, totals, selection, openID, onOpen, Lead } = props
  const [title = 'id', ...others] = fields
  const summed = fields.filter((field) => Object.hasOwn(totals, field))
  return (
    <ul className={styles.cards} aria-label={TEXT.table(words.many)}>
      {rows.map((row) => {
        const name = cellText(row[title], columns[title] ?? { kind: 'text' })
        return (
          <li key={row.id} className={styles.card} data-open={openID === row.id || undefined}>
            <Checkbox
              className={styles.cardCheck}
              aria-label={TEXT.selectRow(name)}
              checked={selection.chosen.has(row.id)}
              onChange={() => selection.toggle(row, false)}
            />
            {Lead ? <Lead record={row} /> : null}
            <UnstyledButton className={styles.cardBody} data-row={row.id} onClick={() => onOpen(row.id)}>
              <span className="visually-hidden">{TEXT.open('')}</span>
              <span className={styles.cardTitle}>{name}</span>
              <span className={styles.cardFields}>
                {others.slice(0, FIELDS).map((field) => (
                  <span key={field}>
                    <small>{columns[field]?.label}</small>{' '}
                    {cellText(row[field], columns[field] ?? { kind: 'text' })}
                  </span>
                ))}
              </span>
            </UnstyledButton>
            <IconChevronRight size={18} aria-hidden="true" />
          </li>
        )
      })}
      {summed.length > 0 ? (
        <li className={styles.cardSums}>
          <strong>{TEXT.sumOf(total)}</strong>
          {summed.map((field) => (
            <span key={field}>
              <small>{columns[field]?.label}</small>{' '}
              {cellText(totals[field] ?? null, columns[field] ?? { kind: 'number' })}
            </span>
          ))}
        </li>
      ) : null}
    </ul>
  )
}
