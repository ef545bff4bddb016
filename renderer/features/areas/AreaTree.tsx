import { IconBuilding, IconChevronRight, IconCloud, IconHome } from '@tabler/icons-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import type { AreaKind } from '#shared/records/admin/area.ts'
import styles from './Areas.module.css'
import { TEXT } from './text.ts'
import type { TreeLine } from './tree.ts'

const ICONS: Readonly<Record<AreaKind, typeof IconHome>> = {
  OFFICE: IconBuilding,
  HOME: IconHome,
  VIRTUAL: IconCloud,
}

interface AreaTreeProps {
  readonly lines: readonly TreeLine[]
  readonly chosen: number | null
  readonly onChoose: (id: number) => void
  readonly onToggle: (id: number, isOpen: boolean) => void
}

/** The tree of areas. One line is a stop of the Tab key; arrows go on from it, Enter opens an area. */
export function AreaTree({ lines, chosen, onChoose, onToggle }: AreaTreeProps) {
  const tree = useRef<HTMLDivElement>(null)
  const [focused, setFocused] = useState<number | null>(null)
  const stop = lines.find(({ area }) => area.id === (focused ?? chosen))?.area.id ?? lines[0]?.area.id
  const goTo = (line: TreeLine | undefined) => {
    if (!line) return
    setFocused(line.area.id)
    tree.current?.querySelector<HTMLElement>(`[data-area="${line.area.id}"]`)?.focus()
  }
  function onKeyDown(event: KeyboardEvent, at: number): void {
    const line = lines[at]
    if (!line || event.altKey || event.ctrlKey || event.metaKey) return
    const { area, isOpen, hasInside, level } = line
    switch (event.key) {
      case 'ArrowDown':
        goTo(lines[at + 1])
        break
      case 'ArrowUp':
        goTo(lines[at - 1])
        break
      case 'Home':
        goTo(lines[0])
        break
      case 'End':
        goTo(lines.at(-1))
        break
      case 'ArrowRight':
        if (isOpen) goTo(lines[at + 1])
        else if (hasInside) onToggle(area.id, true)
        break
      case 'ArrowLeft':
        if (isOpen) onToggle(area.id, false)
        else goTo(lines.slice(0, at).findLast((one) => one.level < level))
        break
      case 'Enter':
      case ' ':
        onChoose(area.id)
        break
      default:
        return
    }
    event.preventDefault()
  }
  return (
    <div ref={tree} role="tree" aria-label={TEXT.tree} className={styles.tree}>
      {lines.map(({ area, level, hasInside, isOpen, place, count }, at) => {
        const Icon = ICONS[area.kind]
        return (
          <div
            key={area.id}
            role="treeitem"
            data-area={area.id}
            className={styles.line}
            style={{ '--level': level } as React.CSSProperties}
            tabIndex={area.id === stop ? 0 : -1}
            aria-level={level}
            aria-setsize={count}
            aria-posinset={place}
            aria-selected={area.id === chosen}
            aria-expanded={hasInside ? isOpen : undefined}
            data-inactive={!area.isActive || undefined}
            onFocus={() => setFocused(area.id)}
            onClick={() => onChoose(area.id)}
            onKeyDown={(event) => onKeyDown(event, at)}
          >
            {hasInside ? (
              <button
                type="button"
                className={styles.toggle}
                data-open={isOpen}
                tabIndex={-1}
                aria-hidden="true"
                onClick={(event) => {
                  event.stopPropagation()
                  onToggle(area.id, !isOpen)
                }}
              >
                <IconChevronRight size={16} aria-hidden="true" />
              </button>
            ) : (
              <span className={styles.toggle} />
            )}
            <Icon size={17} stroke={1.7} className={styles.kindIcon} aria-hidden="true" />
            <span className={styles.lineName}>
              {area.name}
              {area.isActive ? null : <small>{TEXT.inactive}</small>}
            </span>
            <span className={styles.lineManager}>{area.managerName ?? TEXT.noManager}</span>
            <span className={styles.lineSeats}>
              {area.seats === null ? null : (
                <>
                  <meter
                    min={0}
                    max={Math.max(area.seats, 1)}
                    value={Math.min(area.seatsUsed, area.seats)}
                    aria-label={TEXT.seatsSpoken(area.seatsUsed, area.seats)}
                    data-over={area.seatsUsed > area.seats || undefined}
                  />
                  <span aria-hidden="true">{TEXT.seats(area.seatsUsed, area.seats)}</span>
                </>
              )}
            </span>
            <span className={styles.linePeople}>{TEXT.people(area.people)}</span>
          </div>
        )
      })}
    </div>
  )
}
