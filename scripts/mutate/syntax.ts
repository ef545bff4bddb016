import { parseSync } from 'vite'

/** A node of the syntax tree as ESTree has it; its other members are looked at by name. */
export interface SyntaxNode {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

export const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && typeof (value as SyntaxNode).type === 'string'

/** A file's syntax tree, or null where it is none. */
export function parse(file: string, code: string): SyntaxNode | null {
  const { program, errors } = parseSync(file, code)
  return errors.length > 0 ? null : (program as unknown as SyntaxNode)
}

/** A node's parts that are nodes, those of types left out: they aren't there when the code runs. */
export function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = []
  for (const [key, value] of Object.entries(node)) {
    if (key === 'typeAnnotation' || key === 'typeArguments' || key === 'returnType') continue
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) children.push(child)
  }
  return children
}

/** The name of a property, an import or an identifier, where it is written out; otherwise null. */
export function nameOf(node: unknown): string | null {
  if (!isNode(node)) return null
  if (typeof node.name === 'string') return node.name
  return node.type === 'Literal' && typeof node.value === 'string' ? node.value : null
}
