import type { KeyboardEvent } from 'react'

/** What the arrow keys move between: each link and each module or group. */
const STOPS = '[data-nav]'

/**
 * The arrow keys within the menu, as the WAI-ARIA disclosure pattern has them: up and down to the
 * next line, right opens a group or goes into it, left closes it or goes out of it, Home and End
 * to the ends. Put on the element that holds the lines.
 */
export function moveByArrowKey(event: KeyboardEvent<HTMLElement>): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  const here = (event.target as Element).closest<HTMLElement>(STOPS)
  const move = MOVES[event.key]
  if (!here || !move) return
  event.preventDefault()
  move(here, [...event.currentTarget.querySelectorAll<HTMLElement>(STOPS)])
}

type Move = (here: HTMLElement, stops: readonly HTMLElement[]) => void

const step =
  (by: number): Move =>
  (here, stops) =>
    stops[stops.indexOf(here) + by]?.focus()

const expanded = (stop: HTMLElement) => stop.getAttribute('aria-expanded')

const MOVES: Readonly<Record<string, Move>> = {
  ArrowDown: step(1),
  ArrowUp: step(-1),
  Home: (_here, stops) => stops[0]?.focus(),
  End: (_here, stops) => stops.at(-1)?.focus(),
  ArrowRight(here, stops) {
    if (expanded(here) === 'false') here.click()
    else if (expanded(here) === 'true') step(1)(here, stops)
  },
  ArrowLeft(here) {
    if (expanded(here) === 'true') return here.click()
    here.closest('ul')?.closest('li')?.querySelector<HTMLElement>(STOPS)?.focus()
  },
}
