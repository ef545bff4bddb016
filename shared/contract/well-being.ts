import * as z from 'zod/mini'
import { MOOD_COMMENTS_MAX, MOOD_QUESTIONS } from '../domain/mood.ts'
import { call } from './http-call.ts'
import { done, noPayload, timestamp, userID } from './primitives.ts'

const PERMISSION = 'CAN_USE_MOOD_CAPTURE'
const moodValue = z.int().check(z.minimum(1), z.maximum(5))

export const submitMood = call({
  path: '/api/well-being/submit-mood',
  request: z.object({
    moodValue,
    comments: z.string().check(z.maxLength(MOOD_COMMENTS_MAX)),
    userID,
    /** Whether the person's supervisor may see it. Otherwise nobody learns whose it is. */
    isShared: z.optional(z.boolean()),
  }),
  response: done,
  summary: 'Keeps how the person feels, from 1 (sad) to 5 (happy).',
  spec: '3 §3',
  permission: PERMISSION,
})

export const askMood = call({
  path: '/api/well-being/ask',
  request: z.object({
    question: z.enum(MOOD_QUESTIONS),
    /** The window was just opened: what has to be answered and wasn't is due again. */
    isOpening: z.optional(z.boolean()),
  }),
  response: z.object({
    /** Ask now. No other window is told the same, unless it is opened while an answer is owed. */
    isDue: z.boolean(),
    /** Seconds until it is worth asking again; 0 where it is due. */
    inSeconds: z.int().check(z.nonnegative()),
    /** It can't be put off. */
    isRequired: z.boolean(),
    /** Ends after so many seconds without an answer; 0 for never. */
    timeoutSeconds: z.number().check(z.nonnegative()),
  }),
  summary:
    'Whether the person is to be asked how they are: after so much worked time (CHECK) or as the page likes (CAPTURE), 2 hours apart.',
  spec: '4 §4.2.1',
  permission: PERMISSION,
  extension: true,
})

export const moodEntry = z.object({
  moodValue,
  comments: z.string(),
  isShared: z.boolean(),
  at: timestamp,
})
export type MoodEntry = z.output<typeof moodEntry>

export const myMoods = call({
  path: '/api/well-being/mine',
  request: noPayload,
  response: z.array(moodEntry),
  summary: 'What the person said of themselves in the last 8 weeks, oldest first.',
  spec: '3 §2',
  permission: PERMISSION,
  extension: true,
})
