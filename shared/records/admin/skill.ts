import * as z from 'zod/mini'
import { recordID } from '../../contract/primitives.ts'
import { recordVersion } from '../../contract/records.ts'
import { type Field, recordType } from '../record.ts'

/** What kinds of skill there are (spec 5 §4.6). */
export const SKILL_CATEGORIES = {
  LANGUAGE: 'Language',
  METHOD: 'Method',
  SECTOR: 'Sector',
  TOOL: 'Tool',
  DUTY: 'Duty',
} as const
export type SkillCategory = keyof typeof SKILL_CATEGORIES
const categories = Object.keys(SKILL_CATEGORIES) as SkillCategory[]

export const SKILL_NAME_MAX = 100
/** Months after which a skill can expire, at most. Ours. */
export const SKILL_MONTHS_MAX = 120
/** A skill that expires within so many days is shown as that (spec 5 §4.6). */
export const SKILL_EXPIRING_DAYS = 60

/** What a form of a skill holds. */
export const skillValues = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(SKILL_NAME_MAX)),
  category: z.enum(categories),
  needsCertificate: z.boolean(),
  /** Null where it doesn't expire. */
  expiresAfterMonths: z.nullable(z.int().check(z.minimum(1), z.maximum(SKILL_MONTHS_MAX))),
})

export const SKILL_FIELDS = {
  name: { kind: 'text', label: 'Name', max: SKILL_NAME_MAX, isRequired: true },
  category: { kind: 'choice', label: 'Category', choices: SKILL_CATEGORIES, isRequired: true },
  needsCertificate: { kind: 'yesNo', label: 'Needs a certificate' },
  expiresAfterMonths: {
    kind: 'number',
    label: 'Expires after months',
    min: 1,
    max: SKILL_MONTHS_MAX,
    hint: 'Leave it empty where it never expires.',
  },
} as const satisfies Record<keyof z.output<typeof skillValues>, Field>

/** What people can do, and projects can ask for (spec 5 §4.6). */
export const skillRecord = recordType({
  name: 'skill',
  page: 'admin.configuration.skills',
  path: '/api/admin/skills',
  spec: '5 §4.6',
  words: {
    one: 'skill',
    many: 'skills',
    none: 'No skills yet. Projects can ask for them once they are here.',
  },
  row: z.object({
    id: recordID,
    version: recordVersion,
    ...skillValues.shape,
    isActive: z.boolean(),
    /** People who have it, expired or not. */
    people: z.int(),
    /** Those of whom it expires within 60 days. */
    expiring: z.int(),
    /** Projects, not closed, that ask for it. */
    projects: z.int(),
    /** The training that gives it; of several the first by name. Null where none does. */
    grantedBy: z.nullable(z.string()),
  }),
  columns: {
    name: { kind: 'text', label: 'Name', isSearched: true, width: 18 },
    category: { kind: 'choice', label: 'Category', choices: SKILL_CATEGORIES },
    people: { kind: 'number', label: 'People', width: 7 },
    expiring: { kind: 'number', label: 'Expiring in 60 days', width: 11 },
    projects: { kind: 'number', label: 'Projects', width: 8 },
    grantedBy: {
      kind: 'text',
      isGroupable: true,
      label: 'Granted by',
      isSearched: true,
      isExtra: true,
      width: 14,
    },
    needsCertificate: { kind: 'yesNo', label: 'Needs a certificate', isExtra: true },
    expiresAfterMonths: { kind: 'number', label: 'Expires after months', isExtra: true, width: 12 },
    isActive: { kind: 'yesNo', label: 'Active', width: 7 },
  },
  order: [
    { field: 'category', direction: 'ASC' },
    { field: 'name', direction: 'ASC' },
  ],
  permission: 'ADMIN_CAN_MANAGE_SKILLS',
})
