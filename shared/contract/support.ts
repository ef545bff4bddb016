import * as z from 'zod/mini'
import { GRADES } from '../domain/device-grading.ts'
import { SUPPORT_CARDS, type SupportCardKey } from '../domain/support-home.ts'
import { callFigures } from '../hubs/call-figures.ts'
import { getCall, listCall } from '../records/record.ts'
import { failedSignInRecord } from '../records/support/failed-sign-in.ts'
import { remoteCommandRecord } from '../records/support/remote-command.ts'
import { supportPersonRecord } from '../records/support/support-person.ts'
import { personDetails } from './admin-users.ts'
import { call } from './http-call.ts'
import { noPayload, recordID, timestamp, userID } from './primitives.ts'

const card = z.object({
  key: z.enum(Object.keys(SUPPORT_CARDS) as SupportCardKey[]),
  count: z.int(),
  /** Of SYSTEM_ISSUES: minutes lost today, of all whom the viewer sees; else null. */
  minutes: z.nullable(z.int()),
})

export const supportCards = call({
  path: '/api/support/home/cards',
  request: noPayload,
  response: z.object({ cards: z.array(card) }),
  summary: 'How many records each card’s list has for the viewer.',
  spec: '5 §5.11',
  permission: 'SUPPORT_CAN_SEE_MODULE',
  extension: true,
})

export const listSupportPeople = { ...listCall(supportPersonRecord), extension: true as const }

export const getSupportPerson = call({
  path: '/api/support/people/get',
  request: getCall(supportPersonRecord).request,
  response: z.extend(personDetails, {
    deviceID: z.nullable(z.string()),
    desktopVersion: z.nullable(z.string()),
    grade: z.nullable(z.enum(GRADES)),
    openTickets: z.int(),
    isDesktopOld: z.boolean(),
    hasSystemIssues: z.boolean(),
    systemIssueMinutes: z.int(),
  }),
  summary: 'One person, as support sees them. That somebody looked is written down.',
  spec: '5 §3.1',
  permission: supportPersonRecord.permission,
  extension: true,
})

/** How a person's call went at one of their windows. */
const callStatistic = z.extend(callFigures, {
  id: recordID,
  beganAt: timestamp,
  /** When its figures were last told: once a minute, and at its end. */
  endedAt: timestamp,
})
export type CallStatistic = z.output<typeof callStatistic>

export const personCallStatistics = call({
  path: '/api/support/people/call-statistics',
  request: z.object({ userID }),
  response: z.array(callStatistic),
  summary: 'How the newest 20 calls of a person went, the newest first.',
  spec: '5 §5.11',
  permission: supportPersonRecord.permission,
  extension: true,
})

export const listFailedSignIns = { ...listCall(failedSignInRecord), extension: true as const }
export const getFailedSignIn = getCall(failedSignInRecord)

export const listRemoteCommands = { ...listCall(remoteCommandRecord), extension: true as const }
export const getRemoteCommand = getCall(remoteCommandRecord)
