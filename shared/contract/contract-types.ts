import * as z from 'zod/mini'
import {
  contractDay,
  contractTerms,
  contractTypeRecord,
  contractTypeValues,
} from '../records/admin/contract-type.ts'
import { listCall } from '../records/record.ts'
import { call } from './http-call.ts'
import { done, recordID } from './primitives.ts'
import { recordVersion, seenRecord } from './records.ts'

const about = { spec: contractTypeRecord.spec, permission: contractTypeRecord.permission } as const

/** A contract type with the terms of one day. */
const contractTypeOfDay = z.extend(contractTypeValues, {
  id: recordID,
  version: recordVersion,
  /** Null where no terms had begun: what stands there are the usual ones. */
  validFrom: z.nullable(contractDay),
  people: z.int(),
  isActive: z.boolean(),
})

/** Terms with the day from which they hold. */
const contractVersion = z.extend(contractTerms, {
  validFrom: contractDay,
})
export type ContractVersion = z.output<typeof contractVersion>

export const listContractTypes = listCall(contractTypeRecord)

export const getContractType = call({
  path: '/api/admin/contract-types/get',
  request: z.object({
    id: recordID,
    /** Its terms of that day; today where it isn't given. */
    day: z.optional(contractDay),
  }),
  response: contractTypeOfDay,
  summary: 'A contract type with the terms of a day.',
  extension: true,
  ...about,
})

export const saveContractType = call({
  path: '/api/admin/contract-types/save',
  request: z.extend(contractTypeValues, {
    /** Both absent for a new one. */
    id: z.optional(recordID),
    version: z.optional(recordVersion),
  }),
  response: contractTypeOfDay,
  summary:
    'Makes a contract type, or gives the one that is named as it was seen other terms from a day on. Earlier days keep theirs.',
  ...about,
})

export const contractVersions = call({
  path: '/api/admin/contract-types/versions',
  request: z.object({ id: recordID }),
  response: z.object({ versions: z.array(contractVersion) }),
  summary: 'All terms of a contract type, the newest first.',
  extension: true,
  ...about,
})

export const deactivateContractType = call({
  path: '/api/admin/contract-types/deactivate',
  request: z.extend(seenRecord, {
    /** True takes it back. */
    isActive: z._default(z.boolean(), false),
  }),
  response: contractTypeOfDay,
  summary: 'Nobody can be given a contract type that nobody has or was offered. Its terms stay.',
  ...about,
  spec: '5 §8',
})

export const mergeContractTypes = call({
  path: '/api/admin/contract-types/merge',
  request: z.extend(seenRecord, {
    /** The contract type that stays. */
    into: recordID,
  }),
  response: contractTypeOfDay,
  summary:
    'Who has the one, or was offered it, has the other from now on; shift patterns, booking windows, campaigns and agency rates go with them. The first is inactive and keeps its terms.',
  ...about,
  spec: '5 §8',
})

export const deleteContractType = call({
  path: '/api/admin/contract-types/delete',
  request: seenRecord,
  response: done,
  summary: 'Deletes a contract type that nobody has or had.',
  ...about,
})
