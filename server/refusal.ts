import { type RefusalArgs, type RefusalCode, type RefusalParams, wordRefusal } from '#shared/texts/refusal.ts'
import { refusals } from '#shared/texts/refusals/en-GB.ts'

/**
 * A refusal: its status, why, and the English words for the person (spec 1 §8). Sentences stand in
 * `shared/texts/refusals`, so that a client of another language has its own.
 */
export class Refusal<C extends RefusalCode = RefusalCode> extends Error {
  readonly status: number
  readonly code: C
  readonly params: RefusalParams<C> | undefined
  /** Seconds after which to try again, for the header `Retry-After`. */
  readonly retryAfterSeconds: number | undefined
  /** What is wrong with each field of the request, where that is known. */
  fields: Readonly<Record<string, RefusalWords>> | undefined

  constructor(status: number, code: C, ...[params]: RefusalArgs<C>) {
    super(wordRefusal(refusals, code, params) ?? code)
    this.name = 'Refusal'
    this.status = status
    this.code = code
    this.params = params
  }

  /** Says which field of the request it is about. */
  about(field: string): this {
    const { value, code, params } = this
    this.fields = { [field]: { value, code, ...(params !== undefined && { params }) } }
    return this
  }

  /** The words in the body's `value`. */
  get value(): string {
    return this.message
  }
}

/** A refusal of one field as it goes out. */
interface RefusalWords {
  readonly value: string
  readonly code?: string
  readonly params?: unknown
}

/** What is wrong with a field of a request. */
export interface FieldFault {
  readonly field: string
  readonly refusal: Refusal
}

/** Refuses a request for all that is wrong with it; nothing where nothing is. Of a field the first counts. */
export function refuseFaults(faults: readonly FieldFault[]): void {
  const [first] = faults
  if (!first) return
  const { refusal } = first
  const all = faults.toReversed().map(({ field, refusal: one }) => one.about(field).fields)
  refusal.fields = Object.assign({}, ...all)
  throw refusal
}

/** Somebody who tries too often, and when they may again. */
export class TooMany<
  C extends 'signIn.tooManyAttempts' | 'speedTest.tooMany' | 'data.tooOften',
> extends Refusal<C> {
  override readonly retryAfterSeconds: number

  constructor(code: C, milliseconds: number, ...params: RefusalArgs<C>) {
    super(429, code, ...params)
    this.retryAfterSeconds = Math.ceil(milliseconds / 1000)
  }
}

/** No live session: 401 without a body, which is how a client learns that its session ended (spec 1 §8). */
export class SessionOver extends Error {
  readonly status = 401
}
