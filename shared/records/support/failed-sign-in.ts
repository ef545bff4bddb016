import * as z from 'zod/mini'
import { recordID, timestamp } from '../../contract/primitives.ts'
import { recordVersion } from '../../contract/records.ts'
import { recordType } from '../record.ts'

export const SIGN_IN_STEPS = { PASSWORD: 'Password', SECOND_STEP: 'Second step' } as const

/** Sign-ins that were refused in the last 90 days (spec 5 §5.11). */
export const failedSignInRecord = recordType({
  name: 'failedSignIn',
  page: 'support.home.sign-ins',
  path: '/api/support/failed-sign-ins',
  spec: '5 §5.11',
  words: { one: 'failed sign-in', many: 'failed sign-ins', none: 'No sign-in has failed.' },
  row: z.object({
    id: recordID,
    version: recordVersion,
    at: timestamp,
    /** Null where nobody has the name that was typed. */
    person: z.nullable(z.string()),
    userName: z.nullable(z.string()),
    step: z.enum(['PASSWORD', 'SECOND_STEP']),
    /** Whether it was refused unchecked, after too many before. */
    isLockedOut: z.boolean(),
    address: z.string(),
    /** Whether it was in the last hour. */
    isOfLastHour: z.boolean(),
  }),
  columns: {
    at: { kind: 'moment', label: 'When', width: 12 },
    person: {
      kind: 'text',
      picks: { of: 'person', by: 'userID' },
      label: 'Person',
      isSearched: true,
      width: 14,
    },
    userName: { kind: 'text', label: 'User name', isSearched: true, width: 11 },
    step: { kind: 'choice', label: 'Step', choices: SIGN_IN_STEPS, width: 9 },
    isLockedOut: { kind: 'yesNo', label: 'Locked out', width: 7 },
    address: { kind: 'text', label: 'Address', isSearched: true, width: 12 },
    isOfLastHour: { kind: 'yesNo', label: 'In the last hour', isExtra: true },
  },
  order: [{ field: 'at', direction: 'DESC' }],
  permission: 'SUPPORT_CAN_SEE_MODULE',
})
