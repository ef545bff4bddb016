import * as z from 'zod/mini'
import {
  INTERVIEW_AHEAD_MS,
  INTERVIEW_MAX_MS,
  isContactDetail,
  OUTCOMES,
  type Outcome,
} from '#shared/domain/interviews.ts'
import type { RefusalArgs, RefusalCode } from '#shared/texts/refusal.ts'
import { Refusal } from '../refusal.ts'
import { cellKey, type Named, personOf, projectOf } from './import-context.ts'

const text = (max: number) => z.string().check(z.trim(), z.maxLength(max))
const moment = z.iso.datetime({ offset: true })
const optional = <T extends z.ZodMiniType>(type: T) => z.optional(z.nullable(type))

/** A record as it is sent (spec 4 §3.3). */
const sentRecord = z.object({
  project: text(100).check(z.minLength(1)),
  interviewer: optional(text(100)),
  start: moment,
  end: optional(moment),
  /** In seconds. */
  duration: optional(z.number().check(z.minimum(0), z.maximum(1_000_000))),
  outcome: text(60),
  quotaCell: optional(text(200)),
  attempt: optional(z.int().check(z.minimum(1), z.maximum(1000))),
  appointmentTime: optional(moment),
  respondentRef: optional(text(100)),
  sourceCallID: optional(text(200)),
  isVoid: optional(z.boolean()),
  voidReason: optional(text(300)),
})

/** What one record of an import is wrong about. */
export class RecordFault extends Error {
  readonly field: string

  constructor(field: string, reason: string) {
    super(reason)
    this.field = field
  }
}

/** The values of an interview record, as they are kept. */
export interface ReadRecord {
  readonly projectID: number
  readonly userID: number | null
  readonly start: number
  readonly end: number
  readonly duration: number
  readonly outcome: Outcome
  readonly quotaCellID: number | null
  readonly attempt: number
  readonly appointmentTime: number | null
  readonly respondentRef: string
  readonly sourceCallID: string | null
  readonly isVoid: number
  readonly voidReason: string
}

/** What is wrong about a field, in the words of refusals. */
export function wrong<C extends RefusalCode>(field: string, code: C, ...params: RefusalArgs<C>): RecordFault {
  return new RecordFault(field, new Refusal(400, code, ...params).value)
}

const isOutcome = (value: string): value is Outcome => OUTCOMES.includes(value as Outcome)

type Issue = z.core.$ZodIssue

/** What isn't what it has to be, by what that is. */
const NOT_OF_KIND = {
  ...{ string: 'data.noText', boolean: 'data.noYesOrNo', number: 'data.noNumber', int: 'data.noWholeNumber' },
  ...{ date: 'data.noDay', datetime: 'data.noTime' },
} as const satisfies Readonly<Record<string, RefusalCode>>
const isKind = (name: string): name is keyof typeof NOT_OF_KIND => Object.hasOwn(NOT_OF_KIND, name)

/** What the schema found, in words for who sends the file. */
function faultOf(issue: Issue, field: string, value: unknown): RecordFault {
  if (field !== '' && (value === undefined || value === null || value === ''))
    return wrong(field, 'data.needed')
  if (issue.code === 'too_big') {
    const max = Number(issue.maximum)
    return wrong(field, issue.origin === 'string' ? 'data.textTooLong' : 'data.numberTooHigh', { max })
  }
  if (issue.code === 'too_small')
    return issue.origin === 'string'
      ? wrong(field, 'data.needed')
      : wrong(field, 'data.numberTooLow', { min: Number(issue.minimum) })
  if (issue.code === 'invalid_value')
    return wrong(field, 'data.noneOf', { values: issue.values.map(String).join(', ') })
  const wanted =
    issue.code === 'invalid_type' ? issue.expected : issue.code === 'invalid_format' ? issue.format : ''
  return wrong(field, isKind(wanted) ? NOT_OF_KIND[wanted] : 'data.notUnderstood')
}

/** @throws RecordFault with the first thing that the schema finds */
export function parsed<T extends z.ZodMiniType>(schema: T, record: unknown): z.output<T> {
  const result = schema.safeParse(record)
  if (result.success) return result.data
  const [issue] = result.error.issues
  if (!issue) throw wrong('', 'data.notUnderstood')
  const [first] = issue.path
  const value =
    first === undefined ? record : ((record ?? {}) as Readonly<Record<PropertyKey, unknown>>)[first]
  throw faultOf(issue, issue.path.join('.'), value)
}

/** What a record names, for `readNamed`; empty texts for what it doesn't. */
export function namesIn(record: unknown): { readonly project: string; readonly interviewer: string } {
  const { project, interviewer } = (record ?? {}) as Record<string, unknown>
  return {
    project: typeof project === 'string' ? project : '',
    interviewer: typeof interviewer === 'string' ? interviewer : '',
  }
}

function endOf(start: number, end: string | null | undefined, duration: number | null | undefined): number {
  if (end) {
    const at = Date.parse(end)
    if (at <= start) throw wrong('end', 'data.endBeforeStart')
    return at
  }
  if (typeof duration === 'number') return start + Math.round(duration * 1000)
  throw wrong('end', 'data.noEnd')
}

/**
 * An interview record as it was sent, with what it names (spec 4 §3.3, 'Checks').
 * @param now in milliseconds since 1970
 * @throws RecordFault with the field and why
 */
export function readRecord(record: unknown, named: Named, now: number): ReadRecord {
  const sent = parsed(sentRecord, record)
  const { project, interviewer, outcome, quotaCell, respondentRef, appointmentTime } = sent
  const projectID = projectOf(named, project)
  if (projectID === undefined) throw wrong('project', 'data.project', { code: project })
  const start = Date.parse(sent.start)
  const end = endOf(start, sent.end, sent.duration)
  if (end - start > INTERVIEW_MAX_MS) throw wrong('end', 'data.tooLong')
  if (end > now + INTERVIEW_AHEAD_MS) throw wrong('start', 'data.ahead')
  const userID = interviewer ? personOf(named, interviewer, start) : null
  if (interviewer && userID === null) throw wrong('interviewer', 'data.person', { value: interviewer })
  if (!isOutcome(outcome)) throw wrong('outcome', 'data.outcome', { value: outcome })
  const appointment = appointmentTime ? Date.parse(appointmentTime) : null
  if (outcome === 'APPOINTMENT' && appointment === null)
    throw wrong('appointmentTime', 'data.noAppointmentTime')
  if (respondentRef && isContactDetail(respondentRef)) throw wrong('respondentRef', 'data.contactDetail')
  const quotaCellID = quotaCell ? named.cells.get(cellKey(projectID, quotaCell)) : null
  if (quotaCellID === undefined) throw wrong('quotaCell', 'data.cell', { value: quotaCell ?? '' })
  return {
    ...{ projectID, userID, start, end, outcome, quotaCellID },
    duration: Math.round((end - start) / 1000),
    attempt: sent.attempt ?? 1,
    appointmentTime: appointment,
    respondentRef: respondentRef ?? '',
    sourceCallID: sent.sourceCallID || null,
    isVoid: sent.isVoid ? 1 : 0,
    voidReason: sent.isVoid ? (sent.voidReason ?? '') : '',
  }
}
