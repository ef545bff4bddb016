import { ApiError, type FailedCall } from '../http/api-client.ts'

export interface DiagnosticEntry {
  /** In milliseconds since 1970. */
  readonly at: number
  readonly level: 'warn' | 'error'
  readonly message: string
}

/** Takes secrets and personal text out of a text; @param names what people are called who may stand in it */
export type Clean = (text: string, names: readonly string[]) => string

/**
 * The last warnings and errors of the page, for support. In memory only, and read through `clean` only:
 * what is read may be copied into a ticket. The rules for that are large, and come with the dialog that
 * shows the entries.
 */
export interface Diagnostics {
  /** The first part is a programmer's message; of the others only the kind is kept. */
  add(level: DiagnosticEntry['level'], parts: readonly unknown[]): void
  /** Keeps the id by which the server's log knows the call, too. */
  callFailed(call: FailedCall): void
  /** Oldest first, without secrets and personal text. */
  entries(clean: Clean): readonly DiagnosticEntry[]
  /** Errors after that number that are the page's own, so no failed calls; oldest first. */
  faults(after: number): readonly Kept[]
  /** Calls back with each of them, until the returned function is called. */
  onFault(listener: () => void): () => void
}

/** Longest message that is kept, in characters. */
const MESSAGE_MAX = 2000
/** Lines of an error's stack that are kept, and members of an object that are named. */
const FRAMES = 3
const MEMBERS = 8

/**
 * @param names what the person is called who is signed in
 * @param limit how many entries are kept
 * @param place the screen that is shown
 */
export function createDiagnostics(
  now: () => number,
  names: () => readonly string[] = () => [],
  limit = 200,
  place: () => string = () => '',
): Diagnostics {
  let kept: Kept[] = []
  let count = 0
  const listeners = new Set<() => void>()
  const keep = (level: DiagnosticEntry['level'], pieces: readonly Piece[], isCall = false) => {
    count++
    const entry = { at: now(), level, pieces, names: names(), number: count, isCall, place: place() }
    kept = [...kept, entry].slice(-limit)
    if (isFault(entry)) for (const listener of listeners) listener()
  }
  return {
    add(level, parts) {
      keep(
        level,
        parts.flatMap((part, at) => [...(at > 0 ? [' '] : []), ...piecesOf(part, at === 0)]),
      )
    },
    callFailed({ method, path, error }) {
      const { failure, status, requestId } = error
      const known = requestId === '' ? '' : `, request ${requestId}`
      const isOurs = failure === 'refused' && status < 500
      keep(
        isOurs ? 'warn' : 'error',
        [`${method} ${path}: ${failure}${status > 0 ? ` ${status}` : ''}${known}`],
        true,
      )
    },
    entries: (clean) =>
      kept.map((entry) => ({ at: entry.at, level: entry.level, message: messageOf(entry, clean) })),
    faults: (after) => kept.filter((entry) => entry.number > after && isFault(entry)),
    onFault(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** Words of ours, or somebody's that are cleaned before they are read. */
type Piece = string | { readonly raw: string }

/** A warning or an error as it is kept. */
export interface Kept extends Omit<DiagnosticEntry, 'message'> {
  readonly pieces: readonly Piece[]
  /** What the person was called who was signed in then. */
  readonly names: readonly string[]
  /** Counts what was kept, from 1. */
  readonly number: number
  /** A call that failed. */
  readonly isCall: boolean
  /** The screen that was shown. */
  readonly place: string
}

const isFault = ({ level, isCall }: Kept) => level === 'error' && !isCall

/** An entry in words. */
export function messageOf({ pieces, names }: Kept, clean: Clean): string {
  const text = pieces.map((piece) => (typeof piece === 'string' ? piece : clean(piece.raw, names)))
  return text.join('').slice(0, MESSAGE_MAX)
}

const raw = (text: string): Piece => ({ raw: text.slice(0, 2 * MESSAGE_MAX) })

function piecesOf(part: unknown, isFirst: boolean): readonly Piece[] {
  if (part instanceof Error) return errorPieces(part)
  if (typeof part === 'string') return [isFirst ? raw(part) : '[text]']
  if (Array.isArray(part)) return [`[${part.length}]`]
  if (typeof part !== 'object' || part === null) return [String(part)]
  const members = Object.keys(part).slice(0, MEMBERS)
  return [`{${members.map((name) => (/^[\w$]{1,40}$/.test(name) ? name : '[text]')).join(', ')}}`]
}

function errorPieces(error: Error): readonly Piece[] {
  // What the server said is for the person, and may name others; the failed call has an entry of its own.
  const words = error instanceof ApiError ? String(error.status) : raw(error.message)
  const frames = (error.stack ?? '').split('\n').filter((line) => /:\d+:\d+\)?$/.test(line))
  return [`${error.name}: `, words, ...frames.slice(0, FRAMES).flatMap((line) => ['\n', raw(line.trim())])]
}

/** Keeps the browser's warnings and errors from its console and hands them to `diagnostics` (spec 1 §8). */
export function silenceConsole(target: Pick<Console, 'warn' | 'error'>, diagnostics: Diagnostics): void {
  target.warn = (...parts: unknown[]) => diagnostics.add('warn', parts)
  target.error = (...parts: unknown[]) => diagnostics.add('error', parts)
}

/** Keeps what nobody caught in the page, and code that couldn't be fetched. */
export function watchPageErrors(page: Pick<Window, 'addEventListener'>, diagnostics: Diagnostics): void {
  page.addEventListener('error', (event) => {
    const { error, message } = event
    diagnostics.add('error', error ? ['not caught:', error] : [`not caught: ${message}`])
  })
  page.addEventListener('unhandledrejection', ({ reason }) => {
    diagnostics.add('error', ['not caught in a promise:', reason])
  })
  // The build's own event, each time that a file of the application can't be had.
  page.addEventListener('vite:preloadError', (event) => {
    diagnostics.add('error', ['code could not be fetched:', (event as Event & { payload?: unknown }).payload])
  })
}

/** What React tells of screens that failed; `console` shows it where there is one to look at. */
export function renderFailures(diagnostics: Diagnostics, console?: Pick<Console, 'error'>) {
  const failed =
    (what: string) =>
    (error: unknown): void => {
      diagnostics.add('error', [what, error])
      console?.error(what, error)
    }
  return {
    onCaughtError: failed('a part of the screen failed:'),
    onUncaughtError: failed('the screen failed:'),
    onRecoverableError: failed('the screen was drawn again:'),
  }
}
