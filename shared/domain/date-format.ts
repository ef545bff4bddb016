import { LOCALE } from './locale.ts'

/** Writes a date, or a moment in milliseconds since 1970, as people read it. */
export interface DateFormat {
  format(at: number | Date): string
}

/**
 * How dates are written in one place of the product. Making a browser's date format is slow, because it loads
 * the language's calendar. So it is made when the first date is written.
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
