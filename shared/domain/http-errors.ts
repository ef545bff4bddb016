/** What the body of a refused call said. `readable`: it was JSON; with its message, if there was one. */
export type RefusedBody =
  | { readonly readable: false }
  | { readonly readable: true; readonly value: string | undefined }

/** What the person is told about a refused call, and whether their session is over. */
export interface HttpProblem {
  readonly message: string
  readonly sessionExpired: boolean
}

/** Statuses that are tried again, how often at most, and how far apart in milliseconds (spec 1 §7). */
export const RETRIED_STATUSES: readonly number[] = [503, 504, 419]
export const RETRY_LIMIT = 10
export const RETRY_DELAY_MS = 5000

export const HTTP_TEXT = {
  unknownAuth: 'Unknown issue with auth service. Please contact support. Quote code 40101',
  sessionOver: 'Your session is no longer valid.',
  tooManyFailed: 'You have made too many failed requests. Please contact support.',
  tooMany: 'Too many requests',
  contactSupport: 'There was an error with your request. Please contact support.',
  busy: 'The server is currently busy or is doing an update, please try again in a few moments.',
  unreachable: 'The server cannot be reached, please check your network.',
  badRequest: 'Bad request',
} as const

/** The shared handling of failed calls, row by row (spec 1 §8; 419, 429 and 504: decisions, Shell). */
export function httpProblem(status: number, url: string, body: RefusedBody): HttpProblem {
  const value = body.readable && body.value ? body.value : undefined
  const say = (message: string): HttpProblem => ({ message, sessionExpired: false })
  switch (status) {
    case 401:
      if (!body.readable) return { message: HTTP_TEXT.sessionOver, sessionExpired: true }
      return say(value ?? HTTP_TEXT.unknownAuth)
    case 429:
      if (!body.readable) return say(HTTP_TEXT.tooMany)
      return say(value ?? HTTP_TEXT.tooManyFailed)
    case 403:
      if (value === 'access denied') return say(`${url} - Access denied`)
      return say(value ?? HTTP_TEXT.contactSupport)
    case 503:
      return say(HTTP_TEXT.busy)
    case 404:
      return say(HTTP_TEXT.unreachable)
    case 400:
      return say(value ?? HTTP_TEXT.badRequest)
    default:
      return say(HTTP_TEXT.contactSupport)
  }
}
