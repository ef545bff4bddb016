import type { CSSProperties } from 'react'
import type { ActivityName } from '#shared/domain/activity.ts'
import { type ActivityClass, ruleOf } from '#shared/domain/activity-rules.ts'
import { styleSlug } from '#shared/domain/style-settings.ts'

/** How an activity is drawn: by what it counts as. */
export const kindOf = (activity: ActivityName): ActivityClass => ruleOf(activity).class

/** Alt and this key go over to the choice at that place; none beyond ten. */
export const keyOf = (place: number): string | null =>
  place < 9 ? String(place + 1) : place === 9 ? '0' : null

/** '1:05:09', '4:30': a time that is counted each second. @param seconds whole ones */
export function clockText(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor((seconds % 3600) / 60)
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}

/** '5 h 20 min', '12 min', 'under a minute'. */
export function spanText(ms: number): string {
  const minutes = Math.floor(ms / 60_000)
  if (minutes < 1) return 'under a minute'
  const hours = Math.floor(minutes / 60)
  return [hours > 0 ? `${hours} h` : '', minutes % 60 > 0 || hours === 0 ? `${minutes % 60} min` : '']
    .filter(Boolean)
    .join(' ')
}

/** The colours that the company's style settings give an activity, as `--activity` and `--activity-bg`. */
export function activityColours(activity: ActivityName): CSSProperties {
  const name = `--fw-activity-${styleSlug(activity)}`
  return {
    '--activity': `var(${name}, var(--fw-text))`,
    '--activity-bg': `var(${name}-bg, var(--fw-hover))`,
  } as CSSProperties
}
