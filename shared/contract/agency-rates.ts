import * as z from 'zod/mini'
import { DAY_KINDS, type RateDayKind } from '../domain/agency-rates.ts'
import { agencyRateRecord, agencyRateValues } from '../records/admin/agency-rate.ts'
import { getCall, listCall } from '../records/record.ts'
import { call } from './http-call.ts'
import { done, noPayload, recordID } from './primitives.ts'
import { recordVersion, seenRecord } from './records.ts'

const about = { spec: agencyRateRecord.spec, permission: agencyRateRecord.permission } as const
const PATH = '/api/admin/configuration/agency-rates'
const named = z.array(z.object({ id: recordID, name: z.string() }))

export const listAgencyRates = listCall(agencyRateRecord)
export const getAgencyRate = getCall(agencyRateRecord)

export const saveAgencyRate = call({
  path: `${PATH}/save`,
  request: z.object({
    /** Both absent for a new one. */
    id: z.optional(recordID),
    version: z.optional(recordVersion),
    rate: agencyRateValues,
  }),
  response: agencyRateRecord.row,
  summary:
    'Makes a rate, or changes the one that is named as it was seen. One that an approved pay line uses can only be ended.',
  ...about,
})

export const removeAgencyRate = call({
  path: `${PATH}/remove`,
  request: seenRecord,
  response: done,
  summary: 'Removes a rate that no pay line uses.',
  ...about,
})

export const tryAgencyRate = call({
  path: `${PATH}/try`,
  request: z.object({
    agencyID: recordID,
    contractTypeID: recordID,
    skillID: z.nullable(recordID),
    day: z.iso.date(),
    time: z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/)),
  }),
  response: z.object({
    dayKind: z.enum(Object.keys(DAY_KINDS) as RateDayKind[]),
    /** Null where none holds. */
    rate: z.nullable(agencyRateRecord.row),
    /** Why it is this one, in sentences. */
    why: z.array(z.string()),
  }),
  summary: 'Which rate holds for an agency, day, time and skill, and why.',
  extension: true,
  ...about,
})

export const agencyRateChoices = call({
  path: `${PATH}/choices`,
  request: noPayload,
  response: z.object({ agencies: named, contractTypes: named, skills: named }),
  summary: 'What a rate can be for: agencies that aren’t ended, contract types of agencies, active skills.',
  extension: true,
  ...about,
})
