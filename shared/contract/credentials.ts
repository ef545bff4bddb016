import * as z from 'zod/mini'
import { CREDENTIAL_FIELDS, type CredentialField } from '../domain/credential-import.ts'
import { isOneLine } from '../domain/one-line.ts'
import {
  CREDENTIAL_IMPORT_STATES,
  IMPORT_KEYS,
  IMPORT_MAX_BYTES,
  IMPORT_MODES,
  IMPORT_OUTCOMES,
  IMPORT_TEXT,
  type ImportKey,
  type ImportMode,
  type ImportOutcome,
} from '../domain/people-import.ts'
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

const field = z.enum(Object.keys(CREDENTIAL_FIELDS) as CredentialField[])
const outcome = z.enum(Object.keys(IMPORT_OUTCOMES) as ImportOutcome[])

const importedRow = z.object({
  /** As a spreadsheet numbers it. */
  number: z.int(),
  outcome,
  /** Whom it is about, as far as the row says. */
  name: z.string(),
  /** '' where the row names none. */
  tool: z.string(),
  /** `value` is '' of a password. */
  problems: z.array(z.object({ column: z.string(), value: z.string(), message: z.string() })),
})
export type ImportedCredential = z.output<typeof importedRow>

export const importCredentials = call({
  path: `${PATH}/import`,
  sends: 'multipart',
  fileMax: IMPORT_MAX_BYTES,
  request: z.object({
    file: z.file().check(z.refine((file) => file.size <= IMPORT_MAX_BYTES, { error: IMPORT_TEXT.tooLarge })),
    mode: z._default(z.enum(Object.keys(IMPORT_MODES) as ImportMode[]), 'BOTH'),
    key: z._default(z.enum(Object.keys(IMPORT_KEYS) as ImportKey[]), 'userName'),
    /** The fields of the file's columns with commas between, '' for one that isn't read; absent: by their headings. */
    columns: z.optional(z.string().check(z.maxLength(4000))),
    /** 'Import the good rows'; else all or nothing. */
    isPartial: z._default(z.enum(['true', 'false']), 'false'),
    /** What the dry run answered; absent: a dry run, which changes nothing. */
    seen: z.optional(z.string().check(z.maxLength(100))),
  }),
  response: z.object({
    headings: z.array(z.string()),
    columns: z.array(z.nullable(field)),
    rows: z.array(importedRow),
    /** Names what the rows come to; the import wants it, and is refused once it is another. */
    seen: z.string(),
    /** The import that has begun, in the background; null of a dry run. */
    importID: z.nullable(recordID),
    /** What became of each row, as CSV; without passwords. */
    report: z.string(),
  }),
  summary:
    'Credentials of people from a CSV file or the first sheet of a workbook: a dry run, then the same file with what it answered. The file is kept nowhere, since it has passwords in it.',
  spec,
  permission: 'ADMIN_CAN_MANAGE_CREDENTIALS',
})

export const credentialImports = call({
  path: `${PATH}/imports`,
  request: z.object({}),
  response: z.object({
    imports: z.array(
      z.object({
        id: recordID,
        fileName: z.string(),
        by: z.string(),
        at: timestamp,
        state: z.enum(CREDENTIAL_IMPORT_STATES),
        /** Entries that it writes, and how many it has come to. */
        total: z.int(),
        done: z.int(),
        added: z.int(),
        updated: z.int(),
        /** Of the good rows those that somebody changed meanwhile. */
        failed: z.int(),
        /** Why it failed; '' else. */
        message: z.string(),
        /** Null while it runs, and where it left nothing. */
        undoUntil: z.nullable(timestamp),
      }),
    ),
  }),
  summary: 'Imports that run, and those of the last 24 hours, the newest first.',
  spec,
  permission: 'ADMIN_CAN_MANAGE_CREDENTIALS',
  extension: true,
})

export const stopCredentialImport = call({
  path: `${PATH}/import-stop`,
  request: z.object({ id: recordID }),
  response: done,
  summary: 'Stops an import between two rows. All or nothing: what it did is taken back.',
  spec,
  permission: 'ADMIN_CAN_MANAGE_CREDENTIALS',
  extension: true,
})

export const undoCredentialImport = call({
  path: `${PATH}/import-undo`,
  request: z.object({ id: recordID }),
  response: z.object({ undone: z.int(), kept: z.int() }),
  summary: 'Within 24 hours: takes back what an import wrote and nobody changed since.',
  spec,
  permission: 'ADMIN_CAN_MANAGE_CREDENTIALS',
  extension: true,
})

export const credentialTemplate = call({
  path: `${PATH}/import-template`,
  request: z.object({}),
  response: z.unknown(),
  answers: 'blob',
  summary: 'A CSV file with the headings and an example row.',
  spec,
  permission: 'ADMIN_CAN_MANAGE_CREDENTIALS',
  extension: true,
})
