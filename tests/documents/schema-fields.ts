/** As much of a schema as its field names need. */
interface SchemaNode {
  readonly _zod: {
    readonly def: {
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
