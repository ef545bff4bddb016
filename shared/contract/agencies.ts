import * as z from 'zod/mini'
import {
  CONTRACT_FILE_MAX_BYTES,
  CONTRACT_NAME_MAX,
  contractFileProblem,
} from '../domain/agency-contracts.ts'
import { agencyRecord, agencyValues } from '../records/admin/agency.ts'
import { getCall, listCall } from '../records/record.ts'
import { call } from './http-call.ts'
import { idText, recordID, timestamp } from './primitives.ts'
import { recordVersion, seenRecord } from './records.ts'

export const listAgencies = listCall(agencyRecord)
export const getAgency = getCall(agencyRecord)

const about = { spec: agencyRecord.spec, permission: agencyRecord.permission } as const
const CONTRACTS = '/api/admin/agencies/contracts'

export const saveAgency = call({
  path: '/api/admin/agencies/save',
  request: z.extend(agencyValues, {
    /** Both absent for a new one. */
    id: z.optional(recordID),
    version: z.optional(recordVersion),
  }),
  response: agencyRecord.row,
  summary:
    'Makes an agency, or changes the one that is named as it was seen. One that is ended has no active workers, and its people’s accounts end.',
  ...about,
})

export const endAgency = call({
  path: '/api/admin/agencies/deactivate',
  request: seenRecord,
  response: agencyRecord.row,
  summary: 'Ends an agency without active workers, and its people’s accounts. That can’t be undone.',
  ...about,
})

export const mergeAgencies = call({
  path: '/api/admin/agencies/merge',
  request: z.extend(seenRecord, {
    /** The agency that stays. */
    into: recordID,
  }),
  response: agencyRecord.row,
  summary:
    'Workers, users, contracts, applicants and the chat room of the one go to the other; the first has ended. Its rates stay its own.',
  ...about,
})

const agencyContract = z.object({
  id: recordID,
  name: z.string(),
  /** Days, YYYY-MM-DD; the last is null for no end. */
  from: z.string(),
  to: z.nullable(z.string()),
  fileName: z.string(),
  /** Null where they are gone. */
  addedBy: z.nullable(z.string()),
  addedAt: timestamp,
})
export type AgencyContract = z.output<typeof agencyContract>

export const agencyContracts = call({
  path: CONTRACTS,
  request: z.object({ id: recordID }),
  response: z.object({ contracts: z.array(agencyContract) }),
  summary: 'The contracts with an agency, the newest first.',
  ...about,
  extension: true,
})

export const addAgencyContract = call({
  path: `${CONTRACTS}/add`,
  sends: 'multipart',
  fileMax: CONTRACT_FILE_MAX_BYTES,
  request: z
    .object({
      file: z.file().check(
        z.superRefine((file, context) => {
          const message = contractFileProblem(file)
          if (message !== null) context.addIssue({ code: 'custom', message, input: file })
        }),
      ),
      /** The agency. */
      id: idText,
      name: z.string().check(z.trim(), z.minLength(1), z.maxLength(CONTRACT_NAME_MAX)),
      from: z.iso.date(),
      /** The last day; absent for no end. */
      to: z.optional(z.iso.date()),
    })
    .check(
      z.refine(({ from, to }) => to === undefined || to >= from, {
        error: 'It has to end after it begins.',
      }),
    ),
  response: agencyRecord.row,
  summary: 'Keeps a contract with an agency: a PDF of 8 MB at most, with its days.',
  ...about,
  extension: true,
})

export const agencyContractFile = call({
  path: `${CONTRACTS}/file`,
  answers: 'blob',
  request: z.object({ id: recordID }),
  response: z.unknown(),
  summary: 'A contract’s PDF.',
  ...about,
  extension: true,
})

export const removeAgencyContract = call({
  path: `${CONTRACTS}/remove`,
  request: z.object({ id: recordID }),
  response: agencyRecord.row,
  summary: 'Removes a contract, such as one that was added by mistake.',
  ...about,
  extension: true,
})
