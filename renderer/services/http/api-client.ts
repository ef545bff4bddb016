import type * as z from 'zod/mini'
import { type ErrorBody, errorBody } from '#shared/contract/error-body.ts'
import type { Call, RequestOf, ResponseOf } from '#shared/contract/http-call.ts'
import {
  HTTP_TEXT,
  httpProblem,
  RETRIED_STATUSES,
  RETRY_DELAY_MS,
  RETRY_LIMIT,
} from '#shared/domain/http-errors.ts'
import { fetchCode } from '../../ui/fetch-code.ts'
import type { RefusalWords } from './refusal-words.ts'
import type { OnProgress, UploadRequest } from './upload.ts'

/**
 * How long one attempt may take before it is given up, in milliseconds; for an upload, how long it
 * may stand still. The documents name no limit.
 */
const ATTEMPT_TIMEOUT_MS = 30_000

/**
 * Why a call failed.
 * - `refused`: the server answered with `status`.
 * - `unreachable`: no answer came (offline, refused, timed out).
 * - `nonsense`: the answer isn't what the contract says.
 * - `aborted`: the caller gave it up.
 */
export type ApiFailure = 'refused' | 'unreachable' | 'nonsense' | 'aborted'

/** What else is known of a failed call; an answer that said nothing has none of it. */
type Told = {
  readonly [K in 'sessionOver' | 'value' | 'code' | 'requestId' | 'fields']?: ApiError[K] | undefined
}

export class ApiError extends Error {
  readonly failure: ApiFailure
  /** The HTTP status of a refusal, else 0. */
  readonly status: number
  /** The session ended with this refusal; the person is told of it elsewhere. */
  readonly sessionOver: boolean
  /** What the refusal's body said, in the page's language; '' where it said nothing. `message` may say less. */
  readonly value: string
  /** Why the server refused (`RefusalCode`); '' where it didn't say. */
  readonly code: string
  /** By which the server's log knows the call; '' where no answer came. */
  readonly requestId: string
  /** What the server says of single fields of the request, in the page's language. */
  readonly fields: Readonly<Record<string, string>>

  constructor(failure: ApiFailure, message: string, status = 0, told: Told = {}) {
    super(message)
    this.name = 'ApiError'
    this.failure = failure
    this.status = status
    this.sessionOver = told.sessionOver ?? false
    this.value = told.value ?? ''
    this.code = told.code ?? ''
    this.requestId = told.requestId ?? ''
    this.fields = told.fields ?? {}
  }
}

/**
 * What a failure has to say to the person: of a call the shared words (spec 1 §8), of anything else
 * only that it went wrong.
 */
export function reasonOf(error: unknown): string {
  return error instanceof ApiError ? error.message : HTTP_TEXT.contactSupport
}

/** Whether no answer came, or one that will be otherwise: what is asked again later. */
export const comesLater = (error: ApiError): boolean =>
  error.failure !== 'refused' || error.sessionOver || error.status === 429 || error.status >= 500

/** A call that the server didn't answer as it should. */
export interface FailedCall {
  readonly method: string
  /** Without what was asked for. */
  readonly path: string
  readonly error: ApiError
}

export interface CallOptions {
  readonly signal?: AbortSignal
  /** Names this attempt at an effect; a retry with the same key takes effect once. Made up where absent. */
  readonly idempotencyKey?: string
  /**
   * No notice comes: the caller shows the failure in its own place, with `reasonOf` it
   * (`LoadFailure`), or nobody misses what couldn't be had. A session's end is told all the same.
   */
  readonly quiet?: boolean
  /** The call is about the very token that it is sent with, and never made again with its successor. */
  readonly thisTokenOnly?: boolean
}

export interface UploadOptions extends CallOptions {
  /** Told how far the upload is, from 0 to 1; a retry begins at 0 again. */
  readonly onProgress?: OnProgress
}

/** An upload that was given up (spec 1 §8). */
export const UPLOAD_ABORTED = 'Upload aborted.'

/** An answer's file, with the name the server gave it. */
export interface DownloadedFile {
  readonly blob: Blob
  readonly fileName: string
}

type AnswerOf<C extends Call> = C['answers'] extends 'blob' ? DownloadedFile : ResponseOf<C>

export interface ApiClient {
  /**
   * Makes a declared call: validates the request, adds the token, retries on 503, 504 and 419,
   * validates the answer.
   * @throws ApiError, whose message is for the person (spec 1 §8)
   */
  call<C extends Call>(call: C, request: RequestOf<C>, options?: CallOptions): Promise<AnswerOf<C>>
  /**
   * Makes a call that sends a form, which may take long: it says how far it is, and the signal ends it.
   * For the rest like `call`.
   * @throws ApiError; 'Upload aborted.' where the signal ended it (spec 1 §8)
   */
  upload<C extends Call>(call: C, request: RequestOf<C>, options?: UploadOptions): Promise<AnswerOf<C>>
}

