import { scimPatch } from 'scim-patch'
import * as z from 'zod/mini'
import { ScimError } from './scim-error.ts'

const PATCH_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
const OPERATIONS_MAX = 100
/** Names that no attribute has, and that would reach into every object. */
const FORBIDDEN = /(?:^|[.:[\]"\s])(?:__proto__|constructor|prototype)(?:$|[.:[\]"\s])/

const patch = z.object({
  schemas: z.array(z.string()).check(z.refine((all) => all.includes(PATCH_SCHEMA))),
  Operations: z
    .array(
      z.object({
        // Entra ID writes 'Add' and 'Replace'.
        op: z.pipe(
          z.string(),
          z.pipe(
            z.transform((text: string) => text.toLowerCase()),
            z.enum(['add', 'replace', 'remove']),
          ),
        ),
        path: z.optional(z.string().check(z.maxLength(500))),
        value: z.optional(z.unknown()),
      }),
    )
    .check(z.minLength(1), z.maxLength(OPERATIONS_MAX)),
})

export interface Operation {
  readonly op: 'add' | 'replace' | 'remove'
  readonly path?: string | undefined
  readonly value?: unknown
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * What Entra ID sends beside the standard: a value without a path whose names are paths themselves, such as
 * `name.givenName` or `emails[type eq "work"].value`. Each becomes an operation of its own.
 */
function spread(operation: Operation): Operation[] {
  const { op, path, value } = operation
  if (path !== undefined || !isRecord(value)) return [operation]
  const plain = Object.entries(value).filter(([name]) => !/[.[:]/.test(name))
  const paths = Object.entries(value).filter(([name]) => /[.[:]/.test(name))
  return [
    ...(plain.length > 0 ? [{ op, value: Object.fromEntries(plain) }] : []),
    ...paths.map(([name, one]) => ({ op, path: name, value: one })),
  ]
}

/** @throws ScimError 400 where it is no patch */
export function readPatch(body: unknown): Operation[] {
  const read = patch.safeParse(body)
  if (!read.success) throw new ScimError(400, 'This is no PatchOp with Operations.', 'invalidSyntax')
  const operations = read.data.Operations.flatMap(spread)
  for (const { op, path, value } of operations) {
    const names = [path ?? '', ...(isRecord(value) ? Object.keys(value) : [])]
    if (names.some((name) => FORBIDDEN.test(name)))
      throw new ScimError(400, 'There is no such attribute.', 'invalidPath')
    if (op === 'remove' && path === undefined)
      throw new ScimError(400, 'What is removed needs a path.', 'noTarget')
    if (op !== 'remove' && value === undefined)
      throw new ScimError(400, 'An operation needs its value.', 'invalidValue')
  }
  return operations
}

/** The resource as it is after the operations. @throws ScimError 400 where one can't be done */
export function applyPatch<T extends object>(resource: T, operations: readonly Operation[]): T {
  try {
    return scimPatch(structuredClone(resource) as never, structuredClone(operations) as never, {
      mutateDocument: false,
      treatMissingAsAdd: true,
    }) as never
  } catch (error) {
    const { message = '', scimCode } = error as { message?: string; scimCode?: string }
    const kinds = ['invalidPath', 'noTarget', 'mutability', 'invalidValue'] as const
    throw new ScimError(400, message, kinds.find((one) => one === scimCode) ?? 'invalidSyntax')
  }
}
