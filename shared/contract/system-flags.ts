import * as z from 'zod/mini'
import {
  FLAG_NOTE_MAX,
  FLAG_SEVERITIES,
  FLAG_TEXT_MAX,
  FLAG_TITLE_MAX,
  type FlagSeverity,
} from '../domain/system-flags.ts'
import { getCall, listCall } from '../records/record.ts'
import { systemFlagRecord } from '../records/support/system-flag.ts'
import { call } from './http-call.ts'
import { noPayload, recordID, timestamp } from './primitives.ts'
import { recordVersion } from './records.ts'

const { permission, spec, row } = systemFlagRecord
const line = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max))
const text = (max: number) => z._default(z.string().check(z.trim(), z.maxLength(max)), '')
const severities = Object.keys(FLAG_SEVERITIES) as FlagSeverity[]

const named = z.array(z.object({ id: recordID, name: z.string() }))

export const listFlags = listCall(systemFlagRecord)
export const getFlag = getCall(systemFlagRecord)

export const raiseFlag = call({
  path: '/api/support/flags/raise',
  request: z.object({
    title: line(FLAG_TITLE_MAX),
    severity: z.enum(severities),
    message: line(FLAG_TEXT_MAX),
    whatToDo: text(FLAG_TEXT_MAX),
    /** Null for everywhere. */
    areaID: z._default(z.nullable(recordID), null),
    /** Instead of an area; null for none. */
    projectID: z._default(z.nullable(recordID), null),
    /** When it clears itself; null for never. */
    endsAt: z._default(z.nullable(timestamp), null),
  }),
  response: row,
  summary: 'Raises a flag by hand, which stands until somebody clears it or its end.',
  spec,
  permission,
})

export const acknowledgeFlag = call({
  path: '/api/support/flags/acknowledge',
  request: z.object({ id: recordID, version: recordVersion, note: text(FLAG_NOTE_MAX) }),
  response: row,
  summary: 'Says that the caller looks after it. It stands on.',
  spec,
  permission,
})

export const clearFlag = call({
  path: '/api/support/flags/clear',
  request: z.object({ id: recordID, version: recordVersion, note: text(FLAG_NOTE_MAX) }),
  response: row,
  summary: 'Clears a flag that stands. One that raises itself comes back while its cause lasts.',
  spec,
  permission,
})

export const flagAreas = call({
  path: '/api/support/flags/areas',
  request: noPayload,
  response: z.object({ areas: named, projects: named }),
  summary: 'The areas and projects that a flag can be about.',
  spec,
  permission,
  extension: true,
})
