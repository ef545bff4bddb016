import { ActionIcon, Button, Checkbox, Popover } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconColumns3, IconGripVertical } from '@tabler/icons-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import type { Column } from '#shared/records/record.ts'
import styles from './Records.module.css'
import { TEXT } from './text.ts'
import { useDragOrder } from './use-drag-order.ts'

interface ColumnsProps {
  readonly columns: Readonly<Record<string, Column | undefined>>
  /** The fields that are shown, in their order. */
  readonly shown: readonly string[]
  readonly onChange: (shown: readonly string[]) => void
  readonly onReset: () => void
}

/** The columns that the person may see, which of them show, and in which order (spec 4 §1.2). */
export function Columns({ columns, shown, onChange, onReset }: ColumnsProps) {
  const [said, setSaid] = useState('')
  const hidden = Object.keys(columns).filter((field) => columns[field] && !shown.includes(field))
  const list = useRef<HTMLElement>(null)
  const moveTo = (field: string, to: number) => {
    const place = shown.indexOf(field)
    if (place < 0 || to < 0 || to >= shown.length) return
    onChange(shown.toSpliced(place, 1).toSpliced(to, 0, field))
    setSaid(TEXT.moved(columns[field]?.label ?? field, to + 1, shown.length))
  }
  const move = (field: string, by: number) => moveTo(field, shown.indexOf(field) + by)
  const { dragged, handle } = useDragOrder({
    order: shown,
    onMove: moveTo,
    onStep: (step, field, place) =>
      setSaid(TEXT.dragStep[step](columns[field]?.label ?? field, place + 1, shown.length)),
  })
  /** On which side of a row the dragged one would come to stand. */
  const sideOf = (field: string) => {
    if (!dragged || dragged.name === field) return undefined
    const others = shown.filter((one) => one !== dragged.name)
    if (others[dragged.to] === field) return 'before'
    return dragged.to === others.length && others.at(-1) === field ? 'after' : undefined
  }
  const onKey = (event: KeyboardEvent, field: string) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    move(field, event.key === 'ArrowUp' ? -1 : 1)
  }
  return (
    <Popover position="bottom-end" shadow="md" trapFocus returnFocus withinPortal>
      <Popover.Target>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconColumns3 size={16} stroke={1.7} aria-hidden="true" />}
        >
          {TEXT.columns}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <section ref={list} className={styles.chooser} aria-label={TEXT.columns}>
          {[...shown, ...hidden].map((field) => {
            const column = columns[field]
            if (!column) return null
            const isShown = shown.includes(field)
            return (
              <div
                key={field}
                className={styles.chooserRow}
                data-place={field}
                data-dragged={dragged?.name === field || undefined}
                data-side={sideOf(field)}
              >
                {isShown ? (
                  <ActionIcon
                    className={styles.grip ?? ''}
                    size="sm"
                    variant={dragged?.name === field ? 'filled' : 'subtle'}
                    color={dragged?.name === field ? 'blue' : 'gray'}
                    aria-label={TEXT.moveColumn(column.label)}
                    {...handle(field, () => list.current)}
                  >
                    <IconGripVertical size={15} aria-hidden="true" />
                  </ActionIcon>
                ) : (
                  <span className={styles.noGrip} />
                )}
                <Checkbox
                  className={styles.chooserName ?? ''}
                  label={column.label}
                  onKeyDown={(event) => onKey(event, field)}
                  checked={isShown}
                  // One has to stay: a page without columns shows nothing to click.
                  disabled={isShown && shown.length === 1}
                  onChange={() =>
                    onChange(isShown ? shown.filter((one) => one !== field) : [...shown, field])
                  }
                />
                {isShown ? (
                  <span className={styles.chooserMoves}>
                    <ActionIcon
                      size="sm"
                      variant="subtle"
                      color="gray"
                      aria-label={TEXT.moveUp(column.label)}
                      disabled={shown[0] === field}
                      onClick={() => move(field, -1)}
                    >
                      <IconChevronUp size={15} aria-hidden="true" />
                    </ActionIcon>
                    <ActionIcon
                      size="sm"
                      variant="subtle"
                      color="gray"
                      aria-label={TEXT.moveDown(column.label)}
                      disabled={shown.at(-1) === field}
                      onClick={() => move(field, 1)}
                    >
                      <IconChevronDown size={15} aria-hidden="true" />
                    </ActionIcon>
                  </span>
                ) : null}
              </div>
            )
          })}
          <p className={styles.hint}>{TEXT.columnHint}</p>
          <Button size="xs" variant="subtle" onClick={onReset}>
            {TEXT.resetColumns}
          </Button>
          <div role="status" className={styles.spoken}>
            {said}
          </div>
        </section>
      </Popover.Dropdown>
    </Popover>
  )
}
