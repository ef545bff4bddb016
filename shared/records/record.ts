import * as z from 'zod/mini'
import { call } from '../contract/http-call.ts'
import { recordID, timestamp } from '../contract/primitives.ts'
import { listRequest, recordGroup, recordVersion } from '../contract/records.ts'
import type { PermissionRule } from '../domain/permission-rule.ts'
import type { FilteredColumn, RecordSort } from '../domain/records.ts'

/** A column of a page of records. */
export interface Column extends FilteredColumn {
  readonly label: string
  /** Whether the search box looks in it. */
  readonly isSearched?: true
  /** Whether the page begins without it: the chooser has it. */
  readonly isExtra?: true
  /** What a viewer has to hold for it; others neither see, filter, sort nor export it (spec 4 §1.2). */
  readonly permission?: PermissionRule
  /** Its sum over all matches stands at the foot of the page (spec 4 §1.1). */
  readonly isSummed?: true
  /** A sum of money in pounds: 13.10, not 13.1. */
  readonly isPounds?: true
  /** In multiples of the size of type; 10 where it isn't given. */
  readonly width?: number
}

/** A field of a record's form. */
export interface Field {
  /** A number is whole, a decimal has at most two places; a day is YYYY-MM-DD, a time HH:mm. */
  readonly kind: 'text' | 'longText' | 'number' | 'decimal' | 'day' | 'time' | 'choice' | 'yesNo'
  readonly label: string
  /** Longest text, or largest number. */
  readonly max?: number
  readonly min?: number
  readonly isRequired?: true
  readonly choices?: Readonly<Record<string, string>>
  /** What it is for, below it. */
  readonly hint?: string
}

/** What people call the records. */
export interface RecordWords {
  readonly one: string
  readonly many: string
  /** Said where there is none at all. */
  readonly none: string
}

type RowShape = Record<string, z.ZodMiniType> & { id: typeof recordID; version: typeof recordVersion }

/**
 * A kind of record, declared once: its fields, how its page shows them, and who may see it. From it come the
 * calls, the server's list, the grid, the form and the export (spec 4 §1).
 */
export interface RecordType<Shape extends RowShape = RowShape> {
  /** As the audit and the hub name it, such as `skill`. */
  readonly name: string
  /** The page of the menu that lists it. */
  readonly page: string
  /** What its calls' addresses begin with. */
  readonly path: `/${string}`
  readonly spec: string
  readonly words: RecordWords
  readonly row: z.ZodMiniObject<Shape>
  readonly columns: { readonly [K in keyof Shape & string]?: Column }
  /** The page's own order. Ties go by id. */
  readonly order: readonly RecordSort[]
  /** What somebody has to hold for its page and calls. */
  readonly permission: PermissionRule
}

/** Declares a kind of record. */
// The mark lets a bundle drop the records that it doesn't show.
/* @__NO_SIDE_EFFECTS__ */
export function recordType<Shape extends RowShape>(options: RecordType<Shape>): RecordType<Shape> {
  return options
}

/** A row as a list has it: without the columns that its viewer may not see. */
export type ListedRow = { readonly id: number; readonly version: number } & Readonly<Record<string, unknown>>

/** The call that lists the records, a page at a time (spec 4 §1.1, §5.5). */
/* @__NO_SIDE_EFFECTS__ */
export function listCall<Shape extends RowShape>(record: RecordType<Shape>) {
  return call({
    path: `${record.path}/list`,
    request: listRequest,
    response: z.object({
      rows: z.array(z.extend(z.partial(record.row), { id: recordID, version: recordVersion })),
      /** Of all that match; counted up to 100,000. */
      total: z.int(),
      isMore: z.boolean(),
      /** Sums of the columns that are summed, of all that match, whatever page is asked for. */
      totals: z.optional(z.record(z.string(), z.nullable(z.number()))),
      /** Where rows are grouped: the groups of this page in their order, and how many rows aren't in closed ones. */
      groups: z.optional(z.array(recordGroup)),
      open: z.optional(z.int()),
      /** The columns that the viewer may see. */
      columns: z.array(z.string()),
      asOf: timestamp,
    }),
    summary: `A page of the ${record.words.many} that match, in the order that is asked for.`,
    spec: record.spec,
    permission: record.permission,
  })
}

/** The call that reads one of them whole. */
/* @__NO_SIDE_EFFECTS__ */
export function getCall<Shape extends RowShape>(record: RecordType<Shape>) {
  return call({
    path: `${record.path}/get`,
    request: z.object({ id: recordID }),
    response: record.row,
    summary: `One ${record.words.one}.`,
    spec: record.spec,
    permission: record.permission,
    extension: true,
  })
}
