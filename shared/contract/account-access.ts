import * as z from 'zod/mini'
import {
  ACCESS_PERMISSIONS,
  ACCESS_REASON_MAX,
  ACCESS_REASON_MIN,
  MAY_RESET,
  RESET_WAYS,
} from '../domain/account-access.ts'
import { quietHours } from './chat-status.ts'
import { call } from './http-call.ts'
import { done, noPayload, timestamp, userID } from './primitives.ts'
import { audioSetting } from './settings-entities.ts'
import { deviceID } from './sign-in.ts'
import { tokenType } from './token.ts'

const spec = '5 §3.6'
/** Why something is done against a person's will. */
const reason = z.string().check(z.trim(), z.minLength(ACCESS_REASON_MIN), z.maxLength(ACCESS_REASON_MAX))

export const lockAccount = call({
  path: '/api/support/account/lock',
  request: z.object({ userID, reason }),
  response: done,
  summary: 'Locks an account and ends its sessions. Sign-in says so once the password was right.',
  spec,
  permission: 'SUPPORT_CAN_LOCK_ACCOUNT',
})

export const unlockAccount = call({
  path: '/api/support/account/unlock',
  request: z.object({ userID }),
  response: done,
  summary: 'Unlocks an account, and forgets its failed sign-ins.',
  spec,
  permission: 'SUPPORT_CAN_UNLOCK_ACCOUNT',
})

export const resetAccountPassword = call({
  path: '/api/support/account/reset-password',
  request: z.object({ userID, way: z.enum(RESET_WAYS), reason }),
  response: z.object({
    /** Told once, and kept nowhere; null for a link. */
    temporaryPassword: z.nullable(z.string()),
  }),
  summary:
    'Resets a password by a mailed link (60 minutes, once) or a temporary password (24 hours, to be changed). All sessions end, and the person is mailed.',
  spec,
  permission: MAY_RESET,
})

export const resetAccountTwoFactor = call({
  path: '/api/support/account/reset-two-factor',
  request: z.object({ userID, reason }),
  response: done,
  summary: 'Forgets somebody’s authenticator app and recovery codes.',
  spec,
  permission: MAY_RESET,
})

export const accountSessions = call({
  path: '/api/support/account/sessions',
  request: z.object({ userID }),
  response: z.object({
    /** Null for whoever doesn't hold SUPPORT_CAN_EDIT_USER_SETTINGS. */
    sessions: z.nullable(
      z.array(
        z.object({
          /** Of the sign-in, which stays when its token is renewed. */
          id: z.string(),
          tokenType,
          deviceID: z.nullable(z.string()),
          /** '' where it isn't known. */
          address: z.string(),
          startedAt: timestamp,
          lastUsedAt: timestamp,
          /** Whether the caller looks through it. */
          isOwn: z.boolean(),
        }),
      ),
    ),
    /** Devices that the person signed in with in the last 30 days, and the paired one. */
    devices: z.array(
      z.object({
        deviceID: z.string(),
        isCompanion: z.boolean(),
        lastUsedAt: z.nullable(timestamp),
        /** Why nobody signs in from it; null where people do. */
        excludedFor: z.nullable(z.string()),
      }),
    ),
  }),
  summary:
    'Somebody’s devices, and for SUPPORT_CAN_EDIT_USER_SETTINGS their sign-ins that have not ended, with addresses.',
  spec,
  permission: { anyOf: ACCESS_PERMISSIONS },
})

export const endAccountSession = call({
  path: '/api/support/account/end-session',
  request: z.object({ userID, id: z.string().check(z.minLength(1), z.maxLength(100)), reason }),
  response: done,
  summary: 'Ends one sign-in of somebody.',
  spec,
  permission: 'SUPPORT_CAN_EDIT_USER_SETTINGS',
})

const personalSettings = z.object({ audio: audioSetting, quietHours })

export const accountSettings = call({
  path: '/api/support/account/settings',
  request: z.object({ userID, set: z.optional(personalSettings) }),
  response: personalSettings,
  summary:
    'How somebody is told of messages and when they are not to be disturbed; changes it where `set` is given.',
  spec,
  permission: 'SUPPORT_CAN_EDIT_USER_SETTINGS',
})

export const clearDevice = call({
  path: '/api/support/device/clear',
  request: z.object({ userID, deviceID, reason }),
  response: done,
  summary:
    'Forgets a device of somebody: its pairing and its sessions end, and their next sign-in registers it anew.',
  spec,
  permission: 'SUPPORT_CAN_CLEAR_DEVICE_ID',
})

export const excludeDevice = call({
  path: '/api/support/device/exclude',
  request: z.object({ deviceID, reason }),
  response: done,
  summary: 'Lets nobody sign in from a device any more, and ends all sessions from it.',
  spec,
  permission: 'SUPPORT_CAN_EXCLUDE_DEVICE_ID',
})

export const allowDevice = call({
  path: '/api/support/device/allow',
  request: z.object({ deviceID }),
  response: done,
  summary: 'Lets people sign in from an excluded device again.',
  spec,
  permission: 'SUPPORT_CAN_EXCLUDE_DEVICE_ID',
})

export const excludedDevices = call({
  path: '/api/support/device/excluded',
  request: noPayload,
  response: z.object({
    devices: z.array(z.object({ deviceID: z.string(), reason: z.string(), by: z.string(), at: timestamp })),
  }),
  summary: 'Devices from which nobody signs in, the last one first.',
  spec,
  permission: 'SUPPORT_CAN_EXCLUDE_DEVICE_ID',
})

export const exportSurveyToolDetails = call({
  path: '/api/support/account/export-survey-tool-details',
  request: noPayload,
  response: z.unknown(),
  answers: 'blob',
  summary:
    'A file of active people’s user names, and those that they have in the dialler and the survey tool. No passwords.',
  spec,
  permission: 'SUPPORT_CAN_EXPORT_SURVEY_TOOL_DETAILS',
  extension: true,
})
