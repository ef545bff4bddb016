import * as z from 'zod/mini'
import { FILE_NOTE_KINDS } from '../domain/file-notes.ts'
import { FEEDBACK_CATEGORIES } from '../domain/live-panel.ts'
import { QC_OUTCOMES } from '../domain/quality.ts'
import { DEVICE_KINDS } from '../domain/recorded-readings.ts'
import { call } from './http-call.ts'
import { dayOfPerson } from './my-day.ts'
import { recordID, timestamp, userID } from './primitives.ts'

export const startFeedback = call({
  path: '/api/supervisor/live-panel/start-feedback',
  request: z.object({ userID, category: z.enum(FEEDBACK_CATEGORIES) }),
  response: z.object({ meetingID: recordID }),
  summary:
    'Puts the caller and somebody at work on FEEDBACK SESSION and makes the call for it; when the call ends, both go back to what they did.',
  spec: '4 §4.4.1',
  permission: { allOf: ['QC_CAN_ADD', 'CAN_MAKE_CALL'] },
  extension: true,
})

export const livePerson = call({
  path: '/api/supervisor/live-panel/person',
  request: z.object({ userID }),
  response: z.extend(
    z.pick(dayOfPerson, {
      date: true,
      sessions: true,
      planned: true,
      exceptions: true,
      own: true,
      project: true,
      target: true,
      targets: true,
      lastHour: true,
      breaks: true,
      adherence: true,
      override: true,
      shift: true,
    }),
    {
      name: z.string(),
      /** Live projects on which they can work. */
      projects: z.array(z.object({ id: recordID, name: z.string() })),
      /** What was read of their machine and its network in the last 60 minutes, latest first. */
      machine: z.array(z.object({ kind: z.enum(DEVICE_KINDS), value: z.string(), at: timestamp })),
      tickets: z.array(z.object({ id: recordID, ticketType: z.string(), at: timestamp })),
      /** The last 5 reviews, latest first; none to people of an agency. */
      reviews: z.array(
        z.object({
          id: recordID,
          at: timestamp,
          project: z.string(),
          score: z.nullable(z.number()),
          outcome: z.nullable(z.enum(QC_OUTCOMES)),
        }),
      ),
      /** Actions of coaching that aren’t done, the next due first; likewise. */
      coachingActions: z.array(z.object({ text: z.string(), due: z.nullable(z.iso.date()) })),
      /** The last 5 file notes about them, latest first; null for whoever may neither read nor write any. */
      notes: z.nullable(
        z.array(
          z.object({
            id: recordID,
            at: timestamp,
            /** Null where its author is gone. */
            by: z.nullable(z.string()),
            kind: z.enum(FILE_NOTE_KINDS),
            text: z.string(),
            /** The person’s one reply; '' for none. */
            reply: z.string(),
          }),
        ),
      ),
      /** What they said today of how they feel, latest first, where they shared it; of the rest nothing is told. */
      moods: z.array(z.object({ at: timestamp, moodValue: z.number(), comments: z.string() })),
      commands: z.array(
        z.object({
          id: recordID,
          order: z.string(),
          state: z.string(),
          answer: z.string(),
          by: z.nullable(z.string()),
          at: timestamp,
        }),
      ),
    },
  ),
  summary:
    'Somebody’s day beside the live panel. That it was opened is written down, and told to the person.',
  spec: '4 §4.4.1, §5.5',
  permission: 'ISUPERVISOR_CAN_SEE_LIVE_PANEL',
})
