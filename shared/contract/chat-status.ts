import * as z from 'zod/mini'
import { QUIET_TIME } from '../domain/chat-quiet.ts'
import { PRESENCE_VALUES } from '../domain/presence.ts'
import { call } from './http-call.ts'
import { done, noPayload, userID } from './primitives.ts'

const TEAM_CHAT = 'GENERAL_CAN_USE_TEAM_CHAT'

export const updateChatStatus = call({
  permission: TEAM_CHAT,
  path: '/api/communication/chat/update-chat-status',
  request: z.object({ status: z.enum(PRESENCE_VALUES) }),
  response: done,
  summary:
    'What the person says they are: AVAILABLE, BE RIGHT BACK or BUSY; with CHAT_CAN_SET_ANY_STATUS any other.',
  spec: '2 §7',
})

export const chatStatuses = call({
  permission: TEAM_CHAT,
  path: '/api/communication/chat/statuses',
  request: noPayload,
  response: z.array(z.object({ userID, status: z.enum(PRESENCE_VALUES) })),
  summary: 'The statuses that people have chosen; who never chose one is left out.',
  spec: '2 §4',
  extension: true,
})

const clockTime = z.string().check(z.regex(QUIET_TIME, 'A time is HH:MM'))

export const quietHours = z.object({
  isEnabled: z.boolean(),
  from: clockTime,
  to: clockTime,
  /** Days of the week on which the quiet hours begin, 0 for Sunday. */
  days: z.array(z.int().check(z.minimum(0), z.maximum(6))).check(z.maxLength(7)),
})

export const getQuietHours = call({
  permission: TEAM_CHAT,
  path: '/api/settings/get-quiet-hours',
  request: noPayload,
  response: quietHours,
  summary: 'When the person is not to be disturbed, by the clock of where they are.',
  spec: '2 §1',
  extension: true,
})

export const saveQuietHours = call({
  permission: TEAM_CHAT,
  path: '/api/settings/save-quiet-hours',
  request: quietHours,
  response: done,
  summary: 'Keeps when the person is not to be disturbed.',
  spec: '2 §1',
  extension: true,
})
