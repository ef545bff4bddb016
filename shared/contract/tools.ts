import * as z from 'zod/mini'
import { call } from './http-call.ts'
import { noPayload } from './primitives.ts'

/** What a person signs in with; both are empty where nothing is stored. */
const userAndPassword = z.object({ userName: z.string(), password: z.string() })
const dimensionsDetails = z.object({ username: z.string(), password: z.string() })

const diallerDetails = z.object({
  diallerUsername: z.string(),
  diallerPassword: z.string(),
  diallerURL: z.string(),
})

/** Who works with the dialler and the survey tools (spec 1 §1, 3 §6). */
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
