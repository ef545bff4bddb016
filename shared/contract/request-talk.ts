import * as z from 'zod/mini'
import { call } from './http-call.ts'
import { recordID } from './primitives.ts'

const request = z.object({ id: recordID })
/** Where people talk about it: a thread by its own id (spec 2 §3), of which the caller is a member from then on. */
const response = z.object({ threadID: recordID })
const permission = 'GENERAL_CAN_USE_TEAM_CHAT'

export const shiftRequestTalk = call({
  path: '/api/resource/shift-request/conversation',
  request,
  response,
  summary:
    'Opens the conversation about a request for one of its people or who decides on it: it begins when it is first opened, and has each step since.',
  spec: '4 §4.2.2, §5.3',
  permission,
  extension: true,
})

export const bookingTalk = call({
  path: '/api/resource/booking/conversation',
  request,
  response,
  summary:
    'Opens the conversation about a request for whose it is or who sees requests: it begins when it is first opened, and has each step since.',
  spec: '4 §4.2.2, §4.5.6',
  permission,
  extension: true,
})
