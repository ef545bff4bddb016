import * as z from 'zod/mini'
import { call } from './http-call.ts'
import { done, timestamp, userID } from './primitives.ts'

const PEOPLE_MAX = 500
const message = z.string().check(z.trim(), z.minLength(1), z.maxLength(1000))
const userIDs = z.array(userID).check(z.minLength(1), z.maxLength(PEOPLE_MAX))

/** A message about a quest (spec 1 §3). */
export const questMessage = z.object({ icon: z.string(), message: z.string(), time: timestamp })
export type QuestMessage = z.output<typeof questMessage>

/** A message that a manager pops up on somebody's screen. The documents don't show its fields. */
export const popupMessage = z.object({ name: z.string(), message: z.string(), time: timestamp })
export type PopupMessage = z.output<typeof popupMessage>

export const sendPopupMessage = call({
  path: '/api/communication/popup/send',
  request: z.object({ userIDs, message }),
  response: done,
  summary: 'Pops a message up on the screens of these people; who is away sees it when they are back.',
  spec: '1 §7',
  permission: 'CAN_SEND_POPUP',
  extension: true,
})

export const sendQuestMessage = call({
  path: '/api/igamification/quest-message',
  request: z.object({ userIDs, icon: z.string().check(z.minLength(1), z.maxLength(16)), message }),
  response: done,
  summary: 'Tells these people news of a quest, with an emoji.',
  spec: '1 §7',
  permission: 'GAMIFICATION_IS_QUEST_MASTER',
  extension: true,
})

export const dialEmergencyNumber = call({
  path: '/api/support/dial-emergency-number',
  request: z.object({ userID }),
  response: done,
  summary: "Asks the person's windows to dial the emergency number of this installation.",
  spec: '1 §7',
  permission: 'SUPPORT_CAN_EDIT_USER_SETTINGS',
  extension: true,
})
