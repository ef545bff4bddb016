export interface DiagnosticEntry {
  readonly at: number
  readonly level: 'warn' | 'error'
  readonly message: string
}

/** The last warnings and errors of the page, for support. In memory only. */
export interface Diagnostics {
  add(level: DiagnosticEntry['level'], parts: readonly unknown[]): void
  /** Oldest first. */
  entries(): readonly DiagnosticEntry[]
}

/** Longest message that is kept, in characters. */
const MESSAGE_MAX = 2000
/** A session's token never gets into the entries, in whatever it comes. */
const TOKEN = /\b(?:Bearer\s+)?[\w-]{8,}\.[\w-]{8,}\.[\w-]+/g

export function createDiagnostics(now: () => number, limit = 200): Diagnostics {
  let kept: DiagnosticEntry[] = []
  return {
    add(level, parts) {
      const message = parts.map(textOf).join(' ').replace(TOKEN, '[token]').slice(0, MESSAGE_MAX)
      kept = [...kept, { at: now(), level, message }].slice(-limit)
    },
    entries: () => kept,
  }
}

function textOf(part: unknown): string {
  if (part instanceof Error) return `${part.name}: ${part.message}`
  if (typeof part === 'string') return part
  try {
    return JSON.stringify(part) ?? String(part)
  } catch {
    return String(part)
  }
}

/** Keeps the browser's warnings and errors from its console and hands them to `diagnostics` (spec 1 §8). */
export function silenceConsole(target: Pick<Console, 'warn' | 'error'>, diagnostics: Diagnostics): void {
  target.warn = (...parts: unknown[]) => diagnostics.add('warn', parts)
  target.error = (...parts: unknown[]) => diagnostics.add('error', parts)
}
