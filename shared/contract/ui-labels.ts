import * as z from 'zod/mini'
import { LABEL_LIMIT } from '../domain/ui-labels.ts'
import { call } from './http-call.ts'
import { done, noPayload } from './primitives.ts'

/**
 * The installation's labels by key. The documents don't show the form, and another server may send anything;
 * `resolveLabels` makes them usable.
 */
export const uiLabels = call({
  method: 'GET',
  path: '/api/passport-validation/settings/ui-labels',
  request: noPayload,
  response: z.record(z.string(), z.unknown()),
  summary: 'Names of modules, pages and fields in this installation, a text for each key.',
  spec: '1 §7',
})

export const updateUiLabels = call({
  path: '/api/admin/settings/ui-labels/update',
  request: z.object({
    /** By key; null restores the standard wording. Other keys stay as they are. */
    labels: z.record(
      z.string(),
      z.nullable(z.string().check(z.trim(), z.minLength(1), z.maxLength(LABEL_LIMIT))),
    ),
  }),
  response: done,
  summary: 'Changes labels of this installation.',
  spec: '1 §3',
  permission: 'ADMIN_CAN_EDIT_SETTINGS',
  extension: true,
})
