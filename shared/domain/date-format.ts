import { LOCALE } from './working-time.ts'

/** Writes a date, or a moment in milliseconds since 1970, as people read it. */
export interface DateFormat {
  format(at: number | Date): string
}

/**
 * How dates are written in some place of the product. The browser's own format is made when the first
 * date is written: it reads the language's calendar for that, and a start that writes none goes on.
 */
// The mark lets a bundle drop the formats that it doesn't use.
/* @__NO_SIDE_EFFECTS__ */
export function dateFormat(options: Intl.DateTimeFormatOptions): DateFormat {
  let made: Intl.DateTimeFormat | undefined
  return {
    format(at) {
      made ??= new Intl.DateTimeFormat(LOCALE, options)
      return made.format(at)
    },
  }
}
