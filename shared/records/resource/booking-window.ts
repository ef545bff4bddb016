import * as z from 'zod/mini'
import { recordID, timestamp } from '../../contract/primitives.ts'
import { recordVersion } from '../../contract/records.ts'
import { APPROVAL_WORDS, APPROVALS, WINDOW_STATE_WORDS, WINDOW_STATES } from '../../domain/booking-windows.ts'
import { recordType } from '../record.ts'

const day = z.iso.date()

/** Resource › Booking windows (spec 4 §4.5.4). */
export const bookingWindowRecord = recordType({
  name: 'bookingWindow',
  page: 'resource.booking-windows',
  path: '/api/resource/window',
  spec: '4 §4.5.4, §5.5',
  words: { one: 'booking window', many: 'booking windows', none: 'No booking window yet.' },
  row: z.object({
    id: recordID,
    version: recordVersion,
    name: z.string(),
    /** London's days of its slots. */
    from: day,
    to: day,
    opensAt: timestamp,
    closesAt: timestamp,
    /** Names, joined; empty for all of them. */
    areas: z.string(),
    contractTypes: z.string(),
    skills: z.string(),
    project: z.nullable(z.string()),
    places: z.int(),
    taken: z.int(),
    /** Per cent of the places. */
    booked: z.number(),
    /** How many people booked, and how many may and haven't. */
    people: z.int(),
    missing: z.int(),
    minimumHours: z.number(),
    maximumHours: z.nullable(z.number()),
    approval: z.enum(APPROVALS),
    state: z.enum(WINDOW_STATES),
  }),
  columns: {
    name: { kind: 'text', label: 'Name', isSearched: true, width: 14 },
    state: { kind: 'choice', label: 'State', choices: WINDOW_STATE_WORDS, width: 7 },
    from: { kind: 'day', label: 'From', width: 8 },
    to: { kind: 'day', label: 'To', width: 8 },
    places: { kind: 'number', isSummed: true, label: 'Places', width: 5.5 },
    taken: { kind: 'number', isSummed: true, label: 'Taken', width: 5.5 },
    booked: { kind: 'number', label: '% booked', width: 6 },
    people: { kind: 'number', label: 'People booked', width: 8 },
    missing: { kind: 'number', label: 'May and haven’t', width: 9 },
    opensAt: { kind: 'moment', label: 'Opens', width: 11 },
    closesAt: { kind: 'moment', label: 'Closes', width: 11 },
    areas: { kind: 'text', label: 'Areas', width: 10 },
    contractTypes: { kind: 'text', label: 'Contract types', width: 10 },
    skills: { kind: 'text', label: 'Skills', isExtra: true },
    project: {
      kind: 'text',
      picks: { of: 'project', by: 'projectID' },
      label: 'Project',
      isSearched: true,
      width: 11,
    },
    minimumHours: { kind: 'number', unit: 'HOURS', label: 'Least hours', isExtra: true },
    maximumHours: { kind: 'number', unit: 'HOURS', label: 'Most hours', isExtra: true },
    approval: { kind: 'choice', label: 'Approval', choices: APPROVAL_WORDS, width: 8 },
  },
  order: [{ field: 'from', direction: 'DESC' }],
  permission: 'IRESOURCE_CAN_SEE_BOOKING_WINDOWS',
})
