import * as z from 'zod/mini'
import {
  CLOSED_GROUPS_MAX,
  DEFAULT_RECORD_PAGE_SIZE,
  FILTER_OPERATORS,
  type FilterOperator,
  RECORD_PAGE_SIZES,
  SORTS_MAX,
} from '../domain/records.ts'
import { recordID } from './primitives.ts'

/** Counts a record's changes, from 1. Sent back with a change, it says what its author had seen. */
export const recordVersion = z.int().check(z.positive())

const fieldName = z.string().check(z.minLength(1), z.maxLength(60))
const operators = [...new Set(Object.values(FILTER_OPERATORS).flat())] as FilterOperator[]

export const recordFilter = z.object({
  field: fieldName,
  operator: z.enum(operators),
  values: z.array(z.string().check(z.maxLength(200))).check(z.maxLength(100)),
})

/** What names a group of rows: a choice, an id, `true` or `false`, a day (YYYY-MM-DD), a text; null for those without. */
const groupKey = z.nullable(z.string().check(z.maxLength(500)))

/** A group of rows as its heading says it. */
export const recordGroup = z.object({
  key: groupKey,
  /** What a person or project is called; null of other columns. */
  name: z.nullable(z.string()),
  /** Of all that match, whatever page is asked for. */
  count: z.int(),
  /** How many of them stand on this page; none where the group is closed. */
  rows: z.int(),
  /** How many rows stand before it, those of closed groups left out. */
  before: z.int(),
})
export type RecordGroup = z.output<typeof recordGroup>

export const recordSort = z.object({ field: fieldName, direction: z.enum(['ASC', 'DESC']) })

/** What is asked of a list of records (spec 4 §5.5). */
export const listRequest = z.object({
  page: z._default(z.int().check(z.positive(), z.maximum(1_000_000)), 1),
  pageSize: z._default(z.union(RECORD_PAGE_SIZES.map((size) => z.literal(size))), DEFAULT_RECORD_PAGE_SIZE),
  sort: z._default(z.array(recordSort).check(z.maxLength(SORTS_MAX)), []),
  filters: z._default(z.array(recordFilter).check(z.maxLength(50)), []),
  /** In the searched columns; below 2 characters everything is found. */
  searchTerm: z._default(z.string().check(z.maxLength(200)), ''),
  /** The column that the rows are grouped by: they come group by group, each in the order that is asked for. */
  group: z.optional(fieldName),
  /** Groups whose rows are left out; their headings stay. */
  closed: z.optional(z.array(groupKey).check(z.maxLength(CLOSED_GROUPS_MAX))),
})
export type ListRequest = z.output<typeof listRequest>

/** Names a record as it was seen. */
export const seenRecord = z.object({ id: recordID, version: recordVersion })
