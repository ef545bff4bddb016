/** Where the main process reports what went wrong. Never given secrets or message contents. */
export type Report = (what: string, error?: unknown) => void

export function reportTo(stream: { write(text: string): unknown }): Report {
  return (what, error) => {
    const detail =
      error instanceof Error ? (error.stack ?? error.message) : error === undefined ? '' : String(error)
    stream.write(`[fieldwork] ${what}${detail && `: ${detail}`}\n`)
  }
}
