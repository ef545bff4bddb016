/**
 * A value as JSON for a program's standard input, in ASCII: the console's code page can't spoil it.
 * Windows PowerShell reads it with `$READ_INPUT`.
 */
export function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Script that reads what `asciiJson` made into `$in`. */
export const READ_INPUT = '$in=[Console]::In.ReadToEnd()|ConvertFrom-Json'
