import { type FocusEvent, type KeyboardEvent, type RefObject, useState } from 'react'
import type { CalendarEvent } from '#shared/contract/calendar.ts'
import { DAY_MS } from '../when.ts'
import type { GridItem } from './items.ts'

const dayOfItem = ({ wallStart }: GridItem): number => Math.floor(wallStart / DAY_MS)
const timeOfItem = ({ wallStart }: GridItem): number =>
  wallStart - dayOfItem({ wallStart } as GridItem) * DAY_MS

/** The event that an arrow leads to: the one before or after on its day, or the nearest of another day. */
export function nextItem(items: readonly GridItem[], from: GridItem, key: string): GridItem | undefined {
  const place = items.indexOf(from)
  const day = dayOfItem(from)
  if (key === 'ArrowDown') return items.slice(place + 1).find((one) => dayOfItem(one) === day)
  if (key === 'ArrowUp') return items.slice(0, place).findLast((one) => dayOfItem(one) === day)
  if (key === 'Home') return items[0]
  if (key === 'End') return items.at(-1)
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return undefined
  const others = items.filter((one) => (key === 'ArrowRight' ? dayOfItem(one) > day : dayOfItem(one) < day))
  const near = key === 'ArrowRight' ? others[0] : others.at(-1)
  if (near === undefined) return undefined
  const away = (one: GridItem): number => Math.abs(timeOfItem(one) - timeOfItem(from))
  return others
    .filter((one) => dayOfItem(one) === dayOfItem(near))
    .reduce((best, one) => (away(one) < away(best) ? one : best))
}

/** Of a grid's events one is a stop of the Tab key; arrows go from one to another. */
export function useStop(
  root: RefObject<HTMLElement | null>,
  items: readonly GridItem[],
  onKey: (event: CalendarEvent, key: KeyboardEvent) => void,
) {
  const [wanted, setWanted] = useState<string | null>(null)
  const stop = items.some(({ id }) => id === wanted) ? wanted : (items[0]?.id ?? null)
  const itemAt = (target: EventTarget): GridItem | undefined => {
    const id = (target as Element).closest<HTMLElement>('[data-event]')?.dataset.event
    return id === undefined ? undefined : items.find((one) => one.id === id)
  }
  return {
    stop,
    onFocus: (focus: FocusEvent) => {
      const item = itemAt(focus.target)
      if (item && item.id !== wanted) setWanted(item.id)
    },
    onKeyDown: (key: KeyboardEvent) => {
      const item = itemAt(key.target)
      if (!item) return
      const next =
        key.altKey || key.ctrlKey || key.metaKey || key.shiftKey ? undefined : nextItem(items, item, key.key)
      if (next) {
        key.preventDefault()
        root.current?.querySelector<HTMLElement>(`[data-event="${CSS.escape(next.id)}"]`)?.focus()
      } else onKey(item.event, key)
    },
  }
}
