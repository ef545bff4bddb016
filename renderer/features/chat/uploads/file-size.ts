import { visibleName } from '#shared/domain/bidi.ts'

const UNITS = ['B', 'KB', 'MB', 'GB'] as const

/** A size as people read it: '812 B', '3.4 MB'. */
export function fileSize(bytes: number): string {
  let value = bytes
  let unit = 0
  while (value >= 1024 && unit < UNITS.length - 1) {
    value /= 1024
    unit++
  }
  const shown = unit === 0 || value >= 10 ? Math.round(value) : Math.round(value * 10) / 10
  return `${shown} ${UNITS[unit]}`
}

/** A file's name as people read it: nothing turns it unseen. */
export const shownName = ({ name }: File): string => visibleName(name)
