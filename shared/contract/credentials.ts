import * as z from 'zod/mini'
import { isOneLine } from '../domain/one-line.ts'
import {
  CREDENTIAL_ADDRESS_MAX,
  CREDENTIAL_NAME_MAX,
  CREDENTIAL_PASSWORD_MAX,
  CREDENTIAL_TOOLS,
  type CredentialTool,
} from '../domain/tool-credentials.ts'
import { call } from './http-call.ts'
import { done, recordID, timestamp } from './primitives.ts'
import { recordVersion } from './records.ts'

const PATH = '/api/admin/configuration/credentials'
const spec = '5 §5.5'
/** Who keeps credentials; who may remove VPN entries alone sees those, and nothing else. */
const MAY_SEE = { anyOf: ['ADMIN_CAN_MANAGE_CREDENTIALS', 'CAN_DELETE_VPN'] } as const

const tool = z.enum(Object.keys(CREDENTIAL_TOOLS) as CredentialTool[])
const line = (max: number) =>
  z.string().check(z.maxLength(max), z.refine(isOneLine, 'This is one line of text.'))
/** Whose they are: a person's own, or everybody's with a role who has none of their own. */
const whose = { userID: z.optional(recordID), roleID: z.optional(recordID) }
const isOneHolder = ({ userID, roleID }: { userID?: number | undefined; roleID?: number | undefined }) =>
  (userID === undefined) !== (roleID === undefined)
const oneHolder = z.refine<{ userID?: number | undefined; roleID?: number | undefined }>(
  isOneHolder,
  'Credentials are a person’s or a role’s.',
)

/** What somebody signs in to a tool with, without the password, which no admin is given. */
export const toolCredential = z.object({
  /** Among those of its holder. */
  id: recordID,
  version: recordVersion,
  holder: z.object({ kind: z.enum(['PERSON', 'ROLE']), id: recordID, name: z.string() }),
  tool,
  userName: z.string(),
  hasPassword: z.boolean(),
  address: z.string(),
  isAutoConnect: z.boolean(),
  forceReload: z.boolean(),
  /** The last day on which it is good; null for no end. */
  expires: z.nullable(z.iso.date()),
  isExpired: z.boolean(),
  /** Of a person's list: their sign-in gets this one. Of roles': it hasn't expired. */
  isUsed: z.boolean(),
  /** Null where it isn't known. */
  updatedAt: z.nullable(timestamp),
  updatedBy: z.nullable(z.string()),
})
export type ToolCredential = z.output<typeof toolCredential>

export const listCredentials = call({
  path: `${PATH}/list`,
  request: z.object({ userID: z.optional(recordID) }),
  response: z.object({
    credentials: z.array(toolCredential),
    /** Without a person: whose own end within 7 days. */
    expiring: z.array(
      z.object({ id: recordID, userID: recordID, name: z.string(), tool, expires: z.iso.date() }),
    ),
  }),
  summary:
    'Of a person their own credentials and those of their roles; else those of all roles. Never a password. Whoever may only remove VPN entries is given the person’s VPN entries alone.',
  spec,
  permission: MAY_SEE,
})

export const credentialValues = z.object({
  tool,
  userName: line(CREDENTIAL_NAME_MAX).check(z.trim(), z.minLength(1)),
  address: z._default(line(CREDENTIAL_ADDRESS_MAX).check(z.trim()), ''),
  /** Of a VPN. */
  isAutoConnect: z._default(z.boolean(), false),
  /** Of a survey tool. */
  forceReload: z._default(z.boolean(), false),
  expires: z._default(z.nullable(z.iso.date()), null),
})

export const saveCredential = call({
  path: `${PATH}/save`,
  request: z
    .object({
      ...whose,
      /** Both absent for a new one. */
      id: z.optional(recordID),
      version: z.optional(recordVersion),
      ...credentialValues.shape,
      /** Absent: the one that is kept. It is typed again for another address, so that it goes nowhere else. */
      password: z.optional(line(CREDENTIAL_PASSWORD_MAX)),
    })
    .check(oneHolder),
  response: toolCredential,
  summary:
    'Makes an entry, or changes the one that is named as it was seen. The password is sealed and never read again.',
  spec,
  permission: 'ADMIN_CAN_MANAGE_CREDENTIALS',
})

export const removeCredential = call({
  path: `${PATH}/remove`,
  request: z.object({ ...whose, id: recordID, version: recordVersion }).check(oneHolder),
  response: done,
  summary: 'Removes an entry: a VPN entry with CAN_DELETE_VPN, others with ADMIN_CAN_MANAGE_CREDENTIALS.',
  spec,
  permission: { anyOf: ['CAN_DELETE_VPN', 'ADMIN_CAN_MANAGE_CREDENTIALS'] },
})

export const credentialRoles = call({
  path: `${PATH}/roles`,
  request: z.object({}),
  response: z.object({ roles: z.array(z.object({ id: recordID, name: z.string(), people: z.int() })) }),
  summary: 'The roles that can have credentials, with how many people have each.',
  spec,
  permission: 'ADMIN_CAN_MANAGE_CREDENTIALS',
  extension: true,
})
