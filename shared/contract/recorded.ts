import * as z from 'zod/mini'
import { READING_KINDS } from '../domain/recorded-readings.ts'
import { EXPORT_TYPES } from './exports.ts'
import { call } from './http-call.ts'
import { noPayload, timestamp, userID } from './primitives.ts'

const kind = z.enum(READING_KINDS)

/** Something that was recorded about a person (spec 4 §2.2). */
export const recordedReading = z.object({
  /** The kind and a number, such as 'IDLE 12'. */
  id: z.string(),
  userID,
  kind,
  /** In words; what it is of stands in the kind. */
  value: z.string(),
  at: timestamp,
  purpose: z.string(),
  /** The permission that shows it to others; null: nobody else is shown it. */
  seenBy: z.nullable(z.string()),
  keepUntil: timestamp,
})
export type RecordedReading = z.output<typeof recordedReading>

/** Readings of one answer at most. */
export const READINGS_MAX = 200

const wanted = z.object({
  /** All where it is empty. */
  kinds: z._default(z.array(kind).check(z.maxLength(READING_KINDS.length)), []),
  from: z._default(z.nullable(timestamp), null),
  /** Earlier than this: the last answer's oldest, for those before it. */
  to: z._default(z.nullable(timestamp), null),
})

export const recordedMine = call({
  path: '/api/itracker/recorded/mine',
  request: wanted,
  response: z.object({
    readings: z.array(recordedReading),
    /** Whether there are older ones in that time. */
    hasMore: z.boolean(),
    asOf: timestamp,
  }),
  summary: 'What is recorded about the caller, latest first; 200 at most, older ones by `to`.',
  spec: '4 §4.2.1, §5.5',
  permission: 'ITRACKER_CAN_SEE_ACTIVITY_DASHBOARD',
})

export const recordedFile = call({
  path: '/api/itracker/recorded/file',
  request: z.extend(wanted, { type: z._default(z.enum(EXPORT_TYPES), 'Excel') }),
  response: z.unknown(),
  answers: 'blob',
  summary:
    'All that is recorded about the caller and matches, latest first, as a file; 50,000 readings at most.',
  spec: '4 §4.2.1, §1.6',
  permission: 'ITRACKER_CAN_SEE_ACTIVITY_DASHBOARD',
  extension: true,
})

export const recordedPolicy = call({
  path: '/api/itracker/recorded/policy',
  request: noPayload,
  response: z.object({
    rules: z.array(
      z.object({
        kind,
        isOn: z.boolean(),
        when: z.enum(['SHIFT', 'AVAILABLE', 'ASKING', 'ALWAYS', 'NEVER']),
        purpose: z.string(),
        seenBy: z.nullable(z.string()),
        /** '30 days'; '' where nothing is kept. */
        keptFor: z.string(),
        /** A looser rule that was decided, and from when it holds. */
        comes: z.nullable(z.object({ isOn: z.boolean(), keptFor: z.string(), at: timestamp })),
      }),
    ),
  }),
  summary:
    'What this installation records of people, kind by kind: whether, when, what for, who sees it, how long it is kept.',
  spec: '4 §4.2.1, §5.4',
  permission: 'ITRACKER_CAN_SEE_ACTIVITY_DASHBOARD',
})
