import { Checkbox, UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import type { ListedRow } from '#shared/records/record.ts'
import { cellText } from './cell.ts'
import type { GridProps } from './Grid.tsx'
import { GroupHeading } from './GroupHeading.tsx'
import { groupName, type HeadingLine, linesOf } from './groups.ts'
import styles from './Records.module.css'
import { TEXT } from './text.ts'

/** Fields of a card below its title (spec 4 §1.11). */
const FIELDS = 4

/** The same page on a phone: a card for each record, its first column as the title (spec 4 §1.11). */
export function Cards(props: GridProps) {
  const { words, columns, fields, rows, groups, total, totals } = props
  const summed = fields.filter((field) => Object.hasOwn(totals, field))
  const list = (label: string, own: readonly ListedRow[]) => (
    <ul className={styles.cardList} aria-label={label}>
      {own.map((row) => (
        <Card key={row.id} {...props} row={row} />
      ))}
    </ul>
  )
  /** Each heading with the rows below it. */
  const parts: { readonly heading: HeadingLine; readonly own: ListedRow[] }[] = []
  for (const line of groups ? linesOf(rows, groups) : []) {
    if (line.row) parts.at(-1)?.own.push(line.row)
    else parts.push({ heading: line, own: [] })
  }
  return (
    <div className={styles.cards}>
      {groups
        ? parts.map(({ heading: { key, group }, own }) => (
            <section key={key}>
              <GroupHeading {...{ group, words }} of={groups} />
              {own.length > 0 ? list(groupName(group, groups.column), own) : null}
            </section>
          ))
        : list(TEXT.table(words.many), rows)}
      {summed.length > 0 ? (
        <p className={styles.cardSums}>
          <strong>{TEXT.sumOf(total)}</strong>
          {summed.map((field) => (
            <span key={field}>
              <small>{columns[field]?.label}</small>{' '}
              {cellText(totals[field] ?? null, columns[field] ?? { kind: 'number' })}
            </span>
          ))}
        </p>
      ) : null}
    </div>
  )
}

function Card({
  row,
  columns,
  fields,
  selection,
  openID,
  onOpen,
  Lead,
}: GridProps & { readonly row: ListedRow }) {
  const [title = 'id', ...others] = fields
  const name = cellText(row[title], columns[title] ?? { kind: 'text' })
  return (
    <li className={styles.card} data-open={openID === row.id || undefined}>
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
}
