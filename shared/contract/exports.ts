import * as z from 'zod/mini'
import { call } from './http-call.ts'
import { recordFilter, recordSort } from './records.ts'

/** How a file of rows is written (spec 4 §1.6). */
export const EXPORT_TYPES = ['Excel', 'CSV'] as const

export const newExport = call({
  path: '/api/export/new',
  request: z.object({
    /** The page of the menu that lists them. */
    page: z.string().check(z.minLength(1), z.maxLength(100)),
    filters: z._default(z.array(recordFilter).check(z.maxLength(50)), []),
    sort: z._default(z.array(recordSort).check(z.maxLength(3)), []),
    searchTerm: z._default(z.string().check(z.maxLength(200)), ''),
    /** The column that the rows are grouped by: it goes before the order. */
    group: z.optional(z.string().check(z.maxLength(60))),
    /** Those shown, in their order; all that the page begins with where it is empty. */
    columns: z._default(z.array(z.string().check(z.maxLength(60))).check(z.maxLength(200)), []),
    mode: z._default(z.literal('Immediate'), 'Immediate'),
    type: z._default(z.enum(EXPORT_TYPES), 'Excel'),
  }),
  response: z.unknown(),
  answers: 'blob',
  summary:
    'A file of all rows that match, in the order of the page; above 50,000 rows the exportID (JSON) under which it is prepared.',
  spec: '4 §1.6, §5.5',
})

export { exportFile, exportState, stopExport } from './prepared-exports.ts'
