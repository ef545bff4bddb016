/** As much of a schema as its field names need. */
interface SchemaNode {
  readonly _zod: {
    readonly def: {
      readonly type: string
      readonly items?: readonly SchemaNode[]
      readonly entries?: Readonly<Record<string, string>>
      readonly shape?: Readonly<Record<string, SchemaNode>>
      readonly element?: SchemaNode
      readonly valueType?: SchemaNode
      readonly innerType?: SchemaNode
      readonly in?: SchemaNode
      readonly options?: readonly SchemaNode[]
    }
    readonly optin?: 'optional'
  }
}

function shapes({ _zod: { def } }: SchemaNode): Readonly<Record<string, SchemaNode>>[] {
  if (def.shape) return [def.shape]
  const inner = def.innerType ?? def.element ?? def.in ?? def.valueType
  if (inner) return shapes(inner)
  return (def.options ?? []).flatMap(shapes)
}

/** Names of an object's fields; of a list, those of its items; of a choice, those of any. */
export function fieldsOf(schema: unknown): string[] {
  return [...new Set(shapes(schema as SchemaNode).flatMap(Object.keys))]
}

/** Those that may be left out. */
export function optionalFieldsOf(schema: unknown): string[] {
  return shapes(schema as SchemaNode).flatMap((shape) =>
    Object.entries(shape).flatMap(([name, field]) => (field._zod.optin === 'optional' ? [name] : [])),
  )
}

/** One argument of a hub's message: an object by its fields, a list in brackets, a choice by its values. */
function argumentOf(schema: SchemaNode): string {
  const { type, shape, element, entries } = schema._zod.def
  if (shape) return Object.keys(shape).sort().join(' ')
  if (element) return `[${argumentOf(element)}]`
  if (entries) return Object.values(entries).join(' | ')
  return type === 'union' ? fieldsOf(schema).sort().join(' ') : type
}

/** The arguments of a hub's message, in their order. */
export function argumentsOf(tuple: unknown): string[] {
  return ((tuple as SchemaNode)._zod.def.items ?? []).map(argumentOf)
}
