import type { Call } from '#shared/contract/http-call.ts'

/** The parts of a schema that are walked here: objects, lists, choices and wrappers. */
interface SchemaNode {
  readonly _zod: {
    readonly def: {
      readonly shape?: Readonly<Record<string, SchemaNode>>
      readonly element?: SchemaNode
      readonly innerType?: SchemaNode
      readonly options?: readonly SchemaNode[]
      readonly in?: SchemaNode
    }
  }
}

/** Names of fields that name a record or a person. */
const ID_NAME = /^ids?$|IDs?$/
const OTHER_NAMES = ['users', 'chatroom', 'chatroomName', 'pendingImages', 'selectedProject', 'replyTo']

const isIDField = (name: string): boolean => ID_NAME.test(name) || OTHER_NAMES.includes(name)

function collect({ _zod: { def } }: SchemaNode, found: Set<string>): void {
  for (const [name, field] of Object.entries(def.shape ?? {})) {
    if (isIDField(name)) found.add(name)
    collect(field, found)
  }
  for (const inner of [def.element, def.innerType, def.in]) if (inner) collect(inner, found)
  // A literal's options are values.
  for (const option of def.options ?? []) if (typeof option === 'object') collect(option, found)
}

/** Fields of a call's request that name a record or a person. */
export function idFieldsOf({ request }: Pick<Call, 'request'>): string[] {
  const found = new Set<string>()
  collect(request as unknown as SchemaNode, found)
  return [...found].sort()
}

/** Every field name that a request carries, at any depth. */
export function fieldsIn(request: unknown): Set<string> {
  const found = new Set<string>()
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || value instanceof File) return
    for (const [name, inner] of Object.entries(value)) {
      if (!Array.isArray(value)) found.add(name)
      walk(inner)
    }
  }
  walk(request)
  return found
}

/** The request with every id replaced by one that doesn't exist. */
export function withoutAim(request: unknown): unknown {
  if (Array.isArray(request)) return request.map(withoutAim)
  if (typeof request !== 'object' || request === null || request instanceof File) return request
  return Object.fromEntries(
    Object.entries(request).map(([name, value]) => [
      name,
      isIDField(name) ? missed(value) : withoutAim(value),
    ]),
  )
}

const NOBODYS = 987_654
/** The same for ids that clients make. */
const NOBODYS_UUID = '00000000-0000-4000-8000-000000987654'

function missed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(missed)
  if (typeof value === 'number') return NOBODYS
  return typeof value === 'string' && value.length === NOBODYS_UUID.length ? NOBODYS_UUID : String(NOBODYS)
}
