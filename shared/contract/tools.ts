import * as z from 'zod/mini'
import { call } from './http-call.ts'
import { noPayload, recordID, timestamp } from './primitives.ts'

/** A person's user name and password for a tool; both '' where none are stored. */
const userAndPassword = z.object({ userName: z.string(), password: z.string() })
const dimensionsDetails = z.object({ username: z.string(), password: z.string() })

const diallerDetails = z.object({
  diallerUsername: z.string(),
  diallerPassword: z.string(),
  diallerURL: z.string(),
})

/** Permissions to work with the dialler and the survey tools (spec 1 §1, 3 §6). */
const TOOL_USERS = {
  anyOf: ['CAN_INTERVIEW', 'ISUPERVISOR_CAN_SEE_MODULE', 'ADMIN_CAN_SEE_MODULE'],
} as const

export const viewVpn = call({
  path: '/api/services/view-vpn',
  request: noPayload,
  response: z.union([
    userAndPassword,
    z.array(z.object({ ...userAndPassword.shape, isAutoConnect: z.boolean() })),
  ]),
  summary:
    "The caller's VPN details: one pair, or a list where there are several or one that connects by itself; an empty list for none.",
  spec: '1 §7',
  permission: 'CAN_USE_VPN',
})

export const getVpn = call({
  method: 'GET',
  path: '/api/services/view-vpn',
  request: noPayload,
  response: userAndPassword,
  summary: "The caller's first VPN details, empty for none.",
  spec: '1 §7',
  permission: 'CAN_USE_VPN',
})

export const viewConfirmit = call({
  path: '/api/services/view-confirmit',
  request: noPayload,
  response: z.object({
    ...diallerDetails.shape,
    confirmitUsername: z.string(),
    confirmitPassword: z.string(),
    /** The survey tool must sign in afresh before it is used. */
    forceReload: z.boolean(),
  }),
  summary: "The caller's dialler and survey-tool details, empty where there are none.",
  spec: '1 §7',
  permission: TOOL_USERS,
})

export const viewDiallerOnly = call({
  path: '/api/services/view-dialler-only',
  request: noPayload,
  response: diallerDetails,
  summary: "The caller's dialler details, empty where there are none.",
  spec: '1 §7',
  permission: TOOL_USERS,
})

export const viewCatiDimensions = call({
  path: '/api/services/view-cati-dimensions',
  request: noPayload,
  response: dimensionsDetails,
  summary: "The caller's Dimensions details, empty where there are none.",
  spec: '1 §7',
  permission: TOOL_USERS,
})

export const viewCatiStagingDimensions = call({
  path: '/api/services/view-cati-staging-dimensions',
  request: noPayload,
  response: dimensionsDetails,
  summary: "The caller's details for the staging system of Dimensions, empty where there are none.",
  spec: '1 §7',
  permission: TOOL_USERS,
})

/** Something that the person has credentials for (spec 3 §3). */
export const externalService = z.object({
  id: recordID,
  serviceName: z.string(),
  userName: z.string(),
  /** Null where it isn't known. */
  lastUpdatedTime: z.nullable(timestamp),
})
export type ExternalService = z.output<typeof externalService>

const EXTERNAL_SERVICES = 'CAN_USE_EXTERNAL_SERVICES'

export const viewAllServices = call({
  path: '/api/services/view-all',
  request: noPayload,
  response: z.array(externalService),
  summary: 'What the caller has credentials for, without the passwords.',
  spec: '3 §7',
  permission: EXTERNAL_SERVICES,
})

export const revealService = call({
  path: '/api/services/reveal',
  request: z.object({ id: recordID }),
  response: z.object({ userName: z.string(), password: z.string(), url: z.string() }),
  summary: "One of the caller's own credentials, whole. It is noted in the person's event log.",
  spec: '3 §2',
  permission: EXTERNAL_SERVICES,
  extension: true,
})
