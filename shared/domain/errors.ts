/** The error log's words and limits (spec 5 §5.6). */
export const ERROR_LEVELS = { ERROR: 'Error', WARNING: 'Warning' } as const
export type ErrorLevel = keyof typeof ERROR_LEVELS

/** Where an error happened: DESKTOP is the desktop client, with the page that it shows. */
export const ERROR_SOURCES = {
  SERVER: 'Server',
  WEB: 'Web',
  DESKTOP: 'Desktop',
  JOB: 'Background service',
  ADAPTOR: 'Adaptor',
} as const
export type ErrorSource = keyof typeof ERROR_SOURCES

export const ERROR_STATES = {
  NEW: 'New',
  ACKNOWLEDGED: 'Acknowledged',
  RESOLVED: 'Resolved',
  IGNORED: 'Ignored',
} as const
export type ErrorState = keyof typeof ERROR_STATES

/** Longest message, place and stack that are kept, in characters; the latter two are ours, too. */
export const ERROR_MESSAGE_MAX = 500
export const ERROR_PLACE_MAX = 200
export const ERROR_STACK_MAX = 4000
/** Occurrences of an error that are kept; the others are counted. Ours. */
export const ERROR_OCCURRENCES_KEPT = 100
/** Errors that a window sends at once, and how often it may within an hour. Ours. */
export const ERRORS_SENT_MAX = 20
export const ERROR_REPORTS_AN_HOUR = 120
/** Different errors of windows that are kept apart within a day; the rest are one. Ours. */
export const CLIENT_ERRORS_A_DAY = 300

/** What is alike in a message that comes again with other numbers and ids. */
export function sameMessage(message: string): string {
  return message
    .replace(/\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/gi, '#')
    .replace(/\b(?=[\da-f]*\d)[\da-f]{6,}\b/gi, '#')
    .replace(/\d+/g, '#')
    .replace(/\s+/g, ' ')
    .trim()
}

/** A line of Chromium's or Node's stack: what ran, and where. Prose that begins with 'at' isn't one. */
const FRAME = /^at (?:(?:async |new |get |set )?[\w$.<>[\]#]+ (?:\[as [\w$]+\] )?\()?[^\s()]+:\d+:\d+\)?$/

/** A stack's lines that name a place in code; what stands before them is the message. */
export function framesOf(stack: string): string[] {
  return stack
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => FRAME.test(line))
}

/** The first place of a stack without its line, which moves with every build. */
export function sameFrame(stack: string): string {
  const [first = ''] = framesOf(stack)
  return first.replace(/:\d+:\d+(\)?)$/, '$1').replace(/-[\w-]{8}(?=\.js)/, '')
}