export interface ApiClientServices {
  /** Origin of the server, '' for the page's own. */
  readonly baseUrl: string
  readonly fetch: typeof globalThis.fetch
  /** Makes an XMLHttpRequest: only they tell how far an upload is. */
  readonly newUpload: () => UploadRequest
  /** The stored token, with its 'Bearer ' prefix. */
  readonly token: () => string | null
  readonly newKey: () => string
  /** Resolves after that many milliseconds; rejects when the signal aborts. */
  readonly wait: (ms: number, signal?: AbortSignal) => Promise<void>
  /** Told of every failure that the caller doesn't show itself. */
  readonly onError: (error: ApiError) => void
  /** Told of every failure but those that were given up, for support. */
  readonly onFailed: (call: FailedCall) => void
  /**
   * The server no longer knows the session whose token was sent. Answers the token that has taken
   * its place in the meantime, with which the call is made once more, or null where there is none;
   * the person is then told by whoever ends the session.
   */
  readonly onSessionExpired: (token: string) => string | null
  /** What a refusal says; as the server put it where absent. */
  readonly words?: RefusalWords
  /** How many calls are under way, for the spinner (spec 1 §4.8). */
  readonly onActiveChange: (active: number) => void
}

/** The one place that talks HTTP with the server (spec 1 §7, §8). */
export function createApiClient(services: ApiClientServices): ApiClient {
  let active = 0
  const count = (change: 1 | -1) => {
    active = Math.max(0, active + change)
    services.onActiveChange(active)
  }

  const make = async <C extends Call>(
    call: C,
    request: RequestOf<C>,
    options: UploadOptions,
    aborted: string,
  ): Promise<AnswerOf<C>> => {
    count(1)
    try {
      return await callOnce(services, call, request, options)
    } catch (error) {
      const known = asApiError(error, options.signal, aborted)
      if (known.failure !== 'aborted')
        services.onFailed({ method: call.method, path: call.path, error: known })
      if (known.failure !== 'aborted' && !known.sessionOver && !options.quiet) services.onError(known)
      throw known
    } finally {
      count(-1)
    }
  }
  return {
    call: (call, request, options = {}) => make(call, request, options, 'The request was given up.'),
    upload: (call, request, options = {}) => make(call, request, options, UPLOAD_ABORTED),
  }
}

/**
 * What the call's own rule says of a request that never leaves, such as a file that is too large. A rule without
 * words of its own says 'Invalid input'.
 */
const ruleBroken = ([first]: readonly z.core.$ZodIssue[]) =>
  first?.code === 'custom' && first.message !== 'Invalid input' ? first.message : HTTP_TEXT.badRequest

async function callOnce<C extends Call>(
  services: ApiClientServices,
  call: C,
  request: RequestOf<C>,
  options: UploadOptions,
): Promise<AnswerOf<C>> {
  const input = call.request.safeParse(request)
  if (!input.success) throw new ApiError('refused', ruleBroken(input.error.issues), 400)
  const url = services.baseUrl + (call.method === 'GET' ? call.path + queryOf(input.data) : call.path)
  const key = options.idempotencyKey ?? services.newKey()
  const attempt = async (first: string | null, last: boolean): Promise<AnswerOf<C>> => {
    let token = first
    const send = (isRetry: boolean) => {
      // A token that was renewed since and comes back much later ends the sign-in.
      if (isRetry && token !== null && !options.thisTokenOnly) token = services.token() ?? token
      const headers = headersOf(call, token, key)
      const sending = senderOf(services, call, input.data, headers, options.onProgress ?? (() => {}))
      return sendOnce(sending(url), options.signal)
    }
    const response = await sendWithRetries(services, send, options.signal)
    if (response.ok) return await readAnswer(call, response)
    const body = await refusedBody(response, services)
    const problem = httpProblem(response.status, call.path, body)
    const ended: string | null = problem.sessionExpired ? token : null
    const sessionOver = ended !== null
    const successor = sessionOver ? services.onSessionExpired(ended) : null
    if (successor !== null && !last && !options.thisTokenOnly) return await attempt(successor, true)
    throw new ApiError('refused', problem.message, response.status, {
      ...(body.readable && body),
      sessionOver: sessionOver && successor === null,
      requestId: requestIdOf(response),
    })
  }
  return await attempt(call.auth === 'none' ? null : services.token(), false)
}

function headersOf(call: Call, token: string | null, key: string): Record<string, string> {
  return {
    // The browser names a form's own type, with the boundary that it chose.
    ...(call.method === 'POST' && call.sends === 'json' ? { 'Content-Type': 'application/json' } : {}),
    ...(call.method === 'POST' ? { 'Idempotency-Key': key } : {}),
    ...(token === null ? {} : { Authorization: token }),
  }
}

