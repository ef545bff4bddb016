/**
 * A value as JSON for a program's standard input, in ASCII, which no code page can change. Windows PowerShell
 * reads it with `READ_INPUT`.
 */
export function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Script that reads the output of `asciiJson` into `$in`. */
export const READ_INPUT = '$in=[Console]::In.ReadToEnd()|ConvertFrom-Json'
