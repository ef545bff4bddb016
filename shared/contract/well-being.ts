import * as z from 'zod/mini'
import { MOOD_COMMENTS_MAX } from '../domain/mood.ts'
import { call } from './http-call.ts'
import { done, userID } from './primitives.ts'

export const submitMood = call({
  path: '/api/well-being/submit-mood',
  request: z.object({
    moodValue: z.int().check(z.minimum(1), z.maximum(5)),
    comments: z.string().check(z.maxLength(MOOD_COMMENTS_MAX)),
    userID,
  }),
  response: done,
  summary: 'Keeps how the person feels, from 1 (sad) to 5 (happy).',
  spec: '3 §3',
  permission: 'CAN_USE_MOOD_CAPTURE',
})
