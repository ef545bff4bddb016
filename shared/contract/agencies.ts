import * as z from 'zod/mini'
import { agencyRecord, agencyValues } from '../records/admin/agency.ts'
import { getCall, listCall } from '../records/record.ts'
import { call } from './http-call.ts'
import { recordID } from './primitives.ts'
import { recordVersion } from './records.ts'

export const listAgencies = listCall(agencyRecord)
export const getAgency = getCall(agencyRecord)

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
  spec: agencyRecord.spec,
  permission: agencyRecord.permission,
})
