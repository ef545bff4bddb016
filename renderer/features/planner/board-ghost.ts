import type { RefObject } from 'react'
import { dateFormat } from '#shared/domain/date-format.ts'
import { LONDON, londonField, momentOfField } from '#shared/domain/london-time.ts'
import { type HoursCheck, SHIFT_STEP_MS } from '#shared/domain/working-hours.ts'
import { dayOf, type Line, type Shift, type ShiftValues } from './model.ts'
import styles from './Planner.module.css'

/** How the board stands: its days, the hours of a day that show, and its lines, each as high as the others. */
export interface Geometry {
  readonly days: readonly number[]
  readonly hours: { readonly from: number; readonly to: number }
  readonly rowPx: number
  readonly lines: readonly Line[]
}

const DAY = dateFormat({ weekday: 'short', day: 'numeric', month: 'short', timeZone: LONDON })
const TIME = dateFormat({ hour: '2-digit', minute: '2-digit', timeZone: LONDON })

export const timesText = ({ start, end }: { readonly start: number; readonly end: number }): string =>
  `${DAY.format(start)} ${TIME.format(start)}–${TIME.format(end)}`

const pad = (part: number) => String(part).padStart(2, '0')

/** A moment by London's clock, on a quarter hour; minutes count from that day's midnight. */
export function momentAt(day: number, minutes: number): number {
  const step = SHIFT_STEP_MS / 60_000
  const whole = Math.round(minutes / step) * step
  const date = dayOf(day)
  if (whole >= 24 * 60) return momentOfField(dayOf(Date.parse(`${date}T12:00Z`) + 24 * 3_600_000))
  return momentOfField(`${date}T${pad(Math.floor(whole / 60))}:${pad(whole % 60)}`)
}

/** Minutes since London's midnight. */
export function minutesOf(at: number): number {
  const field = londonField(at)
  return Number(field.slice(11, 13)) * 60 + Number(field.slice(14, 16))
}

export const lineOf = ({ lines }: Geometry, userID: number): number =>
  lines.findIndex((line) => line.kind === 'person' && line.id === userID)

/** How high the head of the board is, in pixels of the page. */
export const HEAD_PX = 58

/**
 * The first column of days within what scrolls: where it begins and how wide one is, in pixels of the page; `zoom` are
 * pixels of the screen for each of those.
 */
export function columnsOf(scroller: HTMLElement): {
  readonly left: number
  readonly width: number
  readonly zoom: number
} {
  const [head] = scroller.getElementsByClassName(styles.dayHead ?? '')
  const box = scroller.getBoundingClientRect()
  const rect = head?.getBoundingClientRect()
  const zoom = (head?.parentElement?.getBoundingClientRect().height ?? 0) / HEAD_PX || 1
  return {
    left: ((rect?.left ?? 0) - box.left) / zoom + scroller.scrollLeft,
    width: (rect?.width ?? 0) / zoom || 1,
    zoom,
  }
}

/** Puts the one moved element where a shift would be, with what is against it. */
export function showGhost(
  ghost: HTMLElement,
  scroller: HTMLElement,
  geometry: Geometry,
  values: ShiftValues,
  checks: readonly Pick<HoursCheck, 'blocks' | 'text'>[],
): void {
  const { days, hours, rowPx } = geometry
  const column = days.findIndex((day) => dayOf(day) === dayOf(values.start))
  const line = lineOf(geometry, values.userID)
  ghost.hidden = column < 0 || line < 0
  if (ghost.hidden) return
  const { left, width } = columnsOf(scroller)
  const share = (minutes: number) => (minutes / 60 - hours.from) / (hours.to - hours.from)
  const from = Math.max(0, share(minutesOf(values.start)))
  const long = (values.end - values.start) / 3_600_000 / (hours.to - hours.from)
  ghost.style.left = `${left + (column + from) * width}px`
  ghost.style.top = `${HEAD_PX + line * rowPx}px`
  ghost.style.width = `${Math.max(long * width, 12)}px`
  ghost.dataset.against = checks.some(({ blocks }) => blocks) ? 'blocks' : checks.length > 0 ? 'warns' : ''
  const [times, words] = ghost.children
  if (times) times.textContent = timesText(values)
  if (words) words.textContent = checks[0]?.text ?? ''
}

export function hideGhost(
  ghost: RefObject<HTMLElement | null>,
  scroller: RefObject<HTMLElement | null>,
): void {
  if (ghost.current) ghost.current.hidden = true
  for (const one of scroller.current?.querySelectorAll('[data-dragged]') ?? [])
    one.removeAttribute('data-dragged')
}

export const markDragged = (scroller: HTMLElement | null, shift: Shift): void =>
  scroller?.querySelector(`[data-shift="${shift.id}"]`)?.setAttribute('data-dragged', '')
