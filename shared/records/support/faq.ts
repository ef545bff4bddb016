import * as z from 'zod/mini'
import { permissionName } from '../../contract/permissions.ts'
import { recordID, timestamp } from '../../contract/primitives.ts'
import { recordVersion } from '../../contract/records.ts'
import {
  FAQ_ANSWER_MAX,
  FAQ_AUDIENCE_MAX,
  FAQ_CATEGORY_MAX,
  FAQ_QUESTION_MAX,
  FAQ_STATES,
  type FaqState,
} from '../../domain/help-center.ts'
import { type Field, recordType } from '../record.ts'

const text = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max))
/** Largest place in a category. Ours. */
const PLACE_MAX = 9999

/** What a form of a question holds. */
export const faqValues = z.object({
  question: text(FAQ_QUESTION_MAX),
  answer: text(FAQ_ANSWER_MAX),
  category: text(FAQ_CATEGORY_MAX),
  /** People with any of these see it; everybody where there are none. */
  audience: z.array(permissionName).check(z.maxLength(FAQ_AUDIENCE_MAX)),
  /** Its place in its category. */
  place: z.int().check(z.minimum(0), z.maximum(PLACE_MAX)),
})

export const FAQ_FIELDS = {
  question: { kind: 'text', label: 'Question', max: FAQ_QUESTION_MAX, isRequired: true },
  answer: {
    kind: 'longText',
    label: 'Answer',
    max: FAQ_ANSWER_MAX,
    isRequired: true,
    hint: 'Plain text. An empty line begins a paragraph.',
  },
  category: { kind: 'text', label: 'Category', max: FAQ_CATEGORY_MAX, isRequired: true },
  audience: { kind: 'text', label: 'Who sees it' },
  place: {
    kind: 'number',
    label: 'Order',
    min: 0,
    max: PLACE_MAX,
    isRequired: true,
    hint: 'The smallest number stands first in its category.',
  },
} as const satisfies Record<keyof z.output<typeof faqValues>, Field>

/** Questions with their answers, as those who keep them see them (spec 5 §5.13). */
export const faqRecord = recordType({
  name: 'faqArticle',
  page: 'support.help-center.questions',
  path: '/api/support/faq',
  spec: '5 §5.13',
  words: { one: 'question', many: 'questions', none: 'No questions yet.' },
  row: z.object({
    id: recordID,
    version: recordVersion,
    ...faqValues.shape,
    state: z.enum(Object.keys(FAQ_STATES) as FaqState[]),
    isForAll: z.boolean(),
    /** How often people opened it. */
    views: z.int(),
    /** People who found it helpful, and who didn't. */
    helpful: z.int(),
    notHelpful: z.int(),
    updatedAt: timestamp,
  }),
  columns: {
    question: { kind: 'text', label: 'Question', isSearched: true, width: 24 },
    category: { kind: 'text', isGroupable: true, label: 'Category', isSearched: true, width: 13 },
    state: { kind: 'choice', label: 'State', choices: FAQ_STATES, width: 8 },
    isForAll: { kind: 'yesNo', label: 'For everybody', width: 9 },
    place: { kind: 'number', label: 'Order', width: 6 },
    views: { kind: 'number', label: 'Views', width: 6 },
    helpful: { kind: 'number', label: 'Helpful: yes', width: 8 },
    notHelpful: { kind: 'number', label: 'Helpful: no', width: 8 },
    answer: { kind: 'text', label: 'Answer', isSearched: true, isExtra: true, width: 24 },
    updatedAt: { kind: 'moment', label: 'Changed', isExtra: true, width: 12 },
  },
  order: [
    { field: 'category', direction: 'ASC' },
    { field: 'place', direction: 'ASC' },
  ],
  permission: 'SUPPORT_HELP_CENTER',
})
