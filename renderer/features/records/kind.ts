import type { ComponentType } from 'react'
import type * as z from 'zod/mini'
import type { listRequest, RecordGroup } from '#shared/contract/records.ts'
import type { PermissionRule } from '#shared/domain/permission-rule.ts'
import type { ListedRow, RecordType } from '#shared/records/record.ts'
import type { ApiClient } from '../../services/http/api-client.ts'
import type { Fields, FormValues } from './form.ts'
import type { RecordFormState } from './use-record-form.ts'

export interface ListedPage {
  readonly rows: readonly ListedRow[]
  readonly total: number
  readonly isMore: boolean
  /** Sums of all that match, by column. */
  readonly totals?: Readonly<Record<string, number | null>> | undefined
  /** Where rows are grouped: those of this page in their order, and how many rows aren't in closed ones. */
  readonly groups?: readonly RecordGroup[] | undefined
  readonly open?: number | undefined
  readonly columns: readonly string[]
  readonly asOf: string
}

/** Something that is done to every chosen row, one by one (spec 4 §1.5). */
export interface BulkAction {
  readonly label: string
  /** Whether it can be done to that row. */
  readonly isFor: (row: ListedRow) => boolean
  /** Does it; gives the row as it is then. */
  readonly run: (api: ApiClient, row: ListedRow) => Promise<ListedRow>
  /** Takes it back, from the row as `run` gave it. */
  readonly undo: (api: ApiClient, row: ListedRow) => Promise<unknown>
}

/** A part of a record's panel, beside the first, which has its form and `About`. */
export interface PanelTab {
  /** As the address names it. */
  readonly key: string
  readonly label: string
  /** What a viewer has to hold for it; nothing more than the page where it isn't given. */
  readonly permission?: PermissionRule
  readonly Body: ComponentType<{
    readonly record: ListedRow
    /** @param isTold what was done has been said already */
    readonly onDone: (record: ListedRow, isTold?: boolean) => void
  }>
}

/** A form's field with a look of its own. Its value must be one that can be compared, such as a text. */
export type OwnField = ComponentType<{
  readonly name: string
  readonly field: Fields[string]
  readonly form: RecordFormState
  readonly isReadOnly: boolean
}>

/** What a page of records needs to know of its kind of record, beside the declaration that the server shares. */
export interface RecordsKind {
  readonly record: Pick<RecordType, 'name' | 'page' | 'words' | 'columns' | 'order'>
  readonly title: string
  readonly fields: Fields
  /** Fields that choose among what the server has, say. */
  readonly ownFields?: Readonly<Record<string, OwnField>>
  /** The record as its form shows it, where the form's fields aren't the record's; twice is as once. */
  readonly formOf?: (record: ListedRow) => ListedRow
  /** What a new record begins with, where it isn't empty. */
  readonly fresh?: () => FormValues
  /** Choices that the server knows, by field and then by value. */
  readonly choices?: (api: ApiClient) => Promise<Readonly<Record<string, Readonly<Record<string, string>>>>>
  readonly nameOf: (row: ListedRow) => string
  readonly list: (api: ApiClient, request: z.input<typeof listRequest>) => Promise<ListedPage>
  readonly read: (api: ApiClient, id: number) => Promise<ListedRow>
  /**
   * Without it the records are only read: nothing is added, and the panel has no form.
   * @throws ApiError `record.changed` where `seen` isn't the newest
   */
  readonly save?: (api: ApiClient, values: FormValues, seen: ListedRow | null) => Promise<ListedRow>
  readonly bulk: readonly BulkAction[]
  /** Further buttons for the chosen rows: what asks first and can't be taken back. */
  readonly BulkTools?: ComponentType<{
    readonly rows: readonly ListedRow[]
    /** It is over: nothing is chosen from then on. */
    readonly onDone: () => void
  }>
  /** What somebody has to hold to add and change records; nothing more than the page where it isn't given. */
  readonly mayChange?: PermissionRule
  /** Buttons in the panel's head. */
  readonly Actions?: ComponentType<{
    readonly record: ListedRow
    /** @param isTold what was done has been said already */
    readonly onDone: (record: ListedRow, isTold?: boolean) => void
    /** The record isn't there any more. */
    readonly onGone: () => void
  }>
  /** Further parts of the panel; without them it has one. */
  readonly tabs?: readonly PanelTab[]
  /** What stands before the first column's text, such as a picture. */
  readonly Lead?: ComponentType<{ readonly record: ListedRow }>
  /** Buttons in the page's head. */
  readonly Tools?: ComponentType<{
    /** What the list is narrowed to. */
    readonly filters: z.input<typeof listRequest>['filters']
    readonly searchTerm: string
  }>
  /** What stands above the list. */
  readonly Above?: ComponentType
  /** What stands below the form, or above it with `isAboutFirst`. */
  readonly About?: ComponentType<{ readonly record: ListedRow }>
  readonly isAboutFirst?: true
}