function queryOf(input: unknown): string {
  const pairs = Object.entries((input ?? {}) as Record<string, unknown>).filter(([, value]) => value != null)
  if (pairs.length === 0) return ''
  return `?${new URLSearchParams(pairs.map(([name, value]) => [name, String(value)]))}`
}

/** One key over all attempts, so that what the server had already done isn't done again. */
async function sendWithRetries(
  services: ApiClientServices,
  send: (isRetry: boolean) => Promise<Response>,
  signal: AbortSignal | undefined,
): Promise<Response> {
  for (let retries = 0; ; retries++) {
    const response = await send(retries > 0)
    if (!RETRIED_STATUSES.includes(response.status) || retries === RETRY_LIMIT) return response
    await services.wait(RETRY_DELAY_MS, signal)
  }
}

/** One attempt; `alive` says that it still gets on. */
type Attempt = (signal: AbortSignal, alive: () => void) => Promise<Response>

/** How a call goes out: forms with their progress, everything else by `fetch`. */
function senderOf(
  { fetch, newUpload }: ApiClientServices,
  { method, sends }: Call,
  input: unknown,
  headers: Record<string, string>,
  onProgress: OnProgress,
): (url: string) => Attempt {
  if (sends === 'multipart') {
    return (url) => async (signal, alive) => {
      onProgress(0)
      // Nobody has a form to send before they are signed in, or came by a link.
      const { formOf, sendForm } = await fetchCode(() => import('./upload.ts'))
      return sendForm(newUpload(), url, { method, headers, body: formOf(input), signal }, (done) => {
        alive()
        onProgress(done)
      })
    }
  }
  const body = method === 'POST' ? { body: JSON.stringify(input ?? {}) } : {}
  return (url) => (signal) => fetch(url, { method, headers, credentials: 'omit', ...body, signal })
}

async function sendOnce(attempt: Attempt, signal: AbortSignal | undefined): Promise<Response> {
  const limit = new AbortController()
  const begin = () => setTimeout(() => limit.abort(), ATTEMPT_TIMEOUT_MS)
  let timer = begin()
  const alive = () => {
    clearTimeout(timer)
    timer = begin()
  }
  try {
    return await attempt(signal ? AbortSignal.any([signal, limit.signal]) : limit.signal, alive)
  } finally {
    clearTimeout(timer)
  }
}

type SaidBody =
  | { readonly readable: false }
  | {
      readonly readable: true
      readonly value: string | undefined
      readonly code: string | undefined
      readonly fields: Readonly<Record<string, string>>
    }

async function refusedBody(response: Response, { words }: ApiClientServices): Promise<SaidBody> {
  try {
    const body: ErrorBody = errorBody.safeParse(await response.json()).data ?? {}
    const wordsOf = async (one: ErrorBody) => (words ? words(one) : one.value)
    const fields: Record<string, string> = {}
    for (const [field, one] of Object.entries(body.fields ?? {})) fields[field] = (await wordsOf(one)) ?? ''
    return { readable: true, value: await wordsOf(body), code: body.code, fields }
  } catch {
    return { readable: false }
  }
}

async function readAnswer<C extends Call>(call: C, response: Response): Promise<AnswerOf<C>> {
  if (call.answers === 'blob') {
    const file: DownloadedFile = { blob: await response.blob(), fileName: fileNameOf(response) }
    return file as AnswerOf<C>
  }
  const body: unknown =
    call.answers === 'text' ? await response.text() : await response.json().catch(() => undefined)
  const parsed = call.response.safeParse(body)
  if (!parsed.success) {
    throw new ApiError('nonsense', HTTP_TEXT.contactSupport, response.status, {
      requestId: requestIdOf(response),
    })
  }
  return parsed.data as AnswerOf<C>
}

/** Others than the server may answer in its place: what can't be an id of its is none. */
function requestIdOf(response: Response): string {
  return /^[\w-]{1,64}$/.exec(response.headers.get('x-request-id') ?? '')?.[0] ?? ''
}

/** The name of `Content-Disposition`, its UTF-8 form first (RFC 6266). */
function fileNameOf(response: Response): string {
  const header = response.headers.get('Content-Disposition') ?? ''
  const extended = /filename\*=UTF-8''([^;]+)/i.exec(header)?.[1]
  if (extended) return decodeURIComponent(extended)
  const [, quoted, plain] = /filename=(?:"((?:\\.|[^"\\])*)"|([^";\s]+))/i.exec(header) ?? []
  return quoted?.replace(/\\(.)/g, '$1') || plain || 'download'
}

function asApiError(error: unknown, signal: AbortSignal | undefined, aborted: string): ApiError {
  if (error instanceof ApiError) return error
  if (signal?.aborted) return new ApiError('aborted', aborted)
  return new ApiError('unreachable', HTTP_TEXT.unreachable)
}
