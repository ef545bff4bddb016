import * as z from 'zod/mini'
import { permissionName } from '../../contract/permissions.ts'
import { recordID, timestamp } from '../../contract/primitives.ts'
import { recordVersion } from '../../contract/records.ts'
import {
  FAQ_AUDIENCE_MAX,
  TOUR_NAME_MAX,
  TOUR_STEPS_MAX,
  TOUR_TEXT_MAX,
  TOUR_TITLE_MAX,
} from '../../domain/help-center.ts'
import { TOUR_SIDES } from '../../domain/tours.ts'
import { type Field, recordType } from '../record.ts'

/** Longest name of a target. */
const ELEMENT_MAX = 100

const tourStep = z.object({
  element: z.string().check(z.maxLength(ELEMENT_MAX)),
  title: z.string().check(z.trim(), z.minLength(1), z.maxLength(TOUR_TITLE_MAX)),
  text: z.string().check(z.trim(), z.maxLength(TOUR_TEXT_MAX)),
  placement: z.enum(TOUR_SIDES),
})

/** What a form of a tour holds. */
export const tourValues = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(TOUR_NAME_MAX)),
  /** People with any of these can take it; everybody where there are none. */
  audience: z.array(permissionName).check(z.maxLength(FAQ_AUDIENCE_MAX)),
  steps: z.array(tourStep).check(z.minLength(1), z.maxLength(TOUR_STEPS_MAX)),
})

export const TOUR_FIELDS = {
  name: { kind: 'text', label: 'Name', max: TOUR_NAME_MAX, isRequired: true },
  audience: { kind: 'text', label: 'Who can take it' },
  steps: { kind: 'longText', label: 'Stops', isRequired: true },
} as const satisfies Record<keyof z.output<typeof tourValues>, Field>

/** Guided tours, as those who keep them see them (spec 5 §5.13). */
export const tourRecord = recordType({
  name: 'tour',
  page: 'support.help-center.tours',
  path: '/api/support/tours',
  spec: '5 §5.13',
  words: { one: 'tour', many: 'tours', none: 'No tours yet.' },
  row: z.object({
    id: recordID,
    version: recordVersion,
    ...tourValues.shape,
    isForAll: z.boolean(),
    stops: z.int(),
    /** Stops whose target isn't in the menu. */
    lost: z.int(),
    /** People who went to its end. */
    finished: z.int(),
    updatedAt: timestamp,
  }),
  columns: {
    name: { kind: 'text', label: 'Name', isSearched: true, width: 20 },
    stops: { kind: 'number', label: 'Stops', width: 6 },
    lost: { kind: 'number', label: 'Stops without a target', width: 12 },
    isForAll: { kind: 'yesNo', label: 'For everybody', width: 9 },
    finished: { kind: 'number', label: 'Finished by', width: 9 },
    updatedAt: { kind: 'moment', label: 'Changed', width: 12 },
  },
  order: [{ field: 'name', direction: 'ASC' }],
  permission: 'SUPPORT_HELP_CENTER',
})
