import * as z from 'zod/mini'
import { RECORD_PAGE_SIZES, SORTS_MAX, VIEW_NAME_MAX } from '../domain/records.ts'
import { call } from './http-call.ts'
import { done, recordID } from './primitives.ts'
import { recordFilter, recordSort } from './records.ts'

/** A page of the menu, by its id. */
const pageID = z.string().check(z.minLength(1), z.maxLength(100))
const field = z.string().check(z.maxLength(60))

/** How a page of records looks: what a saved view keeps (spec 4 §1.2). */
export const viewState = z.object({
  /** The columns shown, in their order, and their widths in pixels where somebody chose them. */
  columns: z.array(field).check(z.maxLength(200)),
  widths: z.record(field, z.int().check(z.minimum(40), z.maximum(2000))),
  sort: z.array(recordSort).check(z.maxLength(SORTS_MAX)),
  filters: z.array(recordFilter).check(z.maxLength(50)),
  pageSize: z.union(RECORD_PAGE_SIZES.map((size) => z.literal(size))),
  /** The column that the rows are grouped by; absent where they aren't. */
  group: z.optional(field),
})
export type ViewState = z.output<typeof viewState>

export const savedView = z.object({
  id: recordID,
  name: z.string(),
  state: viewState,
  isDefault: z.boolean(),
  isShared: z.boolean(),
  /** Whose it is, where it is shared by somebody else; null for one's own. */
  owner: z.nullable(z.string()),
})
export type SavedView = z.output<typeof savedView>

export const getViews = call({
  path: '/api/views/get-all',
  request: z.object({ page: pageID }),
  response: z.object({ views: z.array(savedView) }),
  summary: "The person's own views of a page, and those that others share, by name.",
  spec: '4 §1.2',
})

export const saveView = call({
  path: '/api/views/save',
  request: z.object({
    page: pageID,
    view: z.object({
      /** Absent for a new one. */
      id: z.optional(recordID),
      name: z.string().check(z.trim(), z.minLength(1), z.maxLength(VIEW_NAME_MAX)),
      state: viewState,
      isDefault: z._default(z.boolean(), false),
      isShared: z._default(z.boolean(), false),
    }),
  }),
  response: z.object({ id: recordID }),
  summary: 'Keeps a view of a page; the default one opens with it, and there is one at most.',
  spec: '4 §1.2',
})

export const deleteView = call({
  path: '/api/views/delete',
  request: z.object({ id: recordID }),
  response: done,
  summary: 'Deletes one of the person’s own views.',
  spec: '4 §1.2',
})

export const findNamed = call({
  path: '/api/records/named',
  request: z.object({
    page: pageID,
    /** A column that names people or projects. */
    field,
    /** From 3 characters; nothing is found below. */
    searchTerm: z._default(z.string().check(z.maxLength(200)), ''),
    /** Instead of a search: those of a filter, for their names. */
    ids: z._default(z.array(recordID).check(z.maxLength(100)), []),
  }),
  response: z.object({ found: z.array(z.object({ id: recordID, name: z.string() })) }),
  summary:
    'The people or projects that a column of a page names, at most 20 by name, of the rows that the caller may see.',
  spec: '4 §1.1',
  extension: true,
})
