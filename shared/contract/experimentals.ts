import * as z from 'zod/mini'
import {
  EXPERIMENTAL_KEYS,
  EXPERIMENTAL_STATES,
  type ExperimentalState,
  type ExperimentalWhy,
} from '../domain/experimentals.ts'
import { call } from './http-call.ts'
import { done, noPayload, recordID, timestamp } from './primitives.ts'
import { recordVersion } from './records.ts'

const SPEC = '5 §5.8'
const ROOT = '/api/admin/experimentals'
const permission = 'ADMIN_CAN_EDIT_SETTINGS'
const IDS_MAX = 1000

const key = z.enum(EXPERIMENTAL_KEYS)
const state = z.enum(Object.keys(EXPERIMENTAL_STATES) as ExperimentalState[])
const ids = z.array(recordID).check(z.maxLength(IDS_MAX))
const named = z.object({ id: recordID, name: z.string() })
const percent = z.int().check(z.minimum(0), z.maximum(100))
const WHYS = [
  'ON',
  'PERSON',
  'ROLE',
  'AREA',
  'PERCENT',
  'OFF',
  'ENDED',
  'NOT_CHOSEN',
] as const satisfies readonly ExperimentalWhy[]

const experimental = z.object({
  key,
  name: z.string(),
  description: z.string(),
  state,
  people: z.array(named),
  roles: z.array(named),
  areas: z.array(named),
  percent,
  /** The last day that anybody has it. */
  endsOn: z.nullable(z.iso.date()),
  owner: z.nullable(named),
  /** 0 where nobody changed it yet. */
  version: z.int(),
  changedBy: z.nullable(z.string()),
  changedAt: z.nullable(timestamp),
  /** Active people who have it now. */
  has: z.int(),
})
export type Experimental = z.output<typeof experimental>

export const listExperimentals = call({
  path: `${ROOT}/list`,
  request: noPayload,
  response: z.object({
    experimentals: z.array(experimental),
    /** What they can be for. */
    roles: z.array(named),
    areas: z.array(named),
    /** Active people. */
    people: z.int(),
  }),
  summary: 'What is experimental in this version, and who has it.',
  spec: SPEC,
  permission,
})

export const saveExperimental = call({
  path: `${ROOT}/save`,
  request: z.object({
    key,
    /** The version that was seen. */
    version: z.int().check(z.nonnegative()),
    state,
    people: ids,
    roles: ids,
    areas: ids,
    percent,
    endsOn: z.nullable(z.iso.date()),
    ownerID: z.nullable(recordID),
  }),
  response: z.object({ version: recordVersion }),
  summary: 'Changes for whom it is; open windows hear of it. 409 where somebody changed it since.',
  spec: SPEC,
  permission,
})

export const endExperimental = call({
  path: `${ROOT}/off`,
  request: z.object({ key }),
  response: done,
  summary: 'Off for everybody, whatever was seen; whom it was for is kept.',
  spec: SPEC,
  permission,
  extension: true,
})

export const whyHasExperimental = call({
  path: `${ROOT}/why`,
  request: z.object({ key, userID: recordID }),
  response: z.object({
    displayName: z.string(),
    why: z.enum(WHYS),
    /** The role or area that is why, else null. */
    by: z.nullable(z.string()),
    /** The person's own share, 0 to 99. */
    share: z.int(),
    percent,
  }),
  summary: 'Whether somebody has it, and why.',
  spec: SPEC,
  permission,
  extension: true,
})

export const myExperimentals = call({
  path: '/api/experimentals/mine',
  request: noPayload,
  response: z.object({ keys: z.array(z.string()) }),
  summary: 'The keys of what the person has that is experimental.',
  spec: SPEC,
})
