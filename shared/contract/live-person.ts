import * as z from 'zod/mini'
import { call } from './http-call.ts'
import { dayOfPerson } from './my-day.ts'
import { recordID, timestamp, userID } from './primitives.ts'

export const livePerson = call({
  path: '/api/supervisor/live-panel/person',
  request: z.object({ userID }),
  response: z.extend(
    z.pick(dayOfPerson, {
      sessions: true,
      exceptions: true,
      own: true,
      project: true,
      target: true,
      breaks: true,
      adherence: true,
      override: true,
      shift: true,
    }),
    {
      name: z.string(),
      /** Live projects on which they can work. */
      projects: z.array(z.object({ id: recordID, name: z.string() })),
      tickets: z.array(z.object({ id: recordID, ticketType: z.string(), at: timestamp })),
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
