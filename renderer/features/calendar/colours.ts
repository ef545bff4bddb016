import type { CSSProperties } from 'react'
import type { EventType } from '#shared/domain/calendar.ts'
import { styleSlug } from '#shared/domain/style-settings.ts'

/** The colours that the deployment gives a type (spec 1 §3), for what is in this element. */
export function typeColours(type: EventType): CSSProperties {
  const name = `--fw-event-type-${styleSlug(type)}`
  return {
    ['--event-text' as string]: `var(${name}, var(--fw-text))`,
    ['--event-back' as string]: `var(${name}-bg, var(--fw-surface-2))`,
  }
}
